import { accessSync, constants } from "node:fs";
import { randomInt } from "node:crypto";
import { platform } from "node:os";

/** A command line, and the limit it sets; undefined if it sets none. */
interface MarkedCommand {
  file: string;
  args: readonly string[];
  /** As /proc prints it. */
  limit: string | undefined;
}

/**
 * Makes a program start with a unique limit on file locks. All processes that it starts inherit the limit,
 * also through `env -i` and `setsid`, and Linux does not enforce it. Node cannot set limits, so prlimit(1)
 * does, and executes the program in its own place: that takes 1 ms, in which Node goes on.
 */
export function withLimitMark(file: string, args: readonly string[]): MarkedCommand {
  // Node reports a program that cannot be executed better than prlimit does.
  if (platform() !== "linux" || !isExecutable(PRLIMIT) || !isExecutable(file))
    return { file, args, limit: undefined };
  const limit = String(MIN_LIMIT + randomInt(MIN_LIMIT));
  return { file: PRLIMIT, args: [`--locks=${limit}:${limit}`, file, ...args], limit };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const PRLIMIT = "/usr/bin/prlimit";

/** More locks than any program takes. */
const MIN_LIMIT = 2 ** 47;
