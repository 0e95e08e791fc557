import { describe, expect, test } from "vitest";

import type { ThreadEvent } from "../../src/dialect/events.js";
import type { ThreadItem } from "../../src/dialect/items.js";
import { transcriptHead, transcriptTurn } from "../../src/output/transcript.js";
import type { ThreadRecord } from "../../src/dialect/records.js";
import {
  command,
  completed,
  mcpCall,
  message,
  plan,
  reasoning,
  turnFailed,
} from "./sample-events.js";

/** A moment on the reader's own clock, wherever the test runs. */
const MOMENT = new Date(2026, 0, 2, 3, 4, 5).toISOString();
const THREAD: ThreadRecord = {
  id: "t-1",
  name: "The release",
  preview: "Make it so",
  cwd: "/repo",
  model: "gpt",
  model_provider: "openai",
  effort: null,
  source: "exec",
  created_at: MOMENT,
  updated_at: MOMENT,
  archived: false,
  forked_from: null,
  parent: null,
  git: null,
  codex_version: null,
  path: null,
};
const HOSTILE = "a\x1b]0;owned\x07b\x1b[2Jc\u{202E}d";
const STEERING = /[\0-\x08\x0B-\x1F\x7F-\x9F\u{202A}-\u{202E}\u{2066}-\u{2069}]/u;

const turnStarted = (prompt: string | null, started_at: string | null = null): ThreadEvent => ({
  type: "turn.started",
  turn_id: "u",
  started_at,
  prompt,
});
const shown = (...items: ThreadItem[]): string => transcriptTurn(items.map(completed), 1);

describe("the head", () => {
  test("is a title, and where the thread is from", () => {
    expect(transcriptHead(THREAD)).toBe(
      "# The release\n\nThread `t-1`, model gpt, in `/repo`, since 2026-01-02 03:04\n",
    );
  });

  test("has the prompt for a title where there is no name, and leaves out what is not known", () => {
    const bare = { ...THREAD, name: null, cwd: null, model: null, created_at: null };
    expect([transcriptHead(bare), transcriptHead({ ...bare, preview: "" })]).toEqual([
      "# Make it so\n\nThread `t-1`\n",
      "# t-1\n\nThread `t-1`\n",
    ]);
  });

  test("has a title that is one line and no Markdown of its own", () => {
    const name = "# *a* _b_ `c`\n[d](e) <img src=x> \\f";
    expect(transcriptHead({ ...THREAD, name }).split("\n")[0]).toBe(
      "# \\# \\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) \\<img src=x\\> \\\\f",
    );
  });

  test("cannot steer a terminal", () => {
    const odd = { ...THREAD, name: HOSTILE, cwd: `/repo/${HOSTILE}`, model: HOSTILE };
    expect(STEERING.test(transcriptHead(odd))).toBe(false);
  });
});

describe("a prompt", () => {
  test("is quoted line by line below the number of its turn", () => {
    const text = "One\n\n> two\n```\n## three\n";
    expect(transcriptTurn([turnStarted(text, MOMENT)], 7)).toBe(
      "\n## Turn 7, 2026-01-02 03:04\n\n> One\n>\n> > two\n> ```\n> ## three\n",
    );
  });

  test("may have come at a time that nobody knows", () => {
    expect(transcriptTurn([turnStarted("Go")], 1)).toBe("\n## Turn 1\n\n> Go\n");
  });

  test.each([null, "", " \n"])("that is %j is no quote", (prompt) => {
    expect(transcriptTurn([turnStarted(prompt)], 1)).toBe("\n## Turn 1\n");
  });
});

describe("what was done", () => {
  test("parts stand apart, in the order they ended", () => {
    const events: ThreadEvent[] = [
      turnStarted("Go"),
      { type: "item.started", item: command("ls") },
      completed(reasoning("**Hm**\n\nso")),
      completed(command("ls", { aggregated_output: "a\nb\n" })),
      completed(message("Done.\n\n- one\n- two\n")),
    ];
    expect(transcriptTurn(events, 1)).toBe(
      "\n## Turn 1\n\n> Go\n\n> **Hm**\n>\n> so\n\n```console\n$ ls\na\nb\n```\n\n" +
        "Done.\n\n- one\n- two\n",
    );
  });

  test("a command without output is its line alone", () => {
    expect(shown(command("true"))).toBe("\n```console\n$ true\n```\n");
  });

  test.each([
    ["no fence", "plain", "```"],
    ["inline code", "a `b` c", "```"],
    ["a fence", "```js\nx\n```", "````"],
    ["a longer fence", "`````\nx\n`````", "``````"],
    ["a fence with an escape sequence in it", "``\x1b[0m`\n# out\n", "````"],
  ])("output with %s is inside a fence that is longer", (_, output, fence) => {
    const rows = shown(command("cat", { aggregated_output: output }))
      .trim()
      .split("\n");
    expect([rows[0], rows.at(-1)]).toEqual([`${fence}console`, fence]);
  });

  test("a long output keeps both its ends", () => {
    const rows = (count: number) => Array.from({ length: count }, (_, at) => `row ${String(at)}`);
    const page = (count: number) =>
      shown(command("cat", { aggregated_output: rows(count).join("\n") }))
        .trim()
        .split("\n")
        .slice(2, -1);
    expect([page(40), page(41), page(42), page(1000)]).toEqual([
      rows(40),
      rows(41),
      [...rows(20), "… 2 more lines", ...rows(42).slice(-20)],
      [...rows(20), "… 960 more lines", ...rows(1000).slice(-20)],
    ]);
  });

  test("files are a list, with their diffs when they were asked for", () => {
    const change = (more: object): ThreadItem => ({
      id: "item_f",
      type: "file_change",
      status: "completed",
      changes: [
        { path: "/repo/a", kind: "add", ...more },
        { path: "/repo/b", kind: "update", move_path: "/repo/c" },
      ],
    });
    expect([shown(change({})), shown(change({ diff: "+one\n" }))]).toEqual([
      "\n- add `/repo/a`\n- update `/repo/b` -> `/repo/c`\n",
      "\n- add `/repo/a`\n\n```diff\n+one\n```\n- update `/repo/b` -> `/repo/c`\n",
    ]);
  });

  test("tools, agents, searches, plans and warnings are a line each", () => {
    expect([
      shown(mcpCall()),
      shown(mcpCall({ status: "failed" })),
      shown({
        id: "c",
        type: "collab_tool_call",
        tool: "wait",
        sender_thread_id: "t",
        receiver_thread_ids: [],
        prompt: null,
        agents_states: {},
        status: "completed",
      }),
      shown({ id: "w", type: "web_search", query: "a *b*\nc", action: { type: "search" } }),
      shown(plan("x first", "*second*")),
      shown({ id: "e", type: "error", message: "careful\n# now" }),
      shown({ id: "u", type: "unknown", raw: {} }),
    ]).toEqual([
      "\n- `docs/search` completed\n",
      "\n- `docs/search` failed\n",
      "\n- agents: `wait` completed\n",
      "\n- web search: a \\*b\\* c\n",
      "\n- [x] first\n- [ ] \\*second\\*\n",
      "\n**Warning**: careful \\# now\n",
      "",
    ]);
  });

  test.each([
    ["a change that failed", failedChange(), /failed|not applied/],
    ["a command that was declined", command("rm x", { status: "declined" }), /declined/],
    ["a command that failed", command("false", { status: "failed", exit_code: 3 }), /\b3\b/],
  ])("%s does not read as if it had worked", (_, item, words) => {
    expect(shown(item)).toMatch(words);
  });
});

describe("a turn that failed", () => {
  test("says why, on one line and as plain words", () => {
    const events = [turnStarted("Go"), turnFailed({ message: "it *broke*\nbadly" }, 1)];
    expect(transcriptTurn(events, 1)).toBe(
      "\n## Turn 1\n\n> Go\n\n**Failed** (failed): it \\*broke\\* badly\n",
    );
  });

  test("says it once, though the error was a line of its own", () => {
    const events: ThreadEvent[] = [{ type: "error", message: "it broke" }, turnFailed({}, 1)];
    expect(transcriptTurn(events, 1)).toBe("\n**Failed** (failed): it broke\n");
  });
});

test.each<[string, ThreadEvent]>([
  ["a prompt", turnStarted(HOSTILE)],
  ["a message", completed(message(HOSTILE))],
  ["a thought", completed(reasoning(HOSTILE))],
  ["a command", completed(command("x", { command: HOSTILE }))],
  ["an output", completed(command("x", { aggregated_output: HOSTILE }))],
  ["a file's name", completed(changed({ path: HOSTILE, kind: "add" }))],
  ["a file's new name", completed(changed({ path: "a", kind: "update", move_path: HOSTILE }))],
  ["a diff", completed(changed({ path: "a", kind: "add", diff: HOSTILE }))],
  ["a tool's name", completed(mcpCall({ tool: HOSTILE }))],
  ["a tool server's name", completed(mcpCall({ server: HOSTILE }))],
  ["a failure", turnFailed({ message: HOSTILE }, 1)],
])("%s cannot steer a terminal", (_, event) => {
  expect(STEERING.test(transcriptTurn([event], 1))).toBe(false);
});

test("a file's name stays on its line, and in its code", () => {
  const text = shown(changed({ path: "a`b\n# c", kind: "add" }));
  expect(text.trim().split("\n")).toHaveLength(1);
});

type Change = Extract<ThreadItem, { type: "file_change" }>["changes"][number];

function changed(change: Change): ThreadItem {
  return { id: "f", type: "file_change", status: "completed", changes: [change] };
}

function failedChange(): ThreadItem {
  return { id: "f", type: "file_change", status: "failed", changes: [{ path: "a", kind: "add" }] };
}
