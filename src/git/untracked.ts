import { createHash, type Hash } from "node:crypto";
import { closeSync, constants, lstatSync, openSync, readlinkSync, readSync } from "node:fs";
import { join } from "node:path";

import { type Algorithm, idOfState, zerosOf } from "./object-id.js";
import { quotedPath } from "./quoted-path.js";

/** New files as git would show them once added. */
export function untracked(root: string, names: readonly string[], algorithm: Algorithm): string {
  let room = MOST_TOGETHER;
  let hashRoom = MOST_HASHED_TOGETHER;
  const parts = names.map((name) => {
    const most = { text: Math.min(MOST_IN_ONE, room), hashed: Math.min(MOST_HASHED, hashRoom) };
    const file = readNew(join(root, name), most, algorithm);
    const part = asNew(name, file, algorithm);
    room -= part.length;
    hashRoom -= file?.hashed ?? 0;
    return part;
  });
  return parts.join("");
}

const MIB = 1024 * 1024;

// A forgotten node_modules must not fill the memory.
const MOST_IN_ONE = MIB;
const MOST_TOGETHER = 64 * MIB;

// Nothing else can be done while a file is read: a video takes a moment, a disk image would take hours.
const MOST_HASHED = 64 * MIB;
const MOST_HASHED_TOGETHER = 512 * MIB;

interface NewFile {
  mode: "100644" | "100755" | "120000";
  /** As git would name its content; zeros when it cannot be read, another name when it is too long. */
  id: string;
  /** Undefined when it is binary, too long or cannot be read. */
  text: string | undefined;
  /** How many bytes were read for the id. */
  hashed: number;
}

interface Most {
  text: number;
  hashed: number;
}

/** Undefined for what git would not take, such as a repository inside this one. */
function readNew(path: string, most: Most, algorithm: Algorithm): NewFile | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  const isLink = stats?.isSymbolicLink() === true;
  // One that is not there has a name that text cannot hold: git has just seen it.
  if (stats !== undefined && !isLink && !stats.isFile()) return undefined;
  const isProgram = (Number(stats?.mode ?? 0) & 0o100) !== 0;
  const mode = isLink ? "120000" : isProgram ? "100755" : "100644";
  if (stats !== undefined && !isLink && stats.size > most.hashed)
    return { mode, id: idOfState(stats, algorithm), text: undefined, hashed: 0 };
  const hash = createHash(algorithm).update(`blob ${stats?.size ?? 0}\0`);
  try {
    const content = isLink ? readlinkSync(path, "buffer") : readInto(hash, path, most);
    if (isLink && content !== undefined) hash.update(content);
    const text = isBinary(content) ? undefined : String(content);
    return { mode, id: hash.digest("hex"), text, hashed: Number(stats?.size ?? 0) };
  } catch {
    return { mode, id: zerosOf(algorithm), text: undefined, hashed: 0 };
  }
}

/** Hashes a file in small steps; gives its content unless that is too long. */
function readInto(hash: Hash, path: string, most: Most): Buffer | undefined {
  // It may have become a link or a pipe since it was looked at.
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const step = Buffer.allocUnsafe(64 * 1024);
    let total = 0;
    let content: Buffer[] | undefined = [];
    for (let count = readSync(file, step); count > 0; count = readSync(file, step)) {
      const part = step.subarray(0, count);
      hash.update(part);
      total += count;
      // It grows while it is read.
      if (total > most.hashed) return undefined;
      if (total > most.text) content = undefined;
      content?.push(Buffer.from(part));
    }
    return content && Buffer.concat(content);
  } finally {
    closeSync(file);
  }
}

/** Git's own test. */
const isBinary = (content: Buffer | undefined): boolean =>
  content === undefined || content.subarray(0, 8000).includes(0);

/** To the letter what `git diff` prints for an added file. */
function asNew(name: string, file: NewFile | undefined, algorithm: Algorithm): string {
  if (file === undefined) return "";
  const { mode, id, text } = file;
  const [a, b] = [quotedPath(`a/${name}`), quotedPath(`b/${name}`)];
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
