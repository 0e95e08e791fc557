import { mkdirSync, closeSync, openSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { createServer } from "node:net";

import { onTestFinished } from "vitest";

import { main } from "../../commands/main.js";
import { makeRepository } from "../../src/demo/repository.js";
import { emptyWorld, ownFolder } from "../commands/world.js";
import { scriptedChild } from "../fuzz/scripted-child.js";
import { actsOf } from "../fuzz/script.js";
import { readTurn } from "../helpers/fixture.js";
import { launcherOf } from "../helpers/launchers.js";

/** How a run in this process ended. */
export interface Ran {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Setup {
  /** Whether somebody interrupts it as soon as it has begun. */
  stop?: boolean;
  /** Whether there is something to review. */
  changed?: boolean;
  /** Puts files where config files are looked for. */
  before?: (folders: { project: string; user: string }) => void;
}

const nothing = (): void => undefined;

/** Runs the whole program in this process, on a recorded server, in a repository of its own. */
export async function runMain(
  argv: readonly string[],
  { stop = false, changed = false, before = nothing }: Setup = {},
): Promise<Ran> {
  const { world, stdout, stderr, asked } = emptyWorld(argv);
  const cwd = join(world.cwd, "repository");
  mkdirSync(cwd);
  await makeRepository(cwd, changed ? { "new.txt": "new\n" } : {});
  before({ project: cwd, user: join(world.cwd, "config", "turnpipe") });
  const acts = actsOf(readTurn("hello").wire);
  const server = scriptedChild({ acts, stored: "refuses", stubborn: false }, () => undefined);
  const done = main({
    ...world,
    cwd,
    env: { ...world.env, PATH: process.env["PATH"], TURNPIPE_CODEX: "/bin/true" },
    stdin: Object.assign(world.stdin, { isTTY: true }),
    launcher: launcherOf(server.process),
  });
  if (stop) asked.abort("SIGINT");
  return { exit: await done, stdout: stdout.text, stderr: stderr.text };
}

/** Everything that a name of a file can lead to besides a plain one; each makes it and gives its path. */
export const STRANGE_FILES = {
  missing: (at) => at("none"),
  "in a folder that is missing": (at) => at("none/new"),
  "below a file": (at) => (writeFileSync(at("file"), ""), at("file/new")),
  directory: (at) => (mkdirSync(at("dir")), at("dir")),
  "a link to nothing": (at) => (symlinkSync("made", at("link")), at("link")),
  "a link to itself": (at) => (symlinkSync("loop", at("loop")), at("loop")),
  "a link to a directory": (at) => (symlinkSync(".", at("link")), at("link")),
  "a pipe without a peer": (at) => (execFileSync("mkfifo", [at("pipe")]), at("pipe")),
  "a link to a pipe": (at) => {
    execFileSync("mkfifo", [at("pipe")]);
    symlinkSync("pipe", at("link"));
    return at("link");
  },
  socket: (at) => {
    const server = createServer().listen(at("socket"));
    onTestFinished(() => void server.close());
    return at("socket");
  },
  "a file with a hole of a terabyte": (at) => {
    writeFileSync(at("hole"), "");
    truncateSync(at("hole"), 2 ** 40);
    return at("hole");
  },
  "/dev/zero": () => "/dev/zero",
  "/dev/full": () => "/dev/full",
  "/dev/null": () => "/dev/null",
  "/dev/stdout": () => "/dev/stdout",
  "/proc/self/fd/1": () => "/proc/self/fd/1",
  "a link to /dev/stdout": (at) => (symlinkSync("/dev/stdout", at("out")), at("out")),
  "an open file, by its number": (at) => {
    const fd = openSync(at("log"), "a");
    onTestFinished(() => {
      closeSync(fd);
    });
    return `/dev/fd/${String(fd)}`;
  },
  "a number that is not open": () => "/dev/fd/999",
  "a dash": () => "-",
} as const satisfies Record<string, (at: (name: string) => string) => string>;

export type StrangeFile = keyof typeof STRANGE_FILES;

/** Makes one in a folder of its own. */
export function strangeFile(kind: StrangeFile): string {
  const folder = ownFolder();
  return STRANGE_FILES[kind]((name) => join(folder, name));
}
