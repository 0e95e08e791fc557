import { existsSync, readFileSync, watch } from "node:fs";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  PLAYED,
  readLines,
  writeLines,
  type Event,
  type Step,
  type WireMessage,
} from "./fixture.js";
import {
  startCli as startProcess,
  type CliOptions,
  type Finished,
  type Running,
} from "./run-cli.js";
import { startCli } from "./run-in-process.js";

/** A run on a script, as a test sees it: our lines parsed, and what the server was told. */
export interface Played {
  readonly exit: Finished["exit"];
  readonly events: readonly Event[];
  readonly stderr: string;
  readonly left: readonly string[];
}

/** A folder for one test, removed whatever happens. */
export async function withFolder<T>(use: (dir: string) => Promise<T>): Promise<T> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), "turnpipe-play-")));
  try {
    return await use(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Runs `main` on a script to its end. */
export const play = (
  steps: readonly Step[],
  args: readonly string[] = ["run", "--json", "Go"],
  options: CliOptions = {},
): Promise<Played> => withFolder((dir) => playIn(dir, steps, args, options));

/** The same in a folder that the test looks at. */
export const playIn = async (...args: Parameters<typeof startIn>): Promise<Played> =>
  playedBy(await startIn(...args));

/** How a run ended, its lines parsed. */
async function playedBy({ done }: Running): Promise<Played> {
  const { exit, stdout, stderr, left } = await done;
  return { exit, events: readLines<Event>(stdout), stderr, left };
}

/** Starts `main` on a script in a folder of the test. */
export const startIn = starterOf(startCli);

/** The same as a process, with a server that is one. */
export const startProcessIn = starterOf(startProcess);

function starterOf(start: typeof startProcess) {
  return async (
    dir: string,
    steps: readonly Step[],
    args: readonly string[],
    options: CliOptions = {},
  ): Promise<Running> => {
    const env = { ...(await scriptIn(dir, steps)), ...options.env };
    const [command = "", ...rest] = args;
    return start([command, ...PLAYED, ...rest], { cwd: dir, ...options, env });
  };
}

/** Writes a script, and gives the variables that make the fake server play it. */
export async function scriptIn(
  dir: string,
  steps: readonly Step[],
): Promise<Record<string, string>> {
  const script = join(dir, "script.jsonl");
  await writeFile(script, writeLines(steps));
  return { FAKE_CODEX_SCRIPT: script, FAKE_CODEX_LOG: logIn(dir) };
}

const logIn = (dir: string): string => join(dir, "heard.jsonl");

/** What the server of a folder was told. */
export const heardIn = async (dir: string): Promise<WireMessage[]> =>
  readLines<WireMessage>(await readFile(logIn(dir), "utf8"));

/** Waits until the server of a folder was told a method, or has noted a text. */
export function untilHeard(dir: string, text: string): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      const log = existsSync(logIn(dir)) ? readFileSync(logIn(dir), "utf8") : "";
      if (!log.split("\n").some((line) => line === text || line.includes(`"method":"${text}"`)))
        return;
      watcher.close();
      resolve();
    };
    const watcher = watch(dir, check);
    check();
  });
}
