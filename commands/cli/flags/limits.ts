import type { Flag } from "./flag.js";

const limit = <const Value extends string>(value: Value, describe: string) =>
  ({ type: "string", value, group: "Limits:", describe }) as const;

/** Flags for limits and retries. */
export const LIMIT_FLAGS = {
  timeout: limit("DURATION", "give up after this long in total (90, 90s, 5m): exit 124"),
  "idle-timeout": limit(
    "DURATION",
    "give up after this long without events while nothing is in flight: exit 124",
  ),
  "tool-timeout": limit("DURATION", "give up when one command or tool call takes longer: exit 124"),
  "startup-timeout": limit(
    "DURATION",
    "how long the server may take to start (30s): exit 5; silent for a third of it, it is restarted",
  ),
  "max-tokens": limit("N", "stop when the run has used more tokens than this (200k): exit 7"),
  "max-steps": limit("N", "stop when the turn takes more model responses than this: exit 7"),
  retry: limit(
    "N",
    "retry up to this many times when there is no capacity or the connection broke",
  ),
  "fallback-model": limit("MODELS", "models to switch to when retries fail, in order (a,b)"),
  "wait-for-quota": limit("DURATION", "wait up to this long for a usage limit to reset"),
  "retry-unsafe": {
    type: "boolean",
    group: "Limits:",
    describe: "retry even after commands ran or files changed",
  },
} as const satisfies Record<string, Flag>;
