import { describe, expect, test } from "vitest";

import { createRunContext } from "../../../commands/cli/run-context.js";
import type { SinkStyle } from "../../../commands/turn/event-sink.js";
import { progressSink } from "../../../commands/turn/progress-sink.js";
import type { RunContext } from "../../../src/context.js";
import type { ThreadItem } from "../../../src/dialect/items.js";
import type { ThreadEvent } from "../../../src/dialect/events.js";
import { ownStdout } from "../../../src/output/stdout.js";
import { MemoryStream } from "../../helpers/memory-streams.js";
import * as sample from "../../output/sample-events.js";
import { emptyWorld } from "../world.js";

const { command, completed, message, plan, started, threadStarted } = sample;
const { turnCompleted, turnFailed, updated } = sample;

const STYLE = { json: false, level: "normal", color: "never", prints: "answer" } as const;

interface Setting {
  style?: Partial<SinkStyle>;
  env?: Record<string, string>;
  /** Whether stdout is a pipe, and only stderr a terminal. */
  isPiped?: boolean;
  /** Whether stderr goes to a file. */
  isLogged?: boolean;
  columns?: number;
}

/** What one terminal shows of a turn: stderr, and stdout unless it is piped. */
async function screen(
  events: readonly ThreadEvent[],
  answer: string | null,
  { style = {}, env = {}, isPiped = false, isLogged = false, columns = 60 }: Setting = {},
): Promise<string> {
  // Without `cursorTo` there is no spinner.
  const terminal = Object.assign(new MemoryStream(), { isTTY: true, columns });
  const { world } = emptyWorld([]);
  const stdout = isPiped ? new MemoryStream() : terminal;
  const runContext: RunContext = createRunContext({
    ...{
      ...world,
      stdout,
      stderr: isLogged ? new MemoryStream() : terminal,
      cwd: "/home/ada/code/engine",
    },
    env: { ...world.env, NO_COLOR: undefined, ...env },
  });
  const sink = progressSink({ ...STYLE, ...style }, runContext, ownStdout(runContext));
  const last = events.at(-1) as ThreadEvent;
  for (const event of events.slice(0, -1)) await sink.emit(event);
  await sink.showAnswer?.(answer);
  await sink.emit(last);
  sink.close();
  return terminal.text;
}

const delta = (raw_id: string, text: string): ThreadEvent => ({
  ...{ type: "item.delta", raw_id, item_type: "agent_message" },
  delta: text,
});
const written = (raw_id: string, text: string, pieces: readonly string[]): ThreadEvent[] => [
  ...pieces.map((piece) => delta(raw_id, piece)),
  completed({ ...message(text, raw_id), raw_id } as ThreadItem),
];

const failing = command("npm test", {
  ...{ status: "failed", exit_code: 1, duration_ms: 2140 },
  aggregated_output: "FAIL add.test.ts\n  expected 4\n  received 5\n",
} as const);
const edit: ThreadEvent = completed({
  ...{ id: "item_4", type: "file_change", status: "completed" },
  changes: [
    {
      path: "/home/ada/code/engine/src/sum.ts",
      kind: "update",
      diff: "@@ -1,2 +1,2 @@\n-return a;\n+return a + b; // the sum of both, which is what the name promises\n }\n",
    },
  ],
});
const ANSWER = "The sum was **off by one**; fixed in `src/sum.ts`, and all of the tests pass.";
const DONE = turnCompleted({
  ...{ duration_ms: 48_300, final_message: ANSWER },
  work: { files_changed: 1, commands_failed: 1 },
  turn_usage: { input_tokens: 48_211, cached_input_tokens: 40_960, output_tokens: 1_204 },
});
const TURN: ThreadEvent[] = [
  threadStarted,
  { type: "turn.started" },
  started(plan("run the tests, all of them, and find out which of them fails and why", "fix it")),
  ...written("m1", "I run the tests first.", ["I run the ", "tests first."]),
  completed(failing),
  updated(plan("x run the tests, all of them, and find out which of them fails and why", "fix it")),
  edit,
  ...written("m2", ANSWER, [ANSWER.slice(0, 18), ANSWER.slice(18, 40), ANSWER.slice(40)]),
  DONE,
];

describe("a whole turn on a terminal", () => {
  test("of 60 columns", async () => {
    expect(await screen(TURN, ANSWER)).toBe(`\
gpt-5.2-codex  effort high · workspace-write ·
  …/code/engine · thread 0199a213-81c0
plan:
  • run the tests, all of them, and find out which of them
    fails and why
  • fix it

I run the tests first.

✗ npm test  exit 1 · 2.1s
    FAIL add.test.ts
      expected 4
      received 5
✓ run the tests, all of them, and find out which of…  1 of 2
+1 −1 src/sum.ts

The sum was **off by one**; fixed in \`src/sum.ts\`, and all
of the tests pass.

✓ done  48s · 1 file changed +1 −1 · 1 command failed ·
  tokens 48,211 in (40,960 cached), 1,204 out
`);
  });

  test("of 100 columns, in colour and with diffs", async () => {
    const style = { color: "always", showDiff: true } as const;
    const text = await screen(TURN.slice(6), ANSWER, { style, columns: 100 });
    expect(tagged(text)).toBe(`\
<r>✗</> npm test  <dim>exit 1 · 2.1s</>
<dim>    FAIL add.test.ts</>
<dim>      expected 4</>
<dim>      received 5</>
plan:
  <g>✓</> run the tests, all of them, and find out which of them fails and why
  <c>•</> fix it
<g>+1</> <r>−1</> /home/ada/code/engine/src/sum.ts
<c>  @@ -1,2 +1,2 @@</>
<r>  -return a;</>
<g>  +return a + b; // the sum of both, which is what the name promises</>
   }

The sum was <b>off</> <b>by</> <b>one</>; fixed in <c>src/sum.ts</>, and all of the tests pass.

<g>✓</> done  <dim>48s · 1 file changed +1 −1 · 1 command failed · tokens 48,211 in (40,960 cached), 1,204 out</>
`);
  });

  test("of 200 columns", async () => {
    expect(await screen(TURN.slice(3), ANSWER, { columns: 200 })).toBe(`\
I run the tests first.

✗ npm test  exit 1 · 2.1s
    FAIL add.test.ts
      expected 4
      received 5
plan:
  ✓ run the tests, all of them, and find out which of them fails and why
  • fix it
+1 −1 /home/ada/code/engine/src/sum.ts

The sum was **off by one**; fixed in \`src/sum.ts\`, and all of the tests pass.

✓ done  48s · 1 file changed +1 −1 · 1 command failed · tokens 48,211 in (40,960 cached), 1,204 out
`);
  });

  test("is the same on a dumb one and with NO_COLOR, and without escapes", async () => {
    const style = { color: "auto" } as const;
    const [dumb, none] = [{ TERM: "dumb" }, { NO_COLOR: "1" }].map((env) =>
      screen(TURN, ANSWER, { style, env }),
    );
    expect([await dumb, await none]).toEqual([await screen(TURN, ANSWER), await dumb]);
  });

  test("whose stdout is a pipe shows the message before more work, and not the answer", async () => {
    const text = await screen(TURN, ANSWER, { isPiped: true, columns: 200 });
    expect(text.split("\n").slice(4, 6)).toEqual([
      "I run the tests first.",
      "✗ npm test  exit 1 · 2.1s",
    ]);
    expect(text).not.toContain("off by one");
  });

  test("whose stderr goes to a file shows the messages alone", async () => {
    expect(await screen(TURN, ANSWER, { isLogged: true, columns: 200 })).toBe(
      `I run the tests first.\n\n${ANSWER}\n`,
    );
  });

  test("is silent with --quiet, apart from the answer", async () => {
    expect(await screen(TURN, ANSWER, { style: { level: "quiet" }, columns: 200 })).toBe(
      `${ANSWER}\n`,
    );
  });

  test("prints an answer that has to match a schema as it is", async () => {
    const json = `{"a": "${"x ".repeat(60)}"}`;
    const text = await screen([...TURN.slice(0, -4), DONE], json, { style: { outputSchema: "s" } });
    expect(text).toContain(`\n\n${json}\n\n✓ done`);
  });
});

describe("a review on a terminal", () => {
  const REPORT = `\
fail: 1 of 2 findings blocks (P1 and worse)

P1 Stop the loop before the end of the list  src/cart.js:3-5
    The last step reads one item past the end, so that the price is missing for every cart.
    P0 is how nobody but us may begin a row; \x1b[2J https://x.example/${"a".repeat(60)} is not cut.

P2 Divide by 100  src/cart.js:10
`;
  const events = [
    threadStarted,
    turnCompleted({ exit_code: 3, cause: "findings", problem: "1 finding blocks" }),
  ];
  const style = { prints: "report", color: "always" } as const;

  test("of 60 columns, in colour", async () => {
    expect(tagged(await screen(events, REPORT, { style }))).toBe(`\
<b>gpt-5.2-codex</>  <dim>effort high · workspace-write ·</>
  <dim>…/code/engine · thread 0199a213-81c0</>

<r>fail:</> 1 of 2 findings blocks (P1 and worse)

<r>P1</> Stop the loop before the end of the list  src/cart.js:3-5
    The last step reads one item past the end, so that the
    price is missing for every cart.
    P0 is how nobody but us may begin a row;
    https://x.example/${"a".repeat(60)}
    is not cut.

<y>P2</> Divide by 100  src/cart.js:10

<r>✗</> 1 finding blocks  <dim>exit 3 · 12s</>
`);
  });

  test("is its report alone with --quiet", async () => {
    const quiet = { ...style, level: "quiet", color: "never" } as const;
    expect(await screen(events.slice(1), REPORT.slice(0, 44), { style: quiet })).toBe(
      "fail: 1 of 2 findings blocks (P1 and worse)\nturnpipe: 1 finding blocks\n",
    );
  });
});

describe("a turn that was cut short", () => {
  const CUT = turnFailed({ cause: "interrupted", message: "stopped by SIGINT" }, 130);
  const cut: ThreadEvent = {
    ...CUT,
    thread_id: "t-1",
    turn_id: "u",
    partial: true,
    final_message: "Half an ans",
  } as ThreadEvent;
  const events = [threadStarted, delta("m", "Half an "), delta("m", "ans"), cut];

  test("keeps what came of the answer, and says how to go on", async () => {
    expect((await screen(events, null)).split("\n").slice(2)).toEqual([
      "",
      "Half an ans",
      "… (cut off)",
      "",
      "error: stopped by SIGINT",
      "resume with: turnpipe resume --last",
      expect.stringMatching(/^✗ failed {2}exit 130/),
      "",
    ]);
  });

  test("shows the answer so far on stderr if stdout is a pipe, and names a thread of another directory", async () => {
    const elsewhere = { ...threadStarted, cwd: "/elsewhere" } as ThreadEvent;
    const text = await screen([elsewhere, ...events.slice(1)], null, { isPiped: true });
    expect(text.split("\n").slice(2, -2)).toEqual([
      "the answer so far:",
      "  Half an ans",
      "error: stopped by SIGINT",
      "resume with: turnpipe resume t-1",
    ]);
  });

  test("cannot be resumed if it was not stored", async () => {
    const texts = [{ ephemeral: true }, { demo: "hello" }].map((style) =>
      screen(events, null, { style }),
    );
    expect((await Promise.all(texts)).filter((text) => text.includes("resume"))).toEqual([]);
  });
});

test("a secret between two pieces of an answer is not shown", async () => {
  const env = { A_TOKEN: "sesame-open-up" };
  const events = [
    ...written("m", "It is sesame-open-up.", ["It is sesame-", "open", "-up."]),
    DONE,
  ];
  const text = await screen(events, "It is sesame-open-up.", { env });
  expect(text.split("\n")[0]).toBe("It is [redacted].");
});

describe("on GitHub Actions", () => {
  /** What the log gets, whose reader is a runner. */
  async function log(events: readonly ThreadEvent[], level: SinkStyle["level"]): Promise<string> {
    const stderr = new MemoryStream();
    const { world } = emptyWorld([]);
    const runContext = createRunContext({ ...world, stderr, env: { GITHUB_ACTIONS: "true" } });
    const sink = progressSink({ ...STYLE, level }, runContext, ownStdout(runContext));
    for (const event of events) await sink.emit(event);
    sink.close();
    return stderr.text;
  }
  const hostile = { ...threadStarted, model: "m\n::error::x" } as ThreadEvent;
  const events = [
    hostile,
    completed(command("ls")),
    completed(message("::stop-commands::x")),
    completed(command("ls")),
  ];

  test("the progress is a group, which no text of the model can end", async () => {
    expect((await log([...events, turnCompleted()], "normal")).split("\n")).toEqual([
      "::group::turnpipe: what m⏎::error::x did",
      expect.stringMatching(/^m⏎::error::x {2}effort high/),
      "✓ ls",
      " : :stop-commands::x".trimStart(),
      "✓ ls",
      "::endgroup::",
      "✓ done  12s",
      "",
    ]);
  });

  test("the group ends with a run that ends before its turn, and a quiet one has none", async () => {
    const texts = await Promise.all([log(events.slice(0, 1), "normal"), log(events, "quiet")]);
    expect(texts.map((text) => text.split("\n").slice(-2))).toEqual([["::endgroup::", ""], [""]]);
  });
});

const tagged = (text: string): string =>
  text.replaceAll(/\x1b\[(\d+)m/g, (_, code: string) => TAGS[code] ?? `<${code}>`);

const TAGS: Readonly<Record<string, string>> = {
  ...{
    0: "</>",
    1: "<b>",
    2: "<dim>",
    22: "</>",
    31: "<r>",
    32: "<g>",
    33: "<y>",
    36: "<c>",
    39: "</>",
  },
};
