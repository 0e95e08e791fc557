import { expect, test } from "vitest";

import type { ThreadEvent } from "../../src/dialect/events.js";
import { createPaint } from "../../src/output/colour.js";
import { renderTurn } from "../../src/output/render-turn.js";
import {
  command,
  completed,
  message,
  reasoning,
  turnCompleted,
  turnFailed,
} from "./sample-events.js";

const turnStarted = (prompt: string | null): ThreadEvent => ({
  type: "turn.started",
  turn_id: "u",
  started_at: null,
  prompt,
});
/** The end of a turn that was stored: nobody counted. */
const done = (final_message: string | null): ThreadEvent => ({
  ...(turnCompleted({ final_message }) as Extract<ThreadEvent, { type: "turn.completed" }>),
  usage: null,
  turn_usage: null,
});

const rendered = (events: ThreadEvent[], { columns = 80, colour = false, cwd = "/repo" } = {}) =>
  renderTurn(events, { cwd, columns, paint: createPaint(colour) }).split("\n");

test("a turn is what was asked, what was done, how it ended and what was answered", () => {
  const change = completed({
    id: "item_f",
    type: "file_change",
    status: "completed",
    changes: [{ path: "/repo/src/a.ts", kind: "add" }],
  });
  expect(
    rendered([
      turnStarted("Fix it"),
      completed(reasoning("**Thinking**\n\nhard")),
      completed(message("Let me look.")),
      completed(command("npm test", { status: "failed", exit_code: 1, duration_ms: 900 })),
      change,
      completed(message("All good.")),
      done("All good."),
    ]),
  ).toEqual([
    "> Fix it",
    "Thinking",
    "Let me look.",
    "✗ npm test  exit 1 · 900ms",
    "A src/a.ts",
    "✓ done  12s",
    "All good.",
    "",
  ]);
});

test("a prompt of several lines is moved in below its first", () => {
  expect(rendered([turnStarted("One\n\n  two\nthree"), done("Ok")])).toEqual([
    "> One",
    "    two",
    "  three",
    "✓ done  12s",
    "Ok",
    "",
  ]);
});

test("a turn that nobody asked for and that answers nothing has neither line", () => {
  expect(rendered([turnStarted(null), done(null)])).toEqual(["✓ done  12s", ""]);
});

test("a turn that failed says why, and shows what had been said", () => {
  expect(
    rendered([
      turnStarted("Go"),
      completed(message("Half an answer")),
      { type: "error", message: "it broke" },
      turnFailed({}, 1),
    ]),
  ).toEqual(["> Go", "error: it broke", "Half an answer", "✗ failed  exit 1 · 3.2s", ""]);
});

test("a turn that still runs has no end", () => {
  expect(rendered([turnStarted("Go"), completed(command("ls"))])).toEqual(["> Go", "✓ ls", ""]);
});

test("nothing in it steers the terminal", () => {
  const hostile = "a\x1b]0;owned\x07b\x1b[2Jc\rd\u{202E}e";
  const text = rendered([
    turnStarted(hostile),
    completed(command("ls", { command: hostile })),
    completed(message(`${hostile} first`)),
    completed(
      command("ls", {
        command: hostile,
        status: "failed",
        aggregated_output: hostile,
        exit_code: 1,
      }),
    ),
    { type: "error", message: hostile },
    done(hostile),
  ]).join("\n");
  expect(/[\0-\x08\x0B-\x1F\x7F-\x9F\u{202A}-\u{202E}]/u.test(text)).toBe(false);
});

test("marks are coloured, when that is wanted", () => {
  expect(
    rendered([turnStarted("Go"), completed(command("ls")), done("Ok")], { colour: true }),
  ).toEqual([
    "\x1b[1m>\x1b[22m Go",
    "\x1b[32m✓\x1b[39m ls",
    "\x1b[32m✓\x1b[39m done  \x1b[2m12s\x1b[22m",
    "Ok",
    "",
  ]);
});

test("what was done is cut to the terminal", () => {
  const item = command("x".repeat(200), { duration_ms: 5 });
  expect(rendered([turnStarted("Go"), completed(item)], { columns: 40 })[1]).toBe(
    `✓ ${"x".repeat(32)}…  5ms`,
  );
});

test("an answer is whole: all its lines, however long", () => {
  const answer = `${"long ".repeat(400)}end\n\nlast`;
  expect(rendered([turnStarted("Go"), done(answer)]).join("\n")).toContain(
    `${"long ".repeat(400)}end`,
  );
});

test("blank lines of an answer stay: they part its paragraphs", () => {
  expect(rendered([turnStarted("Go"), done("One.\n\nTwo.")]).slice(2)).toHaveLength(4);
});
