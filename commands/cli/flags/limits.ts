import type { Flag } from "./flag.js";

const limit = (describe: string) =>
  ({ type: "string", requiresArg: true, group: "Limits:", describe }) as const;

/** Flags for limits and retries. */
export const LIMIT_FLAGS = {
  timeout: limit("give up after this long in total (90, 90s, 5m): exit 124"),
  "idle-timeout": limit(
    "give up after this long without events while nothing is in flight: exit 124",
  ),
  "tool-timeout": limit("give up when one command or tool call takes longer: exit 124"),
  "startup-timeout": limit(
    "how long the server may take to start (30s): exit 5; silent for a third of it, it is restarted",
  ),
  "max-tokens": limit("stop when the run has used more tokens than this (200k): exit 7"),
  "max-steps": limit("stop when the turn takes more model responses than this: exit 7"),
  retry: limit("retry up to this many times when there is no capacity or the connection broke"),
  "fallback-model": limit("models to switch to when retries fail, in order (a,b)"),
  "wait-for-quota": limit("wait up to this long for a usage limit to reset"),
  "retry-unsafe": {
    type: "boolean",
    group: "Limits:",
    describe: "retry even after commands ran or files changed",
  },
} as const satisfies Record<string, Flag>;
