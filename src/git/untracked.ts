import { createHash, type Hash } from "node:crypto";
import { closeSync, constants, lstatSync, openSync, readlinkSync, readSync } from "node:fs";
import { join } from "node:path";

import { type Algorithm, idOfState, zerosOf } from "./object-id.js";
import { quotedPath } from "./quoted-path.js";

/** Renders untracked files as git would diff them once added. */
export function untracked(root: string, names: readonly string[], algorithm: Algorithm): string {
  let textRemaining = MAX_TEXT_TOTAL;
  let hashRemaining = MAX_HASHED_TOTAL;
  const parts = names.map((name) => {
    const limits = {
      text: Math.min(MAX_TEXT, textRemaining),
      hashed: Math.min(MAX_HASHED, hashRemaining),
    };
    const file = readNew(join(root, name), limits, algorithm);
    const part = newFileDiff(name, file, algorithm);
    textRemaining -= part.length;
    hashRemaining -= file?.hashed ?? 0;
    return part;
  });
  return parts.join("");
}

const MIB = 1024 * 1024;

// A forgotten node_modules must not fill the memory.
const MAX_TEXT = MIB;
const MAX_TEXT_TOTAL = 64 * MIB;

// Reading is synchronous: a video takes a moment, a disk image would take hours.
const MAX_HASHED = 64 * MIB;
const MAX_HASHED_TOTAL = 512 * MIB;

interface NewFile {
  mode: "100644" | "100755" | "120000";
  /** Git's blob id; zeros when it cannot be read, a substitute when it is too large. */
  id: string;
  /** Undefined when it is binary, too large or cannot be read. */
  text: string | undefined;
  /** How many bytes were read for the id. */
  hashed: number;
}

interface ReadLimits {
  text: number;
  hashed: number;
}

/** Reads a new file; undefined for what git would not add, such as a repository inside this one. */
function readNew(path: string, limits: ReadLimits, algorithm: Algorithm): NewFile | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  const isLink = stats?.isSymbolicLink() === true;
  // Git has just listed it, so if it is not found, its name is not valid UTF-8.
  if (stats !== undefined && !isLink && !stats.isFile()) return undefined;
  const isProgram = (Number(stats?.mode ?? 0) & 0o100) !== 0;
  const mode = isLink ? "120000" : isProgram ? "100755" : "100644";
  if (stats !== undefined && !isLink && stats.size > limits.hashed)
    return { mode, id: idOfState(stats, algorithm), text: undefined, hashed: 0 };
  const hash = createHash(algorithm).update(`blob ${stats?.size ?? 0}\0`);
  try {
    const content = isLink ? readlinkSync(path, "buffer") : readInto(hash, path, limits);
    if (isLink && content !== undefined) hash.update(content);
    const text = isBinary(content) ? undefined : String(content);
    return { mode, id: hash.digest("hex"), text, hashed: Number(stats?.size ?? 0) };
  } catch {
    return { mode, id: zerosOf(algorithm), text: undefined, hashed: 0 };
  }
}

/** Hashes a file in small steps; returns its content unless that is too large. */
function readInto(hash: Hash, path: string, limits: ReadLimits): Buffer | undefined {
  // It may have become a link or a pipe since `lstat`.
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const buffer = Buffer.allocUnsafe(64 * 1024);
    let total = 0;
    let content: Buffer[] | undefined = [];
    for (let count = readSync(file, buffer); count > 0; count = readSync(file, buffer)) {
      const part = buffer.subarray(0, count);
      hash.update(part);
      total += count;
      // It grew while it was read.
      if (total > limits.hashed) return undefined;
      if (total > limits.text) content = undefined;
      content?.push(Buffer.from(part));
    }
    return content && Buffer.concat(content);
  } finally {
    closeSync(file);
  }
}

/** Tests as git does. */
const isBinary = (content: Buffer | undefined): boolean =>
  content === undefined || content.subarray(0, 8000).includes(0);

/** Renders exactly what `git diff` prints for an added file. */
function newFileDiff(name: string, file: NewFile | undefined, algorithm: Algorithm): string {
  if (file === undefined) return "";
  const { mode, id, text } = file;
  const [a, b] = [quotedPath(`a/${name}`), quotedPath(`b/${name}`)];
  const heading = `diff --git ${a} ${b}\nnew file mode ${mode}\nindex ${zerosOf(algorithm)}..${id}\n`;
  if (text === undefined) return `${heading}Binary files /dev/null and ${b} differ\n`;
  if (text === "") return heading;
  const isComplete = text.endsWith("\n");
  const lines = (isComplete ? text.slice(0, -1) : text).split("\n");
  const count = lines.length === 1 ? "1" : `1,${lines.length}`;
  // Git ends a name that contains spaces with a tab.
  const sides = `--- /dev/null\n+++ ${b}${b.includes(" ") ? "\t" : ""}\n@@ -0,0 +${count} @@\n`;
  const end = isComplete ? "" : "\\ No newline at end of file\n";
  return `${heading}${sides}${lines.map((line) => `+${line}\n`).join("")}${end}`;
}
