import type { Flag } from "./flag.js";

/** Flags for the codex server and its settings. */
export const SERVER_FLAGS = {
  codex: {
    type: "string",
    value: "PATH",
    group: "Server:",
    describe: "the codex program (else TURNPIPE_CODEX, PATH, the installed package)",
  },
  connect: {
    type: "string",
    value: "ADDRESS",
    group: "Server:",
    describe:
      "use a running app-server: ws://…, wss://…, unix://[PATH] or auto (else TURNPIPE_CONNECT)",
  },
  "connect-token-file": {
    type: "string",
    value: "FILE",
    file: "read",
    group: "Server:",
    describe: "file with the token for that server (else TURNPIPE_CONNECT_TOKEN)",
  },
  config: {
    alias: "c",
    type: "string",
    value: "KEY=VALUE",
    array: true,
    group: "Server:",
    describe: "a setting of codex, its value as TOML (repeatable)",
  },
  enable: {
    type: "string",
    value: "FEATURE",
    array: true,
    group: "Server:",
    describe: "enable a codex feature (repeatable)",
  },
  disable: {
    type: "string",
    value: "FEATURE",
    array: true,
    group: "Server:",
    describe: "disable a codex feature (repeatable)",
  },
  "trust-project-config": {
    type: "boolean",
    group: "Server:",
    describe: "let the project's turnpipe config loosen restrictions",
  },
} as const satisfies Record<string, Flag>;
