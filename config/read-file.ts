import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";

import { reasonOf } from "../src/errors.js";

/** Whose config file it is: a repository has no reason to lead us out of itself, a user may. */
export type ConfigOwner = "user" | "project";

export type FileText = { text: string; problem?: undefined } | { problem: string };

/**
 * Reads a config file that may be anything: a link, a folder, a pipe nobody writes to, a device
 * without an end. What is no regular file of a bounded size is a problem, not a wait.
 */
export function readConfigFile(path: string, owner: ConfigOwner): FileText {
  try {
    if (owner === "project" && lstatSync(path).isSymbolicLink()) {
      return { problem: "it is a symbolic link" };
    }
    const file = openSync(path, owner === "project" ? READ | NO_LINK : READ);
    try {
      return fstatSync(file).isFile() ? decoded(firstBytes(file)) : { problem: "it is not a file" };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}

// Windows has neither; a pipe that nobody writes to is opened at once, and then refused.
const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants as Partial<typeof constants>;
const READ = (O_RDONLY ?? 0) | (O_NONBLOCK ?? 0);
const NO_LINK = O_NOFOLLOW ?? 0;

const MOST_BYTES = 1024 * 1024;

/** One byte more than allowed, if there are more; a file may grow after its size was asked for. */
function firstBytes(file: number): Buffer {
  const bytes = Buffer.alloc(Math.min(fstatSync(file).size, MOST_BYTES) + 1);
  let length = 0;
  for (let count = -1; count !== 0 && length < bytes.length; length += count) {
    count = readSync(file, bytes, length, bytes.length - length, null);
  }
  return bytes.subarray(0, length);
}

function decoded(bytes: Buffer): FileText {
  if (bytes.length > MOST_BYTES) {
    return { problem: `it is larger than ${String(MOST_BYTES / 1024)} KiB` };
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { problem: "it is not UTF-8 text" };
  }
}
