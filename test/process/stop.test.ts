import { once } from "node:events";

import { afterEach, expect, test } from "vitest";

import type { ServerProcess } from "../../src/process/launcher.js";
import { createLauncher } from "../../src/process/launcher.js";
import { stop } from "../../src/process/stop.js";
import { roost, server } from "../transport/server.js";
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
  expect({ killed: await stop(child), by: child.signalCode }).toEqual({
    killed: [],
    by: "SIGTERM",
  });
});

test("what left the group of the server is killed, and told", async () => {
  const place = await roost();
  const child = launcher.launch(server("runaway", place.path));
  const { pid } = (await firstLine(child)) as { pid: number };
  const gone = once(await place.arrived(), "close");
  expect(await stop(child)).toEqual([{ pid, name: expect.stringMatching(/^node/) as string }]);
  await gone;
  place.close();
});

test("what a dead server left in its group is killed, and told", async () => {
  const place = await roost();
  const child = launcher.launch(server("parent", place.path, "leaves"));
  const exit = once(child, "exit");
  const gone = once(await place.arrived(), "close");
  await exit;
  const killed = await stop(child);
  await gone;
  expect(killed).toEqual([
    { pid: expect.any(Number) as number, name: expect.stringMatching(/^node/) as string },
  ]);
  place.close();
});

test("what left a server that is dead is known by its mark, and strangers stay", async () => {
  const [place, strange] = [await roost(), await roost()];
  const child = launcher.launch(server("runaway", place.path, "leaves"));
  launcher.launch(server("runaway", strange.path, "leaves"));
  const exit = once(child, "exit");
  const { pid } = (await firstLine(child)) as { pid: number };
  const gone = once(await place.arrived(), "close");
  const foreign = await strange.arrived();
  await exit;
  const killed = await stop(child);
  await gone;
  expect({ killed, strangerLives: !foreign.closed }).toEqual({
    killed: [{ pid, name: expect.stringMatching(/^node/) as string }],
    strangerLives: true,
  });
  place.close();
  foreign.destroy();
  strange.close();
});

test("a program that never started has nothing to stop", async () => {
  const child = launcher.launch({ ...server("deaf"), file: "/nowhere/codex" });
  await once(child, "error");
  expect(await stop(child)).toEqual([]);
});
