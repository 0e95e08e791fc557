import { spawn } from "node:child_process";
import { once } from "node:events";

import { afterEach, describe, expect, test } from "vitest";

import { systemProcessTree } from "../../src/process/process-tree.js";
import { descendantsOf, readProcess } from "../../src/process/proc.js";
import { parseProcesses } from "../../src/process/ps.js";

const shells: ReturnType<typeof spawn>[] = [];
afterEach(() => {
  for (const shell of shells.splice(0)) process.kill(-shell.pid!, "SIGKILL");
});

/** A shell with a child and a grandchild, once all of them are up. */
async function threeGenerations() {
  const inner = "sleep 1000 & echo $!; wait";
  const shell = spawn("/bin/sh", ["-c", `sh -c '${inner}' & echo $!; wait`], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  shells.push(shell);
  let said = "";
  while (said.split("\n").length < 3) said += String((await once(shell.stdout, "data"))[0]);
  const pids = said.trim().split("\n").map(Number);
  return { pid: shell.pid!, pids: pids.sort((one, other) => one - other) };
}

const pidsOf = (processes: readonly { pid: number }[]): number[] =>
  processes.map(({ pid }) => pid).sort((one, other) => one - other);

describe.each(["linux", "darwin"] as const)("the way of %s", (system) => {
  const tree = systemProcessTree(system);

  test("finds children and theirs, and knows who lives", async () => {
    const { pid, pids } = await threeGenerations();
    const found = await tree.descendants(pid);
    const [first] = found;
    const later = { ...first!, started: "another time" };
    expect({
      found: pidsOf(found),
      stillRunning: pidsOf(await tree.stillRunning([...found, later])),
    }).toEqual({ found: pids, stillRunning: pids });
  });

  test("does not take a zombie for somebody who lives", async () => {
    const { pid } = await threeGenerations();
    const found = await tree.descendants(pid);
    const shell = shells[0]!;
    const exit = once(shell, "exit");
    process.kill(-pid, "SIGKILL");
    shells.length = 0;
    await exit;
    await expect.poll(async () => tree.stillRunning(found)).toEqual([]);
  });

  test("finds by the group what has lost its parent", async () => {
    const shell = spawn("/bin/sh", ["-c", "sleep 1000 & echo $!"], {
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const exit = once(shell, "exit");
    const [chunk] = (await once(shell.stdout, "data")) as [Buffer];
    await exit;
    const { entries: orphans } = await tree.search(shell.pid!, {})();
    process.kill(-shell.pid!, "SIGKILL");
    expect(pidsOf(orphans)).toEqual([Number(chunk.toString())]);
  });
});

test("Windows tells nothing", async () => {
  const tree = systemProcessTree("win32");
  const me = readProcess(process.pid)!;
  expect([
    await tree.descendants(1),
    await tree.search(1, { variable: "A=b" })(),
    await tree.stillRunning([me]),
  ]).toEqual([[], { entries: [], incomplete: false }, []]);
});

test("a number in use again owns no orphans: they are a later one's", async () => {
  const { pid } = await threeGenerations();
  expect((await systemProcessTree("linux").search(pid, {})()).entries).toEqual([]);
});

test("a process is known by its number, its name and its start", async () => {
  const { pid } = await threeGenerations();
  const { started, ...rest } = readProcess(pid)!;
  expect({ ...rest, started: /^\d+$/.test(started) }).toEqual({
    pid,
    name: "sh",
    started: true,
    parent: process.pid,
    group: pid,
    session: pid,
  });
  expect(readProcess(2 ** 30)).toBeUndefined();
  expect(descendantsOf(2 ** 30)).toEqual([]);
});

test("the list of ps is read with its zombies left out and its blanks kept", () => {
  const text = [
    "    1     0     1 Ss   Mon Nov 16 02:29:01 2026     /sbin/launchd",
    "  412     1   412 S    Tue Nov  3 12:00:00 2026     /Applications/Some App/A helper",
    "  413   412   412 Z    Tue Nov  3 12:00:01 2026     (codex)",
    "",
  ].join("\n");
  expect(parseProcesses(text)).toEqual([
    {
      pid: 1,
      name: "launchd",
      started: "Mon Nov 16 02:29:01 2026",
      parent: 0,
      group: 1,
      session: 1,
    },
    {
      pid: 412,
      name: "A helper",
      started: "Tue Nov  3 12:00:00 2026",
      parent: 1,
      group: 412,
      session: 0,
    },
  ]);
});
