import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

import type { Git } from "./git.js";

/** Lock files of some megabytes are usual. */
const MAX_CONTENT_BYTES = 4 * 1024 * 1024;

/** File content; "large" if it exceeds the limit, undefined if it cannot be read. */
export type Content = Buffer | "large" | undefined;

/** Reads blobs by id with two git processes, up to a limit for each and for all together. */
export function readBlobs(git: Git, ids: readonly string[]): ReadonlyMap<string, Content> {
  const wanted = [...new Set(ids)].slice(0, MAX_BLOBS);
  const contents = new Map<string, Content>();
  if (wanted.length === 0) return contents;
  const args = ["cat-file", "--batch-check=%(objectsize)"];
  const sizes = git.tryRun(args, `${wanted.join("\n")}\n`)?.split("\n");
  let remaining = MAX_TOTAL_BYTES;
  const small = wanted.filter((id, at) => {
    const size = sizes?.[at] ?? "";
    if (!/^\d+$/.test(size)) return false;
    const isLarge = Number(size) > MAX_CONTENT_BYTES;
    if (isLarge) contents.set(id, "large");
    return !isLarge && (remaining -= Number(size)) >= 0;
  });
  if (small.length === 0) return contents;
  const bytes = git.bytes(["cat-file", "--batch"], `${small.join("\n")}\n`);
  for (const [id, content] of blobsIn(bytes ?? Buffer.alloc(0))) contents.set(id, content);
  return contents;
}

/** Parses `<id> blob <size>\n<content>\n`, one after another. */
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

/** Reads a file of the working tree, without following a link or blocking on a pipe. */
export function readOnDisk(path: string): Content {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  let file: number | undefined;
  try {
    file = openSync(path, flags);
    const stats = fstatSync(file);
    if (!stats.isFile()) return undefined;
    if (stats.size > MAX_CONTENT_BYTES) return "large";
    const content = Buffer.alloc(stats.size);
    return content.subarray(0, readSync(file, content));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const MAX_BLOBS = 1000;
const MAX_TOTAL_BYTES = 16 * MAX_CONTENT_BYTES;
