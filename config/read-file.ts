import { lstatSync } from "node:fs";

import { readRegular } from "../src/files/bounded-read.js";
import { errorMessage } from "../src/outcome/errors.js";

/** Whose config file it is: links are followed only for the user's, not out of a repository. */
export type ConfigOwner = "user" | "project";

export type FileText = { text: string; problem?: undefined } | { problem: string };

/**
 * Reads a config file without blocking: a folder, a pipe without a writer, an endless device or too
 * large a file is a problem that is returned.
 */
export function readConfigFile(path: string, owner: ConfigOwner): FileText {
  try {
    const followLink = owner === "user";
    if (!followLink && lstatSync(path).isSymbolicLink()) {
      return { problem: "it is a symbolic link" };
    }
    return decoded(readRegular(path, MAX_BYTES, { followLink }));
  } catch (error) {
    return { problem: errorMessage(error) };
  }
}

const MAX_BYTES = 1024 * 1024;

function decoded(bytes: Buffer): FileText {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { problem: "it is not UTF-8 text" };
  }
}
