import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Git } from "./git.js";

/**
 * Reads what linguist's attributes say of files in a commit or tree: true for generated or vendored, false
 * for neither, no entry when nothing is said. Undefined when git cannot tell. The attributes are those of
 * the base, never those a change brings; `check-attr --source` would need git 2.40, an index does not.
 */
export function baseAttributes(
  git: Git,
  base: string,
  paths: readonly string[],
): ReadonlyMap<string, boolean> | undefined {
  if (paths.length === 0) return new Map();
  const folder = mkdtempSync(join(tmpdir(), "turnpipe-"));
  const env = { GIT_INDEX_FILE: join(folder, "index") };
  try {
    // A split index would leave a part of itself in the repository.
    const read = ["-c", "core.splitIndex=false", "read-tree", base];
    if (git.ask(read, undefined, env) === undefined) return undefined;
    const question = ["check-attr", "--cached", "--stdin", "-z", ...ATTRIBUTES];
    const answer = git.ask(question, `${paths.join("\0")}\0`, env);
    return answer === undefined ? undefined : marksIn(answer);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function marksIn(answer: string): Map<string, boolean> {
  const marks = new Map<string, boolean>();
  const words = answer.split("\0");
  for (let at = 0; at + 2 < words.length; at += 3) {
    const [path = "", , value = ""] = words.slice(at, at + 3);
    const isMarked = MEANING[value];
    if (isMarked !== undefined) marks.set(path, isMarked || marks.get(path) === true);
  }
  return marks;
}

const ATTRIBUTES = ["linguist-generated", "linguist-vendored"];
const MEANING: Readonly<Record<string, boolean>> = {
  set: true,
  true: true,
  unset: false,
  false: false,
};
