import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Git } from "./git.js";

/**
 * Reads linguist's attributes of files in a commit or tree: true for generated or vendored, false if
 * that is denied, no entry when unspecified. Undefined when git fails. The attributes are those of the
 * base, never those of the change; `check-attr --source` would need git 2.40, a temporary index does
 * not.
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
    // A split index would leave a shared index file in the repository.
    const read = ["-c", "core.splitIndex=false", "read-tree", base];
    if (git.tryRun(read, undefined, env) === undefined) return undefined;
    const args = ["check-attr", "--cached", "--stdin", "-z", ...ATTRIBUTES];
    const output = git.tryRun(args, `${paths.join("\0")}\0`, env);
    return output === undefined ? undefined : parseAttributes(output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function parseAttributes(output: string): Map<string, boolean> {
  const marks = new Map<string, boolean>();
  const words = output.split("\0");
  for (let at = 0; at + 2 < words.length; at += 3) {
    const [path = "", , value = ""] = words.slice(at, at + 3);
    const isMarked = ATTRIBUTE_VALUES[value];
    if (isMarked !== undefined) marks.set(path, isMarked || marks.get(path) === true);
  }
  return marks;
}

const ATTRIBUTES = ["linguist-generated", "linguist-vendored"];
const ATTRIBUTE_VALUES: Readonly<Record<string, boolean>> = {
  set: true,
  true: true,
  unset: false,
  false: false,
};
