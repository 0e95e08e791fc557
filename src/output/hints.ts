import type { Cause } from "../outcome/causes.js";
import { localTime } from "./quantity.js";

/** Suggests what to do about a failed turn; null when unknown. */
export function hintFor(cause: string, resetsAt: string | null): string | null {
  if (WAITING.has(cause)) {
    return resetsAt === null ? "try again later" : `try again after ${localTime(resetsAt)}`;
  }
  return HINTS.get(cause) ?? null;
}

const WAITING: ReadonlySet<string> = new Set<Cause>(["usage_limit", "rate_limit", "overloaded"]);

const HINTS: ReadonlyMap<string, string> = new Map<Cause, string>([
  ["unauthorized", "log in with: turnpipe login (or set CODEX_API_KEY)"],
  ["context_window", "start a new thread, or ask for less in one turn"],
]);
