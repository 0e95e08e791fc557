import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

import type { Git } from "./git.js";

/** The longest content that is read: lock files of some megabytes are usual. */
const LONGEST_CONTENT = 4 * 1024 * 1024;

/** A content, or why there is none: it is too long to be read, or cannot be read. */
export type Content = Buffer | "large" | undefined;

/** Reads blobs by their ids with two processes of git, up to a bound for each and for all together. */
export function readBlobs(git: Git, ids: readonly string[]): ReadonlyMap<string, Content> {
  const asked = [...new Set(ids)].slice(0, MOST_BLOBS);
  const contents = new Map<string, Content>();
  if (asked.length === 0) return contents;
  const question = ["cat-file", "--batch-check=%(objectsize)"];
  const sizes = git.ask(question, `${asked.join("\n")}\n`)?.split("\n");
  let room = MOST_TOGETHER;
  const small = asked.filter((id, at) => {
    const size = sizes?.[at] ?? "";
    if (!/^\d+$/.test(size)) return false;
    const isLarge = Number(size) > LONGEST_CONTENT;
    if (isLarge) contents.set(id, "large");
    return !isLarge && (room -= Number(size)) >= 0;
  });
  if (small.length === 0) return contents;
  const bytes = git.bytes(["cat-file", "--batch"], `${small.join("\n")}\n`);
  for (const [id, content] of blobsIn(bytes ?? Buffer.alloc(0))) contents.set(id, content);
  return contents;
}

/** `<id> blob <size>\n<content>\n`, one after another. */
function* blobsIn(bytes: Buffer): Generator<[string, Buffer]> {
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf("\n", at);
    const [, id, size] = /^(\w+) blob (\d+)$/.exec(bytes.toString("latin1", at, end)) ?? [];
    if (end === -1 || id === undefined) return;
    const next = end + 1 + Number(size);
    yield [id, bytes.subarray(end + 1, next)];
    at = next + 1;
  }
}

/** Reads a file of the working tree; a link is not followed, and a pipe is not waited for. */
export function readOnDisk(path: string): Content {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  let file: number | undefined;
  try {
    file = openSync(path, flags);
    const stats = fstatSync(file);
    if (!stats.isFile()) return undefined;
    if (stats.size > LONGEST_CONTENT) return "large";
    const content = Buffer.alloc(stats.size);
    return content.subarray(0, readSync(file, content));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const MOST_BLOBS = 1000;
const MOST_TOGETHER = 16 * LONGEST_CONTENT;
