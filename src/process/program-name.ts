import { realpathSync } from "node:fs";
import { basename } from "node:path";

/**
 * Whether this program was started as `codex`: through a link of that name, or with it as argument 0
 * (`exec -a codex node …/turnpipe.js` in a shell). `script` is the path as it was started, links not resolved.
 */
export const startedAsCodex = (argv0: string, script: string | undefined): boolean =>
  [argv0, script ?? ""].some((path) => basename(path) === "codex");

/** Whether a path leads to turnpipe, this installation or another one. */
export function isTurnpipe(path: string): boolean {
  try {
    return isTurnpipeName(realpathSync(path));
  } catch {
    return false;
  }
}

/** Whether a file has a name of our executable: that of the link npm makes, or of the script behind it. */
export const isTurnpipeName = (path: string): boolean => NAME.test(basename(path));

const NAME = /^turnpipe(?:\.(?:js|ts))?$/;
