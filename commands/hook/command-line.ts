import { parseDuration } from "../../src/text/duration.js";
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
  const end = argv.indexOf("--");
  const [, , , ...words] = end === -1 ? argv : argv.slice(0, end);
  const flags = words.flatMap((word) => /^(--[^=]+)=([^]*)$/.exec(word)?.slice(1) ?? [word]);
  const given = new Map<string, string>();
  for (let at = 0; at < flags.length; at += 2) {
    const [name = "", value] = [flags[at], flags[at + 1]];
    if (value === undefined || !FLAGS.has(name) || given.has(name)) return undefined;
    given.set(name, value);
  }
  const mode = given.get("--mode") ?? "block";
  const onError = given.get("--on-error") ?? "open";
  const timeout = given.get("--timeout");
  if (!isMode(mode) || !isOnError(onError)) return undefined;
  const [remote = "origin"] = end === -1 ? [] : argv.slice(end + 1);
  const timeoutMs = timeout === undefined ? undefined : parseDuration("--timeout", timeout);
  return { mode, onError, timeoutMs, remote };
}

export const MODES: readonly Mode[] = ["warn", "block"];
export const ON_ERROR: readonly OnError[] = ["open", "closed", "warn"];

const FLAGS: ReadonlySet<string> = new Set(["--mode", "--on-error", "--timeout"]);

const isMode = (word: string): word is Mode => (MODES as readonly string[]).includes(word);

const isOnError = (word: string): word is OnError => (ON_ERROR as readonly string[]).includes(word);
