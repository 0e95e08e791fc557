import { platform } from "node:os";

import { isExecutable } from "./find-codex.js";

/** A number by which the descendants of one process are found. Without node:crypto, which takes 1 ms to load. */
export const createMark = (): string => String(MIN_LIMIT + Math.floor(Math.random() * MIN_LIMIT));

/** A command line, and the limit it sets, as /proc prints it; undefined if it sets none. */
interface MarkedCommand {
  file: string;
  args: readonly string[];
  limit: string | undefined;
}

/**
 * Makes a program start with a mark as its limit on file locks. All processes that it starts inherit the limit,
 * also through `env -i` and `setsid`, and Linux does not enforce it. Node cannot set limits, so prlimit(1)
 * does, and executes the program in its own place: that takes 1 ms, in which Node goes on.
 */
export function withLimitMark(
  mark: string,
  { file, args }: Pick<MarkedCommand, "file" | "args">,
): MarkedCommand {
  // Node reports a program that cannot be executed better than prlimit does.
  if (platform() !== "linux" || !isExecutable(PRLIMIT) || !isExecutable(file))
    return { file, args, limit: undefined };
  return { file: PRLIMIT, args: [`--locks=${mark}:${mark}`, file, ...args], limit: mark };
}

/** Why prlimit could not execute the program, such as a script without its interpreter; undefined if it could. */
export function executionProblem(exitCode: number | null, stderr: string): string | undefined {
  const failed = exitCode === 126 || exitCode === 127;
  return failed && stderr.startsWith("prlimit: ") ? stderr.slice("prlimit: ".length) : undefined;
}

const PRLIMIT = "/usr/bin/prlimit";

/** More locks than any program takes. */
const MIN_LIMIT = 2 ** 47;
