import { expect, test } from "vitest";

import type { ProcessEntry } from "../../src/process/proc.js";
import { StopList } from "../../src/process/stop-list.js";

const SERVER = 2 ** 30;

/** A process that never runs; its pid is above those of any system. */
const entry = (
  offset: number,
  { parent = 0, group = offset, session = offset }: Partial<ProcessEntry> = {},
): ProcessEntry => ({
  pid: SERVER + offset,
  name: String(offset),
  started: "1",
  parent: SERVER + parent,
  group: SERVER + group,
  session: session === -1 ? 0 : SERVER + session,
});

const TOOL = entry(1, { session: 0 });
const BROWSER = entry(2, { parent: 1 });
const SHELL = entry(3);
const SLEEP = entry(4, { parent: 3, group: 3, session: 3 });
const HELPER = entry(5, { group: 0, session: 0 });

function listOf(...entries: ProcessEntry[]) {
  const signals: number[] = [];
  const list = new StopList(SERVER, (pid) => {
    signals.push(Math.sign(pid) * (Math.abs(pid) - SERVER));
  });
  list.groupTerminated();
  const names = (some: readonly ProcessEntry[]) => some.map(({ name }) => name);
  return { list, signals, first: names(list.add(entries)), names };
}

test("a shell gets SIGTERM once with its group, a tool server and what it started none", () => {
  const { list, signals, first, names } = listOf(TOOL, BROWSER, SHELL, SLEEP, HELPER);
  const again = list.add([SLEEP, BROWSER, entry(6, { parent: 4, group: 3, session: 3 })]);
  expect({ signals, first, again, tools: names(list.toolServers) }).toEqual({
    signals: [-3],
    first: ["3"],
    again: [],
    tools: ["1", "2"],
  });
});

test("a tool server that stays gets SIGTERM, and what it started", () => {
  const { list, signals, names } = listOf(TOOL, BROWSER);
  expect({
    got: names(list.terminate(list.toolServers)),
    signals,
    tools: list.toolServers,
  }).toEqual({ got: ["1", "2"], signals: [-1, -2], tools: [] });
});

test("a shell that was just forked is known when it has left the session of the server", () => {
  const { list, signals } = listOf(entry(3, { session: 0, group: 9 }));
  expect({ got: list.add([SHELL]), tools: list.toolServers, signals }).toEqual({
    got: [SHELL],
    tools: [],
    signals: [-3],
  });
});

test("where sessions are not known, the leader of one is a shell", () => {
  const unknown = (offset: number, group = offset) => entry(offset, { group, session: -1 });
  const { list, signals, names } = listOf(unknown(1), SHELL, unknown(4, 3));
  list.terminate(list.toolServers);
  expect({ signals, tools: names(list.toolServers) }).toEqual({ signals: [-3, 1], tools: [] });
});
