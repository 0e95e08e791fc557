import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { withFolder } from "./play.js";
import { runCli, type Finished } from "./run-cli.js";

/** What keeps a program from reaching out. */
export const ALONE = fileURLToPath(new URL("./alone.cjs", import.meta.url));

/** Plays a recording in an empty folder, with no codex, no git and no network to reach for. */
export const replayAlone = (file: string, args: readonly string[] = []): Promise<Finished> =>
  withFolder(async (cwd) => {
    const env = { PATH: cwd, HOME: cwd, NODE_OPTIONS: `--require ${ALONE}`, TZ: "Asia/Tokyo" };
    const run = await runCli(["replay", file, ...args], { cwd, env });
    const made = await readdir(cwd);
    return { ...run, left: [...run.left, ...made] };
  });
