import type { Flag } from "../cli/flags/flag.js";
import { QUERY_FLAGS } from "../cli/server-options.js";

export const LOGIN_FLAGS = {
  "device-auth": {
    type: "boolean",
    group: "Login:",
    describe: "log in with a code, in a browser on any machine",
  },
  "with-api-key": {
    type: "boolean",
    group: "Login:",
    describe: "log in with an API key, read from stdin",
  },
  "with-access-token": {
    type: "boolean",
    group: "Login:",
    describe: "log in with an access token, read from stdin",
  },
  browser: {
    type: "boolean",
    group: "Login:",
    describe: "open a browser if there is one (--no-browser only prints the address)",
  },
  timeout: {
    type: "string",
    value: "DURATION",
    group: "Login:",
    describe: "time limit, such as 90s or 5m (15m)",
  },
  ...QUERY_FLAGS,
} as const satisfies Record<string, Flag>;

export const STATUS_FLAGS = {
  show: { type: "boolean", group: "Output:", describe: "print the full email address, not masked" },
  ...QUERY_FLAGS,
} as const satisfies Record<string, Flag>;

export const LOGOUT_FLAGS = QUERY_FLAGS;

export const LIMITS_FLAGS = {
  "min-remaining": {
    type: "string",
    value: "PERCENT",
    group: "Which:",
    describe: "exit 6 when less than this share is left, such as 15%",
  },
  ...QUERY_FLAGS,
} as const satisfies Record<string, Flag>;
