import { lstatSync, statSync } from "node:fs";

/** What is wrong with a config file before it is even read; null when nothing is. */
export function oddity(path: string, whose: "user" | "project"): string | null {
  // A user may keep it elsewhere; a repository has no reason to lead us out of itself.
  if (whose === "project" && lstatSync(path).isSymbolicLink()) return "it is a symbolic link";
  const { size } = statSync(path);
  return size > MOST_BYTES ? `it is larger than ${String(MOST_BYTES / 1024)} KiB` : null;
}

const MOST_BYTES = 1024 * 1024;
