import { programOf } from "../wrappers.js";
import { BUILD } from "./build.js";
import { CONTAINERS } from "./containers.js";
import { FILES } from "./files.js";
import { GIT } from "./git.js";
import { INTERPRETERS } from "./interpreters.js";
import { NETWORK } from "./network.js";
import { PACKAGES } from "./packages.js";
import type { Program } from "./program.js";
import { SEARCH } from "./search.js";

/** The programs whose options are known; shells, wrappers, xargs and ssh are in `wrappers.ts`. */
export const PROGRAMS: ReadonlyMap<string, Program> = new Map(
  Object.entries({
    ...GIT,
    ...SEARCH,
    ...FILES,
    ...NETWORK,
    ...PACKAGES,
    ...BUILD,
    ...INTERPRETERS,
    ...CONTAINERS,
  }),
);

/** Finds the program that a command's first word starts. */
export function programNamed(word: string): Program | undefined {
  const name = programOf(word);
  return (
    PROGRAMS.get(name) ??
    // python3.12 and pip3; gsed for GNU sed.
    PROGRAMS.get(name.replace(/(?<![\d.])[\d.]+$/, "")) ??
    (name.startsWith("g") ? PROGRAMS.get(name.slice(1)) : undefined)
  );
}
