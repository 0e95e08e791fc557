import { lstatSync } from "node:fs";
import { join } from "node:path";

import { CliError } from "../outcome/errors.js";
import type { Git } from "./git.js";
import { idOfState } from "./object-id.js";
import { quotedPath } from "./quoted-path.js";

/** Changed files of the working tree that git must not read. */
interface LargeFiles {
  /** Pathspecs that exclude them. */
  exclusions: string[];
  /** A diff of them, all as binary files. */
  diff: string;
}

/**
 * Finds tracked files that may have changed and are too large to be read. `diff-index` lists what
 * differs in time or size without reading it; `diff` would read each file to the end.
 */
export function largeFiles(
  git: Git,
  base: string,
  pathArgs: readonly string[],
  root: string,
): LargeFiles {
  const args = ["--raw", "-z", "--no-abbrev", "--no-renames", "--ignore-submodules=dirty"];
  const words = git.run(["diff-index", ...args, base, ...pathArgs]).split("\0");
  const exclusions: string[] = [];
  let diff = "";
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [entry = "", path = ""] = words.slice(at, at + 2);
    const [, oldMode = "", newMode = "", oldId = "", newId = ""] = ENTRY.exec(entry) ?? [];
    // A non-zero id means that the index has the content, and that the file is unchanged since.
    if (!newMode.startsWith("100") || !/^0+$/.test(newId)) continue;
    const stats = lstatSync(join(root, path), { throwIfNoEntry: false, bigint: true });
    if (stats?.isFile() !== true || stats.size <= MAX_BYTES) continue;
    exclusions.push(`:(top,exclude,literal)${path}`);
    const id = idOfState(stats, newId.length === 40 ? "sha1" : "sha256");
    diff += asBinary(path, { oldMode, newMode, oldId, id });
  }
  if (exclusions.length > MAX_LARGE_FILES) {
    throw new CliError(
      "input",
      `more than ${MAX_LARGE_FILES} changed files are larger than 1 GiB`,
      {
        hint: "commit them, or name what to review under review.paths in the config file",
      },
    );
  }
  return { exclusions, diff };
}

const ENTRY = /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) \w+$/;
const MAX_BYTES = 1024n ** 3n;
const MAX_LARGE_FILES = 100;

function asBinary(
  path: string,
  { oldMode, newMode, oldId, id }: { oldMode: string; newMode: string; oldId: string; id: string },
): string {
  const [a, b] = [quotedPath(`a/${path}`), quotedPath(`b/${path}`)];
  const isNew = /^0+$/.test(oldMode);
  const modes = isNew
    ? `new file mode ${newMode}\n`
    : oldMode === newMode
      ? ""
      : `old mode ${oldMode}\nnew mode ${newMode}\n`;
  const same = oldMode === newMode ? ` ${newMode}` : "";
  const differ = `Binary files ${isNew ? "/dev/null" : a} and ${b} differ\n`;
  return `diff --git ${a} ${b}\n${modes}index ${oldId}..${id}${same}\n${differ}`;
}
