import { once } from "node:events";
import type * as ChildProcess from "node:child_process";
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { LaunchSpec, Launcher, ServerProcess } from "../../src/process/launcher.js";
import { createLauncher, killGroup } from "../../src/process/launcher.js";
import { lifeline, server } from "../transport/server.js";
import { sendSignal } from "../helpers/launchers.js";

vi.mock("node:child_process", async (original) => {
  const real = await original<typeof ChildProcess>();
  return { ...real, spawn: vi.fn(real.spawn) };
});

let launcher: Launcher;
beforeEach(() => {
  vi.mocked(spawn).mockClear();
  launcher = createLauncher(sendSignal);
});
afterEach(() => {
  launcher.killAll();
});

/** The processes started so far. */
const started = (): ServerProcess[] =>
  vi.mocked(spawn).mock.results.map(({ value }) => value as ServerProcess);

/** How a process ended: its status and its signal. */
const waitForExit = async (child: ServerProcess): Promise<[number | null, string | null]> =>
  child.exitCode === null && child.signalCode === null
    ? ((await once(child, "exit")) as [number | null, string | null])
    : [child.exitCode, child.signalCode];

test("a server is started as it is described, with pipes and a group of its own", () => {
  const spec = { ...server("deaf"), env: { PATH: "/usr/bin" } };
  launcher.launch(spec);
  expect(vi.mocked(spawn).mock.calls).toEqual([
    [
      "/usr/bin/prlimit",
      [expect.stringMatching(/^--locks=(\d+):\1$/) as string, process.execPath, ...spec.args],
      {
        cwd: tmpdir(),
        env: { PATH: "/usr/bin", TURNPIPE_CHILD: expect.any(String) as string },
        stdio: ["pipe", "pipe", "pipe"],
        detached: true,
        windowsHide: true,
      },
    ],
  ]);
});

test("what a server starts has its limit on file locks, without a variable of its environment as well", async () => {
  const script = "env -i setsid grep 'Max file locks' /proc/self/limits";
  const child = launcher.launch({ ...server("deaf"), file: "/bin/sh", args: ["-c", script] });
  const [chunk] = (await once(child.stdout!, "data")) as [Buffer];
  const limit = child.marks?.limit ?? "none";
  expect(chunk.toString().split(/ {2,}/).slice(0, 3)).toEqual(["Max file locks", limit, limit]);
});

test("a program that cannot be executed is reported as such", async () => {
  const child = launcher.launch({ ...server("deaf"), file: "/etc/passwd" });
  const [error] = (await once(child, "error")) as [Error];
  expect(error.message).toBe("spawn /etc/passwd EACCES");
});

test("a server is greeted before anybody asks", async () => {
  const child = launcher.launch({ ...server("echo"), initialInput: '{"hello":1}' });
  const [chunk] = (await once(child.stdout!, "data")) as [Buffer];
  expect(chunk.toString()).toBe('{"hello":1}\n');
});

describe("an early start", () => {
  test("with the same spec is the server itself", () => {
    launcher.startEarly(server("deaf"));
    const child = launcher.launch({ ...server("deaf") });
    expect(started()).toEqual([child]);
  });

  test.each<[string, Partial<LaunchSpec>]>([
    ["other arguments", { args: ["-e", "0"] }],
    ["another program", { file: "/bin/false" }],
    ["another directory", { cwd: "/" }],
    ["another environment", { env: { PATH: "/elsewhere" } }],
    ["another greeting", { initialInput: "{}" }],
  ])("with %s is killed, and the right one started", async (_, other) => {
    launcher.startEarly(server("deaf"));
    const child = launcher.launch({ ...server("deaf"), ...other });
    const [guess] = started();
    expect({ end: await waitForExit(guess!), started: started() }).toEqual({
      end: [null, "SIGKILL"],
      started: [guess, child],
    });
  });

  test("is taken over once", () => {
    launcher.startEarly(server("deaf"));
    const first = launcher.launch(server("deaf"));
    const second = launcher.launch(server("deaf"));
    expect(started()).toEqual([first, second]);
  });

  test("that has ended by itself is started again, so that its end can be seen", async () => {
    const spec = { ...server("deaf"), args: ["-e", "process.exitCode = 3"] };
    launcher.startEarly(spec);
    await waitForExit(started()[0]!);
    const child = launcher.launch(spec);
    expect({ fresh: child !== started()[0], end: await waitForExit(child) }).toEqual({
      fresh: true,
      end: [3, null],
    });
  });

  test("that is not taken holds nobody by its pipes, which others may hold", async () => {
    launcher.startEarly({ ...server("deaf"), args: ["-e", "0"] });
    launcher.launch(server("deaf"));
    launcher.startEarly({ ...server("deaf"), args: ["-e", "1"] });
    await Promise.all([0, 2].map((at) => waitForExit(started()[at]!)));
    launcher.killAll();
    const held = started().map(({ stdio }) => stdio.some((stream) => stream?.destroyed === false));
    // The one in the middle has somebody who closes it.
    expect(held).toEqual([false, true, false]);
  });

  test("that failed is tried again, so that its failure can be seen", async () => {
    const spec = { ...server("deaf"), file: "/nowhere/codex" };
    launcher.startEarly(spec);
    await once(started()[0]!, "error");
    const [error] = (await once(launcher.launch(spec), "error")) as [NodeJS.ErrnoException];
    expect(error.code).toBe("ENOENT");
  });
});

describe("killAll", () => {
  test("ends every server that lives, guesses too", async () => {
    launcher.launch(server("deaf"));
    launcher.launch(server("deaf"));
    launcher.startEarly(server("deaf"));
    launcher.killAll();
    expect(await Promise.all(started().map(waitForExit))).toEqual([
      [null, "SIGKILL"],
      [null, "SIGKILL"],
      [null, "SIGKILL"],
    ]);
  });

  test("ends what a server started", async () => {
    const place = await lifeline();
    launcher.launch(server("parent", place.path, "stays"));
    const gone = once(await place.arrived(), "close");
    launcher.killAll();
    expect(await gone).toEqual([expect.any(Boolean)]);
    place.close();
  });

  test("ends what a server started in a group of its own, too", async () => {
    const place = await lifeline();
    launcher.launch(server("runaway", place.path));
    const gone = once(await place.arrived(), "close");
    launcher.killAll();
    expect(await gone).toEqual([expect.any(Boolean)]);
    place.close();
  });

  test("leaves the numbers of servers that have ended alone", async () => {
    await waitForExit(launcher.launch({ ...server("deaf"), args: ["-e", "0"] }));
    const kill = vi.spyOn(process, "kill");
    launcher.killAll();
    expect(kill.mock.calls).toEqual([]);
    kill.mockRestore();
  });
});

test("a server that never started has no group to signal", async () => {
  const child = launcher.launch({ ...server("deaf"), file: "/nowhere/codex" });
  await once(child, "error");
  const kill = vi.spyOn(process, "kill");
  killGroup(child, "SIGKILL");
  expect(kill.mock.calls).toEqual([]);
  kill.mockRestore();
});
