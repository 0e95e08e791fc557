import { lstatSync } from "node:fs";

import { readRegular } from "../src/files/bounded-read.js";
import { reasonOf } from "../src/outcome/errors.js";

/** Whose config file it is: a repository has no reason to lead us out of itself, a user may. */
export type ConfigOwner = "user" | "project";

export type FileText = { text: string; problem?: undefined } | { problem: string };

/**
 * Reads a config file that may be anything: a link, a folder, a pipe nobody writes to, a device
 * without an end. What is no regular file of a bounded size is a problem, not a wait.
 */
export function readConfigFile(path: string, owner: ConfigOwner): FileText {
  try {
    const followLink = owner === "user";
    if (!followLink && lstatSync(path).isSymbolicLink()) {
      return { problem: "it is a symbolic link" };
    }
    return decoded(readRegular(path, MOST_BYTES, { followLink }));
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}

const MOST_BYTES = 1024 * 1024;

function decoded(bytes: Buffer): FileText {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { problem: "it is not UTF-8 text" };
  }
}
