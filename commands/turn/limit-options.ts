import { parseDuration } from "../../src/text/duration.js";
import type { LimitOptions } from "../../src/turn/limits.js";
import { parseCount } from "../cli/count.js";

/** Reads the limits from the command line. */
export function parseLimits(argv: Readonly<Record<string, unknown>>): LimitOptions {
  const time = (flag: string) => given(argv[flag], (word) => parseDuration(`--${flag}`, word));
  const count = (flag: string) => given(argv[flag], (word) => parseCount(`--${flag}`, word));
  return {
    wallMs: time("timeout"),
    idleMs: time("idle-timeout"),
    toolMs: time("tool-timeout"),
    maxTokens: count("max-tokens"),
    maxSteps: count("max-steps"),
  };
}

const given = (word: unknown, read: (word: string) => number): number | undefined =>
  word === undefined ? undefined : read(word as string);
