import { lstatSync, statSync } from "node:fs";

import { readRegular, sizeName } from "../src/bounded-read.js";

/** What is wrong with a config file before it is even read; null when nothing is. */
export function oddity(path: string, whose: "user" | "project"): string | null {
  // A user may keep it elsewhere; a repository has no reason to lead us out of itself.
  if (whose === "project" && lstatSync(path).isSymbolicLink()) return "it is a symbolic link";
  const stats = statSync(path);
  // To read a pipe or a device may take for ever.
  if (!stats.isFile()) return "it is not a regular file";
  return stats.size > MOST_BYTES ? `it is larger than ${sizeName(MOST_BYTES)}` : null;
}

/** The text of a config file, which is a regular one of bounded size whatever became of it meanwhile. */
export const configText = (path: string): string => readRegular(path, MOST_BYTES).toString("utf8");

const MOST_BYTES = 1024 * 1024;
