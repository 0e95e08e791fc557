import { createHash, type Hash } from "node:crypto";
import { closeSync, lstatSync, openSync, readlinkSync, readSync } from "node:fs";
import { join } from "node:path";

import type { Git } from "./git.js";
import { EMPTY_TREE, type ReviewTargetSpec, type Sides, sidesOf } from "./target.js";

/** What is reviewed, as git had it at one moment. */
export interface Change extends Sides {
  /** A git diff with the prefixes a/ and b/, whatever the user's settings are. */
  diff: string;
  /** The same as long as HEAD, both sides and the diff are the same. */
  digest: string;
  empty: boolean;
}

/**
 * Reads a change; `paths` are git's pathspecs, exclusions among them. A file that `isOwn` knows, such
 * as the one our own output goes to, is no part of what is not committed.
 */
export function readChange(
  git: Git,
  target: ReviewTargetSpec,
  paths: readonly string[],
  isOwn: (path: string) => boolean = () => false,
): Change {
  const where = whereOf(paths);
  if (target.kind === "uncommitted") return uncommitted(git, where, isOwn);
  const sides = sidesOf(git, target);
  return changeOf(sides, diffOf(git, sides, where));
}

/** With exclusions alone, some git commands would look no further than the current directory. */
const whereOf = (paths: readonly string[]): readonly string[] => [
  "--",
  ...(paths.every(isExclusion) ? [":/", ...paths] : paths),
];

/** The diff between two commits whose full ids are known; one process. */
export const diffBetween = (
  git: Git,
  base: string,
  tip: string,
  paths: readonly string[],
): string => diffOf(git, { base, tip }, whereOf(paths));

const isExclusion = (path: string): boolean => /^:(?:[/!^]*[!^]|\([^)]*\bexclude\b)/.test(path);

function uncommitted(git: Git, where: readonly string[], isOwn: (path: string) => boolean): Change {
  const question = ["--show-cdup", "--show-object-format", "--revs-only", "HEAD^{commit}"];
  const [up = "", format = "", id = ""] = git.run(["rev-parse", ...question]).split("\n");
  const algorithm = format === "sha256" ? "sha256" : "sha1";
  const head = id || null;
  const sides = {
    target: "uncommitted changes",
    head,
    base: id || EMPTY_TREE[algorithm],
    tip: null,
  };
  const known = diffOf(git, sides, where);
  const list = ["ls-files", "--others", "--exclude-standard", "-z", "--full-name", ...where];
  const root = join(git.cwd, up);
  const names = git.run(list).split("\0").slice(0, -1);
  const theirs = names.filter((name) => !isOwn(join(root, name)));
  return changeOf(sides, known + untracked(root, theirs, algorithm));
}

const diffOf = (
  git: Git,
  { base, tip }: Pick<Sides, "base" | "tip">,
  where: readonly string[],
): string => git.run([...DIFF, base, ...(tip === null ? [] : [tip]), ...where]);

/** Every setting that changes how a diff looks, set back. */
const DIFF = [
  ...["diff", "--patch", "--no-color", "--no-ext-diff", "--no-textconv", "--full-index"],
  ...["--src-prefix=a/", "--dst-prefix=b/", "--no-relative", "-O/dev/null"],
  ...["--unified=3", "--inter-hunk-context=0", "--diff-algorithm=myers", "--indent-heuristic"],
  ...["--find-renames=50%", "-l1000"],
  // What is edited inside a submodule belongs to its own repository; which commit it is at, to ours.
  ...["--submodule=short", "--ignore-submodules=dirty"],
];

function changeOf(sides: Sides, diff: string): Change {
  const { head, base, tip } = sides;
  // The diff has the full id of each file, so that it tells binary files apart as well.
  const digest = createHash("sha256").update(JSON.stringify([head, base, tip, diff]));
  return { ...sides, diff, digest: digest.digest("hex"), empty: diff === "" };
}

type Algorithm = keyof typeof EMPTY_TREE;

/** New files as git would show them once added. */
function untracked(root: string, names: readonly string[], algorithm: Algorithm): string {
  let room = MOST_TOGETHER;
  const parts = names.map((name) => {
    const limit = Math.min(MOST_IN_ONE, room);
    const part = asNew(name, readNew(join(root, name), limit, algorithm), algorithm);
    room -= part.length;
    return part;
  });
  return parts.join("");
}

// A forgotten node_modules must not fill the memory.
const MOST_IN_ONE = 1024 * 1024;
const MOST_TOGETHER = 64 * MOST_IN_ONE;

interface NewFile {
  mode: "100644" | "100755" | "120000";
  /** As git would name its content; zeros when it cannot be read. */
  id: string;
  /** Undefined when it is binary, too long or cannot be read. */
  text: string | undefined;
}

/** Undefined for what git would not take, such as a repository inside this one. */
function readNew(path: string, limit: number, algorithm: Algorithm): NewFile | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  const isLink = stats?.isSymbolicLink() === true;
  // One that is not there has a name that text cannot hold: git has just seen it.
  if (stats !== undefined && !isLink && !stats.isFile()) return undefined;
  const isProgram = ((stats?.mode ?? 0) & 0o100) !== 0;
  const mode = isLink ? "120000" : isProgram ? "100755" : "100644";
  const hash = createHash(algorithm).update(`blob ${stats?.size ?? 0}\0`);
  try {
    const content = isLink ? readlinkSync(path, "buffer") : readInto(hash, path, limit);
    if (isLink && content !== undefined) hash.update(content);
    return { mode, id: hash.digest("hex"), text: isBinary(content) ? undefined : String(content) };
  } catch {
    return { mode, id: zerosOf(algorithm), text: undefined };
  }
}

/** Hashes a file of any length in small steps; gives its content unless that is too long. */
function readInto(hash: Hash, path: string, limit: number): Buffer | undefined {
  const file = openSync(path, "r");
  try {
    const step = Buffer.allocUnsafe(64 * 1024);
    let total = 0;
    let parts: Buffer[] = [];
    for (let count = readSync(file, step); count > 0; count = readSync(file, step)) {
      const part = step.subarray(0, count);
      hash.update(part);
      total += count;
      if (total > limit) parts = [];
      else parts.push(Buffer.from(part));
    }
    return total > limit ? undefined : Buffer.concat(parts);
  } finally {
    closeSync(file);
  }
}

/** Git's own test. */
const isBinary = (content: Buffer | undefined): boolean =>
  content === undefined || content.subarray(0, 8000).includes(0);

const zerosOf = (algorithm: Algorithm): string => "0".repeat(EMPTY_TREE[algorithm].length);

/** To the letter what `git diff` prints for an added file. */
function asNew(name: string, file: NewFile | undefined, algorithm: Algorithm): string {
  if (file === undefined) return "";
  const { mode, id, text } = file;
  const [a, b] = [quoted(`a/${name}`), quoted(`b/${name}`)];
  const heading = `diff --git ${a} ${b}\nnew file mode ${mode}\nindex ${zerosOf(algorithm)}..${id}\n`;
  if (text === undefined) return `${heading}Binary files /dev/null and ${b} differ\n`;
  if (text === "") return heading;
  const isComplete = text.endsWith("\n");
  const lines = (isComplete ? text.slice(0, -1) : text).split("\n");
  const count = lines.length === 1 ? "1" : `1,${lines.length}`;
  // A tab ends a name with spaces.
  const sides = `--- /dev/null\n+++ ${b}${b.includes(" ") ? "\t" : ""}\n@@ -0,0 +${count} @@\n`;
  const end = isComplete ? "" : "\\ No newline at end of file\n";
  return `${heading}${sides}${lines.map((line) => `+${line}\n`).join("")}${end}`;
}

/** A name with odd letters in it, as a string of C. */
function quoted(name: string): string {
  const inside = name.replaceAll(
    /["\\\u0000-\u001f\u007f]/g,
    (letter) => `\\${SHORT[letter] ?? letter.charCodeAt(0).toString(8).padStart(3, "0")}`,
  );
  return inside === name ? name : `"${inside}"`;
}

const SHORT: Readonly<Record<string, string>> = {
  ...{ '"': '"', "\\": "\\", "\u0007": "a", "\b": "b", "\t": "t" },
  ...{ "\n": "n", "\v": "v", "\f": "f", "\r": "r" },
};
