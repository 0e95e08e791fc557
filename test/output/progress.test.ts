import { describe, expect, test, vi } from "vitest";

import type { ThreadEvent } from "../../src/dialect/events.js";
import type { ProgressOptions } from "../../src/output/progress.js";
import { createProgress } from "../../src/output/progress.js";
import type { OraSpinner } from "../../src/output/spinner.js";
import { MemoryStream } from "../helpers/memory-streams.js";
import * as sample from "./sample-events.js";

const { command, completed, mcpCall, message, plan, reasoning, started, updated } = sample;
const { threadStarted, turnCompleted, turnFailed } = sample;

interface Setting {
  stderr?: MemoryStream;
  colour?: boolean;
}

function shown(
  events: ThreadEvent[],
  { stderr = new MemoryStream(), colour = false }: Setting = {},
): string {
  const progress = createProgress({ stderr, colour, level: "normal" });
  for (const event of events) progress.show(event);
  progress.close();
  return stderr.text;
}

const failingTest = command("npm test", {
  status: "failed",
  exit_code: 1,
  duration_ms: 2140,
  aggregated_output: "> engine@1.0.0 test\n\nFAIL add.test.ts\n  expected 4\n  received 5\n",
});

const richTurn: ThreadEvent[] = [
  threadStarted,
  { type: "turn.started" },
  completed(reasoning("**Finding the failing test**\n\nLet me run it.")),
  completed(message("I run the tests first.", "item_1")),
  started(plan("run the tests", "fix the sum", "run them again")),
  started(failingTest),
  completed(failingTest),
  updated(plan("x run the tests", "fix the sum", "run them again")),
  completed({
    id: "item_4",
    type: "file_change",
    status: "completed",
    changes: [
      { path: "/home/ada/code/engine/src/add.ts", kind: "update" },
      { path: "/home/ada/code/engine/src/sum.ts", kind: "add" },
    ],
  }),
  completed(mcpCall({ status: "failed", error: { message: "timed out" }, duration_ms: 30_000 })),
  completed(command("npm test", { duration_ms: 1980 })),
  updated(plan("x run the tests", "x fix the sum", "x run them again")),
  completed(message("The sum was off by one; fixed.", "item_7")),
  completed(plan("x run the tests", "x fix the sum", "x run them again")),
  turnCompleted({
    duration_ms: 48_300,
    final_message: "The sum was off by one; fixed.",
    work: { files_changed: 2, commands_failed: 1, mcp_failed: 1, commands_ok: 1 },
    turn_usage: { input_tokens: 48_211, cached_input_tokens: 40_960, output_tokens: 1_204 },
  }),
];

test("a whole turn reads as a short report", () => {
  expect(shown(richTurn)).toBe(`\
gpt-5.2-codex  effort high · workspace-write · …/code/engine · thread 0199a213-81c0
Finding the failing test
I run the tests first.
plan:
  • run the tests
  • fix the sum
  • run them again
✗ npm test  exit 1 · 2.1s
    > engine@1.0.0 test
    FAIL add.test.ts
      expected 4
      received 5
✓ run the tests  1 of 3
M src/add.ts
A src/sum.ts
✗ mcp docs/search failed: timed out  30s
✓ npm test  2.0s
✓ fix the sum  3 of 3
✓ run them again  3 of 3
✓ done  48s · 2 files changed · 1 command failed · 1 tool call failed · tokens 48,211 in (40,960 cached), 1,204 out
`);
});

test("colour is asked for, not guessed", () => {
  const event = completed(command("npm test", { duration_ms: 1980 }));
  expect(shown([event], { colour: true })).toBe(
    "\u{1B}[32m✓\u{1B}[39m npm test  \u{1B}[2m2.0s\u{1B}[22m\n",
  );
});

test("quiet writes nothing at all", () => {
  const stderr = MemoryStream.terminal(80);
  const loadOra = vi.fn<NonNullable<ProgressOptions["loadOra"]>>();
  const progress = createProgress({ stderr, colour: true, level: "quiet", loadOra });
  for (const event of [...richTurn, turnFailed({}, 1)]) progress.show(event);
  progress.note("a note");
  progress.warn("a warning");
  progress.close();
  expect(stderr.text).toBe("");
  expect(loadOra).not.toHaveBeenCalled();
});

test.each([
  ["normal", "warning: two\n  lines\n"],
  ["verbose", "one note\nwarning: two\n  lines\n"],
] as const)("%s notes and warnings", (level, expected) => {
  const stderr = new MemoryStream();
  const progress = createProgress({ stderr, colour: false, level });
  progress.note("one note");
  progress.warn("two\nlines");
  expect(stderr.text).toBe(expected);
});

describe("long lines", () => {
  const long = completed(command(`echo ${"word ".repeat(40)}`, { duration_ms: 12 }));

  test("are cut at 120 columns when nothing is known, the facts behind them stay", () => {
    expect(shown([long])).toBe(`✓ echo ${"word ".repeat(21)}w…  12ms\n`);
  });

  test("are cut to the terminal, wide characters counting twice", () => {
    const stderr = Object.assign(new MemoryStream(), { columns: 24 });
    const tail = { status: "failed", exit_code: 1, aggregated_output: "漢字".repeat(20) } as const;
    const event = completed(command("echo 漢字漢字漢字漢字漢字漢字", tail));
    expect(shown([event], { stderr })).toBe("✗ echo 漢字漢字…  exit 1\n    漢字漢字漢字漢字漢…\n");
  });

  test("of an error are kept whole", () => {
    const words = "so many words ".repeat(20).trim();
    expect(shown([{ type: "error", message: words }])).toBe(`error: ${words}\n`);
  });
});

test("nothing that comes from outside can steer the terminal", () => {
  const nasty = "a\u{1B}[2J\u{1B}]0;title\u{7}\u{1B}\u{1B}[31m[31mb\u{9B}1Ac\u{8}\u{202E}d\0";
  const clean = "a\u{FFFD}[31mbc\u{FFFD}\u{FFFD}d\u{FFFD}";
  // A name is shown with everything that is in it.
  const name =
    "a\\u{1b}[2J\\u{1b}]0;title\\u{7}\\u{1b}\\u{1b}[31m[31mb\\u{9b}1Ac\\u{8}\\u{202e}d\\u{0}";
  const events: ThreadEvent[] = [
    completed(
      command("", {
        command: nasty,
        status: "failed",
        exit_code: 1,
        aggregated_output: `${nasty}\rover\n`,
      }),
    ),
    completed(message(nasty)),
    completed(reasoning(nasty)),
    completed(mcpCall({ server: nasty, status: "failed", error: { message: nasty } })),
    started(plan(nasty)),
    { type: "error", message: nasty },
    turnCompleted({ problem: nasty, exit_code: 3 }),
  ];
  expect(shown(events)).toBe(`\
✗ ${name}  exit 1
    ${clean}
    over
${clean}
${clean}
✗ mcp ${name}/search failed: ${clean}
plan:
  • ${clean}
error: ${clean}
✗ ${clean}  exit 3 · 12s
`);
});

test("the spinner follows the run, and lines go above it", async () => {
  const stderr = MemoryStream.terminal(60);
  const ora: OraSpinner = {
    text: "",
    interval: 80,
    clear: () => stderr.write("<clear>\n"),
    render: () => stderr.write(`<${ora.text}>\n`),
    stop: () => stderr.write("<stop>\n"),
  };
  const loadOra = () => Promise.resolve(ora);
  const options = { stderr, colour: false, level: "normal", now: () => 0, loadOra } as const;
  const progress = createProgress(options);
  const search = { id: "ws", type: "web_search", query: "x", action: { type: "search" } } as const;
  const asked = { request_id: 7, kind: "command" };

  progress.show(threadStarted);
  await Promise.resolve();
  progress.show({ type: "turn.started" });
  progress.show(started(command("npm test", { status: "in_progress", exit_code: null })));
  progress.show(started(search));
  progress.show(completed(search));
  progress.show(completed(command("npm test")));
  progress.show({ type: "approval.requested", ...asked, request: {} });
  const decided = { decision: "decline", reason: "no", subject: "run: ls" };
  progress.show({ type: "approval.resolved", ...asked, ...decided });
  progress.show(turnCompleted());
  progress.close();
  progress.close();

  expect(stderr.text.split("\n").slice(2)).toEqual([
    "<starting>",
    "<thinking>",
    "<running npm test>",
    "<searching the web>",
    "<running npm test>",
    "<clear>",
    "✓ web search: x",
    "<running npm test>",
    "<thinking>",
    "<clear>",
    "✓ npm test",
    "<thinking>",
    "<clear>",
    "<thinking>",
    "<clear>",
    "declined: run: ls (no)",
    "<thinking>",
    "<clear>",
    "<clear>",
    "✓ done  12s",
    "<stop>",
    "",
  ]);
});

test("a reader that went away does no harm", () => {
  const stderr = new MemoryStream();
  const errors: Error[] = [];
  stderr.on("error", (error) => errors.push(error));
  stderr.destroy();
  const text = shown([threadStarted, turnCompleted()], { stderr });
  expect({ text, errors }).toEqual({ text: "", errors: [] });
});
