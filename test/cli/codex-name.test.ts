import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

import { expect, onTestFinished, test } from "vitest";

import { enginePath } from "../helpers/app-server.js";
import {
  BIN,
  lineFinder,
  spawnCli,
  textOf,
  type Finished,
  startOnTerminal,
} from "../helpers/run-cli.js";

/** A folder with a link `codex` to turnpipe, and one behind it on PATH with another program of that name. */
function withCodex(script: string) {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "codex-name-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const name of ["link", "real"]) mkdirSync(join(dir, name));
  symlinkSync(BIN, join(dir, "link", "turnpipe"));
  symlinkSync("turnpipe", join(dir, "link", "codex"));
  const real = join(dir, "real", "codex");
  writeFileSync(real, script);
  chmodSync(real, 0o755);
  const PATH = [join(dir, "link"), join(dir, "real"), process.env["PATH"]].join(":");
  return { dir, link: join(dir, "link", "codex"), real, env: { PATH, HOME: dir, CODEX_HOME: dir } };
}

type Place = ReturnType<typeof withCodex>;

function start({ dir, link, env }: Pick<Place, "dir" | "link" | "env">, args: readonly string[]) {
  const { child, ended } = spawnCli([link, ...args], ["pipe", "pipe", "pipe"], { cwd: dir, env });
  const stdout = child.stdout as Readable;
  const texts = Promise.all([textOf(stdout), textOf(child.stderr as Readable)]);
  const done = ended.then(async (ending): Promise<Finished> => {
    const [out, err] = await texts;
    return { ...ending, stdout: out, stderr: err };
  });
  return { child, stdin: child.stdin as Writable, ...lineFinder(stdout, done), done };
}

test("another sub-command is the real codex's: arguments, streams and exit status", async () => {
  const script = '#!/bin/sh\nread line; echo "$line|$#|$*"; echo warning >&2; exit 42\n';
  const { stdin, done } = start(withCodex(script), ["mcp", "add", "a b", ""]);
  stdin.end("from stdin\n");
  expect(await done).toEqual({
    exit: 42,
    stdout: "from stdin|4|mcp add a b \n",
    stderr: "warning\n",
    left: [],
  });
});

test("the version is that of the real codex", async () => {
  const place = withCodex(`#!/bin/sh\nexec '${enginePath()}' "$@"\n`);
  const { exit, stdout } = await start(place, ["--version"]).done;
  const real = execFileSync(place.real, ["--version"], { encoding: "utf8", stdio: "pipe" });
  expect({ exit, stdout }).toEqual({ exit: 0, stdout: real });
});

test("a codex that dies by a signal is a death by that signal", async () => {
  const { done } = start(withCodex("#!/bin/sh\nkill -KILL $$\n"), ["app-server"]);
  expect(await done).toEqual({ exit: "SIGKILL", stdout: "", stderr: "", left: [] });
});

test("a codex that cannot be started is exit 5", async () => {
  const place = withCodex("#!/nowhere/sh\n");
  expect(await start(place, ["app-server"]).done).toEqual({
    exit: 5,
    stdout: "",
    stderr: `turnpipe: ${place.real} could not be started: spawn ${place.real} ENOENT\n`,
    left: [],
  });
});

/** Counts its signals; ends with 7 on a line of input. */
const COUNTING = `#!/usr/bin/env node
const signals = {};
for (const name of ["SIGINT", "SIGTERM", "SIGHUP", "SIGCONT"]) {
  process.on(name, () => console.log(name, (signals[name] = (signals[name] ?? 0) + 1)));
}
process.stdin.once("data", () => process.exit(7));
console.log("ready");
`;

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "%s to turnpipe alone is passed on, once, and codex has the last word",
  async (signal) => {
    const { child, stdin, line, done } = start(withCodex(COUNTING), ["app-server"]);
    await line(/ready/);
    child.kill(signal);
    await line(/SIG/);
    stdin.end("quit\n");
    expect(await done).toEqual({ exit: 7, stdout: `ready\n${signal} 1\n`, stderr: "", left: [] });
  },
);

test("on a terminal Ctrl-C reaches codex once, and Ctrl-Z and fg stop and continue both", async () => {
  const { dir, env } = withCodex(COUNTING);
  const program = ["bash", "--norc", "--noprofile", "--noediting", "-i"];
  const terminal = startOnTerminal([], { cwd: dir, env, program });
  await terminal.shows(/[#$] $/);
  terminal.type("codex resume\n");
  await terminal.shows(/ready/);
  terminal.type("\x1a");
  await terminal.shows(/Stopped/);
  terminal.type("ps -o stat= --ppid $(jobs -p)\n");
  await terminal.shows(/[\n ]T\w*\r/);
  terminal.type("fg\n");
  await terminal.shows(/SIGCONT 1/);
  terminal.type("\x03");
  await terminal.shows(/SIGINT 1/);
  terminal.type("quit\n");
  await terminal.shows(/[#$] $/);
  terminal.type("echo status=$?; exit\n");
  const { exit, left, screen } = await terminal.done;
  const shown = screen.match(/SIGINT \d|status=\d+/g);
  expect({ exit, left, shown }).toEqual({ exit: 0, left: [], shown: ["SIGINT 1", "status=7"] });
});

test("a wrapper that starts turnpipe as codex is not the real codex: the one behind it is", async () => {
  const place = withCodex(`#!/bin/bash\nexec -a codex '${process.execPath}' '${BIN}' "$@"\n`);
  const behind = join(place.dir, "behind");
  mkdirSync(behind);
  const real = '#!/bin/sh\necho "real $*"\n';
  writeFileSync(join(behind, "codex"), real, { mode: 0o755 });
  const PATH = place.env.PATH.replace(`${place.dir}/real`, `$&:${behind}`);
  const { exit, stdout, stderr } = await start({ ...place, env: { ...place.env, PATH } }, ["mcp"])
    .done;
  expect({ exit, stdout, stderr }).toEqual({ exit: 0, stdout: "real mcp\n", stderr: "" });
});

test("a wrapper that waits for turnpipe, which starts it again, is found out", async () => {
  const place = withCodex('#!/bin/sh\n"$(dirname "$0")/../link/codex" "$@"\nexit $?\n');
  expect(await start(place, ["features", "list"]).done).toEqual({
    exit: 5,
    stdout: "",
    stderr:
      `turnpipe: ${place.real} starts turnpipe, not codex\n` +
      "hint: point TURNPIPE_CODEX at codex itself\n",
    left: [],
  });
});
