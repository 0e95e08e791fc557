import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { main } from "../../commands/main.js";
import { makeRepository } from "../../src/demo/repository.js";
import { emptyWorld } from "../commands/world.js";
import { scriptedChild } from "../fuzz/scripted-child.js";
import { actsOf } from "../fuzz/script.js";
import { readTurn } from "../helpers/fixture.js";
import { launcherOf } from "../helpers/launcher-of.js";

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
