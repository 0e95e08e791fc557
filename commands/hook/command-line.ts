import { parseDuration } from "../../src/text/duration.js";
import { tokenize } from "../../src/text/tokenize.js";
import type { Mode, OnError } from "./policy.js";

/** The arguments of the installed hook's call. */
export interface HookCall {
  mode: Mode;
  onError: OnError;
  timeoutMs: number | undefined;
  /** The name of the remote, or its address where it has none. */
  remote: string;
}

/**
 * Parses the one form the installed hook uses, without yargs, which takes longer to load than a cached
 * review. Anything else is undefined, and left to the usual parser and its error messages.
 */
export function readHookCall(argv: readonly string[]): HookCall | undefined {
  const given = new Map<string, string>();
  const tokens = tokenize(argv.slice(3), FLAGS);
  const end = tokens.findIndex(({ kind }) => kind === "end");
  for (const token of end === -1 ? tokens : tokens.slice(0, end)) {
    if (token.kind !== "flag" || token.value === undefined || given.has(token.name))
      return undefined;
    given.set(token.name, token.value);
  }
  const mode = given.get("mode") ?? "block";
  const onError = given.get("on-error") ?? "open";
  const timeout = given.get("timeout");
  if (!isMode(mode) || !isOnError(onError)) return undefined;
  const [remote = "origin"] = tokens.flatMap((token) => (token.kind === "word" ? token.word : []));
  const timeoutMs = timeout === undefined ? undefined : parseDuration("--timeout", timeout);
  return { mode, onError, timeoutMs, remote };
}

export const MODES: readonly Mode[] = ["warn", "block"];
export const ON_ERROR: readonly OnError[] = ["open", "closed", "warn"];

const FLAGS = {
  mode: { type: "string" },
  "on-error": { type: "string" },
  timeout: { type: "string" },
} as const;

const isMode = (word: string): word is Mode => (MODES as readonly string[]).includes(word);

const isOnError = (word: string): word is OnError => (ON_ERROR as readonly string[]).includes(word);
