import { once } from "node:events";

import { afterEach, expect, test } from "vitest";

import type { ServerProcess } from "../../src/process/launcher.js";
import { createLauncher } from "../../src/process/launcher.js";
import { stopProcess } from "../../src/process/stop.js";
import { lifeline, server } from "../transport/server.js";
import { sendSignal } from "../helpers/send-signal.js";

const launcher = createLauncher(sendSignal);
afterEach(() => {
  launcher.killAll();
});

/** What a server of `servers/` says first. */
async function firstLine(child: ServerProcess): Promise<unknown> {
  const [chunk] = (await once(child.stdout!, "data")) as [Buffer];
  return JSON.parse(chunk.toString()) as unknown;
}

test("a server that obeys and started nothing leaves nothing to kill", async () => {
  const child = launcher.launch(server("deaf"));
  await firstLine(child);
  expect({ killed: await stopProcess(child), by: child.signalCode }).toEqual({
    killed: [],
    by: "SIGTERM",
  });
});

test("what left the group of the server is killed, and told", async () => {
  const place = await lifeline();
  const child = launcher.launch(server("runaway", place.path));
  const { pid } = (await firstLine(child)) as { pid: number };
  const gone = once(await place.arrived(), "close");
  expect(await stopProcess(child)).toEqual([
    { pid, name: expect.stringMatching(/^node/) as string },
  ]);
  await gone;
  place.close();
});

test("what a dead server left in its group is killed, and told", async () => {
  const place = await lifeline();
  const child = launcher.launch(server("parent", place.path, "leaves"));
  const exit = once(child, "exit");
  const gone = once(await place.arrived(), "close");
  await exit;
  const killed = await stopProcess(child);
  await gone;
  expect(killed).toEqual([
    { pid: expect.any(Number) as number, name: expect.stringMatching(/^node/) as string },
  ]);
  place.close();
});

test("what left a server that is dead is known by its mark, and strangers stay", async () => {
  const [place, otherPlace] = [await lifeline(), await lifeline()];
  const child = launcher.launch(server("runaway", place.path, "leaves"));
  launcher.launch(server("runaway", otherPlace.path, "leaves"));
  const exit = once(child, "exit");
  const { pid } = (await firstLine(child)) as { pid: number };
  const gone = once(await place.arrived(), "close");
  const foreign = await otherPlace.arrived();
  await exit;
  const killed = await stopProcess(child);
  await gone;
  expect({ killed, otherLives: !foreign.closed }).toEqual({
    killed: [{ pid, name: expect.stringMatching(/^node/) as string }],
    otherLives: true,
  });
  place.close();
  foreign.destroy();
  otherPlace.close();
});

test("a program that never started has nothing to stop", async () => {
  const child = launcher.launch({ ...server("deaf"), file: "/nowhere/codex" });
  await once(child, "error");
  expect(await stopProcess(child)).toEqual([]);
});
