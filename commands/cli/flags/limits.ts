import type { Flag } from "./flag.js";

const limit = (describe: string) =>
  ({ type: "string", requiresArg: true, group: "Limits:", describe }) as const;

/** What a turn may take, and what happens when it cannot have it. */
export const LIMIT_FLAGS = {
  timeout: limit("give up after so long, whatever happens (90, 90s, 5m): exit 124"),
  "idle-timeout": limit("give up after so long a silence while nothing is in flight: exit 124"),
  "tool-timeout": limit("give up when one command or tool call takes longer: exit 124"),
  "startup-timeout": limit("how long the server may take to start (30s): exit 5"),
  "max-tokens": limit("stop when this run has used more tokens (200k): exit 7"),
  "max-steps": limit("stop when it takes more answers of the model: exit 7"),
  retry: limit("try again so often when there is no capacity, or the connection broke"),
  "fallback-model": limit("models that step in when that does not help, in order (a,b)"),
  "wait-for-quota": limit("wait so long for a usage limit to end"),
  "retry-unsafe": {
    type: "boolean",
    group: "Limits:",
    describe: "try again also after commands ran or files changed",
  },
} as const satisfies Record<string, Flag>;
