import { describe, expect, test } from "vitest";

import { openEventSink } from "../../../commands/turn/event-sink.js";
import type { ThreadEvent } from "../../../src/dialect/events.js";
import { emptyWorld } from "../world.js";
import { Redactor } from "../../../src/redact/redactor.js";

type Level = "quiet" | "normal" | "verbose";

const notMine = (): Promise<void> => Promise.reject(new Error("nothing belongs on stdout"));

/** What a report of one event, one warning and one note says, and where. */
async function said(style: { json: boolean; level: Level }) {
  const { world, stderr } = emptyWorld([]);
  const events: ThreadEvent[] = [];
  const stdout = {
    event: (event: ThreadEvent) => Promise.resolve(void events.push(event)),
    record: notMine,
    text: notMine,
    message: notMine,
  };
  const runContext = { ...world, stop: new AbortController(), secrets: new Redactor() };
  const sink = await openEventSink({ ...style, color: "never" }, runContext, stdout);
  await sink.emit({ type: "error", message: "boom" });
  sink.notes.warn("careful");
  sink.notes.note("by the way");
  sink.close();
  return { events, stderr: stderr.text };
}

describe("for programs", () => {
  test.each<[Level, string]>([
    ["quiet", ""],
    ["normal", "warning: careful\n"],
    ["verbose", "warning: careful\nby the way\n"],
  ])("%s: events on stdout, words on stderr", async (level, stderr) => {
    expect(await said({ json: true, level })).toEqual({
      events: [{ type: "error", message: "boom" }],
      stderr,
    });
  });
});

test("server text cannot send control sequences to the terminal", async () => {
  const { world, stderr } = emptyWorld([]);
  const stdout = { event: notMine, record: notMine, text: notMine, message: notMine };
  const runContext = { ...world, stop: new AbortController(), secrets: new Redactor() };
  const { notes } = await openEventSink(
    { json: true, level: "normal", color: "never" },
    runContext,
    stdout,
  );
  notes.warn("a line \u001B]0;owned\u0007 of garbage");
  expect(stderr.text).toBe("warning: a line  of garbage\n");
});

describe("for people", () => {
  test.each<Level>(["quiet", "normal", "verbose"])("%s: nothing on stdout", async (level) => {
    expect((await said({ json: false, level })).events).toEqual([]);
  });

  test("quiet says nothing on stderr either", async () => {
    expect((await said({ json: false, level: "quiet" })).stderr).toBe("");
  });

  test("notes are for those who asked for more", async () => {
    const [normal, verbose] = await Promise.all([
      said({ json: false, level: "normal" }),
      said({ json: false, level: "verbose" }),
    ]);
    expect([normal, verbose].map(({ stderr }) => stderr.includes("by the way"))).toEqual([
      false,
      true,
    ]);
  });
});
