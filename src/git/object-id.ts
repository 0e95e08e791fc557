import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";

import { EMPTY_TREE } from "./target.js";

/** The hash algorithm of a repository's object ids. */
export type Algorithm = keyof typeof EMPTY_TREE;

/** The null id. */
export const zerosOf = (algorithm: Algorithm): string => "0".repeat(EMPTY_TREE[algorithm].length);

/**
 * A substitute id for a file that is too large to be read; it changes when the file is written to or
 * replaced. Git has no object with this id.
 */
export const idOfState = (
  { size, mtimeNs, ctimeNs, ino }: BigIntStats,
  algorithm: Algorithm,
): string => createHash(algorithm).update([size, mtimeNs, ctimeNs, ino].join(" ")).digest("hex");
