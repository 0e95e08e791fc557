import { describe, expect, test } from "vitest";

import type { ThreadEvent } from "../../src/dialect/events.js";
import type { Line } from "../../src/output/line.js";
import { createEventLines } from "../../src/output/lines.js";
import * as sample from "./sample-events.js";

const { command, completed, mcpCall, message, plan, reasoning, started, updated } = sample;
const { threadStarted, turnCompleted, turnFailed } = sample;

const words = ({ text, note }: Line) => (note === undefined ? text : `${text}  [${note}]`);

function rendered(events: ThreadEvent[], { verbose = false } = {}): string[] {
  return events.flatMap(createEventLines({ verbose })).map(words);
}

test("a thread opens with what it runs on and where", () => {
  expect(rendered([threadStarted])).toEqual([
    "gpt-5.2-codex  [effort high · workspace-write · …/code/engine · " + "thread 0199a213-81c0]",
  ]);
});

describe("commands", () => {
  test("a good one is a tick, its words without the shell, and its time", () => {
    const item = command("npm test -- --run", { duration_ms: 3400 });
    expect(createEventLines({ verbose: false })(completed(item))).toEqual([
      { style: "good", text: "✓ npm test -- --run", note: "3.4s" },
    ]);
  });

  test("a failed one shows its status and the end of its output", () => {
    const output = "zero\none\n\ntwo\nthree\r\nfour\n\tfive\nsix\nseven\neight\n\n";
    const item = command("make", {
      status: "failed",
      exit_code: 2,
      aggregated_output: output,
      duration_ms: 65_000,
    });
    expect(createEventLines({ verbose: false })(completed(item))).toEqual([
      { style: "bad", text: "✗ make", note: "exit 2 · 1m 05s" },
      { style: "dim", text: "    one" },
      { style: "dim", text: "    two" },
      { style: "dim", text: "    three" },
      { style: "dim", text: "    four" },
      { style: "dim", text: "    \tfive" },
      { style: "dim", text: "    six" },
      { style: "dim", text: "    seven" },
      { style: "dim", text: "    eight" },
    ]);
  });

  test("a declined one says so, and one without a status has failed", () => {
    expect(
      rendered([
        completed(command("rm -r x", { status: "declined", exit_code: null })),
        completed(command("true", { status: "failed", exit_code: null })),
      ]),
    ).toEqual(["✗ rm -r x  [declined]", "✗ true  [failed]"]);
  });

  test.each([
    ["/bin/bash -lc 'npm test'", "npm test"],
    [`/bin/zsh -lc "echo 'a' \\$HOME"`, "echo 'a' $HOME"],
    [`bash -c 'it'"'"'s here'`, "it's here"],
    ["bash -lc ls", "ls"],
    ["bash -lc ls -la", "bash -lc ls -la"],
    ["'C:\\Windows\\powershell.exe' -Command 'Get-Item x'", "Get-Item x"],
    ["/bin/bash -lc 'cat <<E > a\n  one\nE'", "cat <<E > a⏎  one⏎E"],
    ["git status", "git status"],
  ])("%s reads %s", (given, shown) => {
    expect(rendered([completed(command("", { command: given }))])).toEqual([`✓ ${shown}`]);
  });
});

test("a file change is a letter and a path below the working directory", () => {
  const change = (status: "completed" | "failed"): ThreadEvent =>
    completed({
      id: "item_f",
      type: "file_change",
      status,
      changes: [
        { path: "/home/ada/code/engine/src/new.ts", kind: "add" },
        { path: "/home/ada/code/engine/src/old.ts", kind: "update" },
        { path: "/home/ada/code/engine-2/gone.ts", kind: "delete" },
        { path: "src/a.ts", kind: "update", move_path: "/home/ada/code/engine/src/b.ts" },
      ],
    });
  expect(rendered([threadStarted, change("completed")]).slice(1)).toEqual([
    "A src/new.ts",
    "M src/old.ts",
    "D /home/ada/code/engine-2/gone.ts",
    "R src/a.ts -> src/b.ts",
  ]);
  expect(rendered([threadStarted, change("failed")])[1]).toBe("✗ A src/new.ts  [not applied]");
});

test("a tool call names server and tool, and why it failed", () => {
  const content = [{ type: "image" }, { type: "text", text: "no such\npage" }];
  expect(
    rendered([
      completed(mcpCall({ duration_ms: 85 })),
      completed(mcpCall({ status: "failed", error: { message: "connection\nrefused" } })),
      completed(mcpCall({ status: "failed", result: { content, structured_content: null } })),
      completed(mcpCall({ status: "failed" })),
    ]),
  ).toEqual([
    "✓ mcp docs/search  [85ms]",
    "✗ mcp docs/search failed: connection refused",
    "✗ mcp docs/search failed: no such page",
    "✗ mcp docs/search failed",
  ]);
});

test("web searches and other agents are one line each", () => {
  const search = (query: string, action: { type: string; [key: string]: unknown }) =>
    completed({ id: "ws", type: "web_search", query, action });
  expect(
    rendered([
      search("node 20 esm", { type: "search" }),
      search("", { type: "search", query: "zod" }),
      search("", { type: "open_page", url: "https://example.org/a" }),
      search("", { type: "find_in_page", url: "https://example.org/a", pattern: "exit" }),
      completed({
        id: "item_c",
        type: "collab_tool_call",
        tool: "spawn_agent",
        sender_thread_id: "a",
        receiver_thread_ids: ["b"],
        prompt: "read the docs",
        agents_states: {},
        status: "completed",
      }),
      completed({ id: "item_u", type: "unknown", raw: {} }),
    ]),
  ).toEqual([
    "✓ web search: node 20 esm",
    "✓ web search: zod",
    "✓ web page: https://example.org/a",
    "✓ web page: exit in https://example.org/a",
    "✓ agents spawn_agent: read the docs",
  ]);
});

test("reasoning is its first line, or all of it when verbose", () => {
  const event = completed(reasoning("\n**Looking around**\n\nThe test fails because\nof a typo."));
  expect(rendered([event])).toEqual(["Looking around"]);
  expect(rendered([event], { verbose: true })).toEqual([
    "Looking around",
    "  The test fails because",
    "  of a typo.",
  ]);
});

describe("messages", () => {
  test("the answer is left to stdout, what came before it is shown", () => {
    expect(
      rendered([
        completed(message("I look at the test first.", "item_0")),
        started(command("npm test")),
        completed(command("npm test")),
        completed(message("Found it.\nOne typo.", "item_1")),
        completed(message("Fixed.", "item_2")),
        turnCompleted({ final_message: "Fixed.\n" }),
      ]),
    ).toEqual([
      "I look at the test first.",
      "✓ npm test",
      "Found it.",
      "  One typo.",
      "✓ done  [12s]",
    ]);
  });

  test("neither a plan closed behind the answer nor a late warning brings it out", () => {
    expect(
      rendered([
        started(plan("a")),
        started(command("sleep 9")),
        completed(message("Done.")),
        completed(command("sleep 9")),
        completed({ id: "item_e", type: "error", message: "a late word" }),
        completed(plan("a")),
        turnCompleted({ final_message: "Done." }),
      ]),
    ).toEqual(["plan:", "  • a", "✓ sleep 9", "warning: a late word", "✓ done  [12s]"]);
  });

  test("a message that is not the answer after all is still shown", () => {
    expect(
      rendered([completed(message("Nearly.")), turnCompleted({ final_message: "Done." })]),
    ).toEqual(["Nearly.", "✓ done  [12s]"]);
    expect(rendered([completed(message("Nearly.")), turnFailed({}, 1)])).toEqual([
      "Nearly.",
      "error: it broke",
      "✗ failed  [exit 1 · 3.2s]",
    ]);
  });

  test("a long one is shortened unless verbose", () => {
    const events = [completed(message("1\n2\n3\n4\n5\n6\n7\n8")), completed(reasoning("hm"))];
    expect(rendered(events)).toEqual([
      "1",
      "  2",
      "  3",
      "  4",
      "  5",
      "  6",
      "  … 2 more lines",
      "hm",
    ]);
    expect(rendered(events, { verbose: true })).toHaveLength(9);
  });
});

test("a plan is listed once, and then its steps tick", () => {
  expect(
    rendered([
      started(plan("x read", "write", "test")),
      updated(plan("x read", "x write", "test")),
      updated(plan("x read", "x write", "test")),
      completed(plan("x read", "x write", "x test")),
    ]),
  ).toEqual([
    "plan:",
    "  ✓ read",
    "  • write",
    "  • test",
    "✓ write  [2 of 3]",
    "✓ test  [3 of 3]",
  ]);
});

describe("warnings and errors", () => {
  test("the same words are said once", () => {
    const warning = completed({ id: "item_e", type: "error", message: "old config key" });
    expect(
      rendered([
        warning,
        warning,
        { type: "error", message: "Reconnecting... 1/5 (stream closed)" },
        { type: "error", message: "no such model" },
        turnFailed({ message: "no such model", cause: "model_not_found" }, 1),
      ]),
    ).toEqual([
      "warning: old config key",
      "warning: Reconnecting... 1/5 (stream closed)",
      "error: no such model",
      "✗ failed  [exit 1 · 3.2s]",
    ]);
  });

  test("one of several lines keeps them", () => {
    expect(rendered([{ type: "error", message: "bad request\n{\n  x\n}\n" }])).toEqual([
      "error: bad request",
      "  {",
      "    x",
      "  }",
    ]);
  });

  test("an mcp server that does not start is a warning", () => {
    const status = (words: string, error: string | null): ThreadEvent => ({
      type: "mcp.status",
      server: "docs",
      status: words,
      error,
    });
    const events = [status("ready", null), status("failed", "not found")];
    expect(rendered(events)).toEqual(["warning: mcp server docs failed: not found"]);
    expect(rendered(events, { verbose: true })[0]).toBe("mcp server docs ready");
  });

  test("an approval tells its decision and reason", () => {
    const resolved: ThreadEvent = {
      type: "approval.resolved",
      request_id: 1,
      kind: "command",
      decision: "decline",
      reason: "no rule allows it",
      subject: "run: git push",
    };
    expect(rendered([resolved, { ...resolved, decision: "accept", reason: "" }])).toEqual([
      "declined: run: git push (no rule allows it)",
      "allowed: run: git push",
    ]);
  });
});

describe("the end of a turn", () => {
  test("sums up what was done and spent", () => {
    expect(
      rendered([
        turnCompleted({
          duration_ms: 125_000,
          work: { files_changed: 3, commands_failed: 1, mcp_failed: 2, declined: 1 },
          turn_usage: { input_tokens: 1_234_567, cached_input_tokens: 8000, output_tokens: 567 },
        }),
      ]),
    ).toEqual([
      "✓ done  [2m 05s · 3 files changed · 1 command failed · 2 tool calls failed · " +
        "1 request declined · tokens 1,234,567 in (8,000 cached), 567 out]",
    ]);
  });

  test("says the problem of a turn that completed and still does not count", () => {
    const problem = "the turn changed no file";
    expect(
      rendered([
        turnCompleted({ exit_code: 3, cause: "no_change", problem }),
        turnCompleted({ exit_code: 3, cause: "no_change", duration_ms: null }),
      ]),
    ).toEqual(["✗ the turn changed no file  [exit 3 · 12s]", "✗ no change  [exit 3]"]);
  });

  test.each([
    ["unauthorized", null, "  log in with: turnpipe login (or set CODEX_API_KEY)"],
    ["context_window", null, "  start a new thread, or ask for less in one turn"],
    ["rate_limit", null, "  try again later"],
    ["usage_limit", new Date(2026, 4, 1, 9, 5).toISOString(), "  try again after 2026-05-01 09:05"],
    ["usage_limit", "tomorrow", "  try again after tomorrow"],
  ])("a turn failed by %s (reset: %s) hints at the way out", (cause, resets_at, hint) => {
    expect(rendered([turnFailed({ cause, resets_at }, 4)])).toEqual([
      "error: it broke",
      hint,
      "✗ failed  [exit 4 · 3.2s]",
    ]);
  });
});

test("deltas, diffs and raw messages are for programs", () => {
  expect(
    rendered(
      [
        { type: "turn.started" },
        { type: "item.delta", raw_id: "x", item_type: "agent_message", delta: "hel" },
        { type: "turn.diff", diff: "+x" },
        { type: "turn.plan", explanation: null, plan: [] },
        { type: "raw", method: "x/y", params: {} },
      ],
      { verbose: true },
    ),
  ).toEqual([]);
});
