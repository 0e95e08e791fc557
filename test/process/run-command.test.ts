import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { runCommand } from "../../src/process/run-command.js";
import { createLauncher } from "../../src/process/launcher.js";
import { lifeline } from "../transport/server.js";
import { sendSignal } from "../helpers/launchers.js";

test("a program gets its line and the end of its input, and is heard out", async () => {
  const script = 'read word; cat; echo ignored; echo "got $word" >&2; exit 3';
  expect(await run(script)).toEqual({
    exitCode: 3,
    stderrTail: "got secret",
    output: "ignored\n",
  });
});

test("a program that says too much on stdout is not held up", async () => {
  const { output, ...end } = await run("yes | head -c 5000000; echo done >&2");
  expect({ ...end, kept: output.length < 2_000_000 }).toEqual({
    exitCode: 0,
    stderrTail: "done",
    kept: true,
  });
});

test("a program that leaves another behind is not waited for", async () => {
  expect(await run("sleep 1000 & echo done >&2")).toEqual({
    exitCode: 0,
    stderrTail: "done",
    output: "",
  });
});

test("a program that is not there says so", async () => {
  const launcher = createLauncher(sendSignal);
  const child = launcher.launch({ ...SPEC, file: "/nowhere/codex", args: [] });
  const { exitCode, stderrTail } = await runCommand(child, new AbortController().signal);
  expect({ exitCode, stderrTail }).toEqual({
    exitCode: null,
    stderrTail: "could not be started: spawn /nowhere/codex ENOENT",
  });
});

test("a program that takes too long is ended, with what it started", async () => {
  const reason = new CliError("timeout", "too long");
  const stop = new AbortController();
  const child = createLauncher(sendSignal).launch({ ...SPEC, args: ["-c", "sleep 1000; true"] });
  const ended = runCommand(child, stop.signal);
  stop.abort(reason);
  await expect(ended).rejects.toBe(reason);
  expect(child.signalCode).toBe("SIGTERM");
});

test.each([
  // The file is there when the grandchild is.
  [
    "ends",
    (socket: string) =>
      `setsid ${grandchild(socket)} & until [ -e ${socket}.up ]; do sleep 0.01; done`,
  ],
  ["is ended", (socket: string) => `setsid ${grandchild(socket)} & exec sleep 1000`],
])("what left the group of a program goes when that %s", async (how, script) => {
  const place = await lifeline();
  const stop = new AbortController();
  const arrived = place.arrived();
  const child = createLauncher(sendSignal).launch({ ...SPEC, args: ["-c", script(place.path)] });
  const ended = runCommand(child, stop.signal).catch(() => undefined);
  const grandchildGone = arrived.then((socket) => once(socket, "close"));
  await arrived;
  if (how === "is ended") stop.abort(new CliError("timeout", "too long"));
  else writeFileSync(`${place.path}.up`, "");
  await ended;
  await grandchildGone;
  place.close();
});

/** A command that reports at a socket for as long as it lives. */
const grandchild = (socket: string): string =>
  `${process.execPath} ${GRANDCHILD} ${socket} </dev/null >/dev/null 2>&1`;
const GRANDCHILD = fileURLToPath(new URL("../transport/servers/grandchild.mjs", import.meta.url));

const SPEC = { file: "/bin/sh", cwd: "/", env: { PATH: "/usr/bin:/bin" }, initialInput: "secret" };

const run = (script: string) =>
  runCommand(
    createLauncher(sendSignal).launch({ ...SPEC, args: ["-c", script] }),
    new AbortController().signal,
  );
