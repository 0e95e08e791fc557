import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import type { ServerProcess } from "../../src/process/launcher.js";
import { createLauncher } from "../../src/process/launcher.js";
import { stopProcess } from "../../src/process/stop.js";
import { lifeline, server } from "../transport/server.js";
import { sendSignal } from "../helpers/launchers.js";

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

test("what left the group of the server gets SIGTERM with it", async () => {
  const place = await lifeline();
  const child = launcher.launch(server("runaway", place.path));
  const gone = once(await place.arrived(), "close");
  expect(await stopProcess(child)).toEqual([]);
  await gone;
  place.close();
});

/** A bash script as a server that exits on SIGTERM; it prints when all is up, and then writes to the file. */
async function shell(script: string) {
  const folder = mkdtempSync(join(tmpdir(), "turnpipe-stop-"));
  const file = join(folder, "written");
  const args = ["-c", `trap exit TERM\n${script}\nwait`, file];
  const child = launcher.launch({ ...server("deaf"), file: "/bin/bash", args });
  await once(child.stdout!, "data");
  const killed = await stopProcess(child);
  const written = existsSync(file) ? readFileSync(file, "utf8") : "";
  rmSync(folder, { recursive: true });
  return { killed: killed.map(({ name }) => name), written };
}

/** A trap that takes a moment. The shell is up when its child is: before exec that has the shell's signal handlers. */
const TRAP = `trap 'sleep 0.2 && echo cleared >> "$0"' EXIT; sleep 300 &
  until [ "$(cat /proc/$!/comm)" = sleep ]; do :; done; echo up; wait`;

// What a trap runs must not get a signal: it would leave the trap half done.
test("a shell in a session of its own runs its traps to the end", async () => {
  expect(await shell(`setsid bash -c ${quoted(TRAP)} "$0" &`)).toEqual({
    killed: [],
    written: "cleared\n",
  });
});

test("a shell has run its traps before a server that would kill it gets SIGTERM", async () => {
  const killsIt = `setsid bash -c ${quoted(TRAP)} "$0" & trap "kill -KILL $!; exit" TERM`;
  expect(await shell(killsIt)).toEqual({ killed: [], written: "cleared\n" });
});

test("a shell that ignores SIGTERM is killed, and told", async () => {
  const deaf = `trap "" TERM; echo up; while :; do read -t 300 <> <(:); done`;
  expect(await shell(`setsid bash -c ${quoted(deaf)} &`)).toEqual({
    killed: ["bash"],
    written: "",
  });
});

// With "set -m" a job has a group of its own in the session of its shell, as tool servers have.
test("a tool server may save something at the end of its input", async () => {
  const tool = `trap 'echo TERM >> "$0"' TERM; echo up; read; sleep 0.1; echo saved >> "$0"`;
  expect(await shell(`set -m; cat | bash -c ${quoted(tool)} "$0" &`)).toEqual({
    killed: [],
    written: "saved\n",
  });
});

test("a tool server that stays at the end of its input gets SIGTERM, and is told", async () => {
  const tool = `trap 'echo TERM >> "$0"; exit' TERM; echo up; while :; do read -t 300 <> <(:); done`;
  expect(await shell(`set -m; bash -c ${quoted(tool)} "$0" &`)).toEqual({
    killed: ["bash"],
    written: "TERM\n",
  });
});

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

test("what a dead server left in its group is ended, and told", async () => {
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
