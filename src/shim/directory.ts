import { accessSync, constants } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";

import { userHome } from "../files/home-directories.js";
import { realPathOrSame } from "../files/real-path.js";
import { findOnPath } from "../process/find-codex.js";
import { isTurnpipe } from "../process/program-name.js";
import { shimState } from "./link.js";

/** What the choice of a directory depends on. */
export interface ShimContext {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** The path this program was started from. */
  program: string;
}

/** The directories that hold a link of ours: those on PATH, then the usual ones. */
export function shimDirectories(context: ShimContext): string[] {
  const directories = [...new Set([...directoriesOnPath(context), ...usualDirectories(context)])];
  return directories.filter((dir) => stateOf(dir) === "own");
}

/**
 * The directory for the link: where it is, else a usual one that can be written to and comes before codex
 * on PATH, else the first that has no codex of its own.
 */
export function chooseDirectory(context: ShimContext): string {
  const [installed] = shimDirectories(context);
  if (installed !== undefined) return installed;
  const path = directoriesOnPath(context).map(realPathOrSame);
  const codex = codexOnPath(context).find((each) => !isTurnpipe(each));
  const end = codex === undefined ? path.length : path.indexOf(realPathOrSame(dirname(codex)));
  const isFirst = (dir: string): boolean => path.slice(0, end).includes(realPathOrSame(dir));
  const isFree = (dir: string): boolean => stateOf(dir) === "absent";
  const own = ownDirectories(context);
  return (
    usualDirectories(context).find((dir) => isFree(dir) && isFirst(dir) && isWritable(dir)) ??
    own.find(isFree) ??
    own[0]
  );
}

/** Whether a directory is on PATH, and the first codex there, which a shell would start. */
export function placeOnPath(
  dir: string,
  context: ShimContext,
): { onPath: boolean; first: string | null } {
  const real = realPathOrSame(dir);
  return {
    onPath: directoriesOnPath(context).some((each) => realPathOrSame(each) === real),
    first: codexOnPath(context)[0] ?? null,
  };
}

const codexOnPath = ({ env, cwd }: ShimContext): string[] => findOnPath("codex", env["PATH"], cwd);

const directoriesOnPath = ({ env }: ShimContext): string[] =>
  (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);

const usualDirectories = (context: ShimContext): string[] => [
  ...ownDirectories(context),
  dirname(context.program),
];

/** The user's directories for programs. */
function ownDirectories({ env }: ShimContext): [string, string] {
  const home = userHome(env);
  return [join(home, ".local", "bin"), join(home, "bin")];
}

function stateOf(dir: string): "absent" | "own" | "other" {
  try {
    return shimState(dir).kind;
  } catch {
    return "other";
  }
}

function isWritable(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
