import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";

import { EMPTY_TREE } from "./target.js";

/** The hash a repository names its objects by. */
export type Algorithm = keyof typeof EMPTY_TREE;

/** The id of no object. */
export const zerosOf = (algorithm: Algorithm): string => "0".repeat(EMPTY_TREE[algorithm].length);

/**
 * An id for the content of a file that is too long to be read: another one as soon as the file is
 * written to or replaced. Git knows no object by it.
 */
export const idOfState = (
  { size, mtimeNs, ctimeNs, ino }: BigIntStats,
  algorithm: Algorithm,
): string => createHash(algorithm).update([size, mtimeNs, ctimeNs, ino].join(" ")).digest("hex");
