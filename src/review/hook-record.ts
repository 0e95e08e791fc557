import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { CliError, errorMessage } from "../outcome/errors.js";
import { OWN_DIRECTORY, START_FILE, startScript } from "./hook-script.js";

/** Whether pushes of a repository were reviewed before, by the record in its git directory. */
export const wasInstalled = (gitDir: string): boolean => existsSync(recordOf(gitDir));

/** Records that pushes are reviewed, so that a lost hook can be noticed. */
export function recordInstalled(gitDir: string): void {
  if (wasInstalled(gitDir)) return;
  try {
    mkdirSync(join(gitDir, OWN_DIRECTORY), { recursive: true });
    writeFileSync(recordOf(gitDir), `${JSON.stringify({ since: new Date().toISOString() })}\n`);
  } catch {
    // The hook works without it.
  }
}

/** Writes the program that starts turnpipe for a hook that names no path of this machine. */
export function writeStartProgram(
  gitDir: string,
  program: string,
  nodeDirectory: string | undefined,
): void {
  const path = join(gitDir, OWN_DIRECTORY, START_FILE);
  try {
    mkdirSync(join(gitDir, OWN_DIRECTORY), { recursive: true });
    writeFileSync(path, startScript(program, nodeDirectory), { mode: 0o755 });
  } catch (error) {
    throw new CliError("input", `cannot write ${path}: ${errorMessage(error)}`, { cause: error });
  }
}

/** Removes the record that pushes were reviewed, and the program that starts turnpipe. */
export function removeRecords(gitDir: string): void {
  for (const path of [recordOf(gitDir), join(gitDir, OWN_DIRECTORY, START_FILE)]) {
    try {
      rmSync(path, { force: true });
    } catch {
      // The hook is then reported as gone.
    }
  }
}

const recordOf = (gitDir: string): string => join(gitDir, OWN_DIRECTORY, "hook.json");
