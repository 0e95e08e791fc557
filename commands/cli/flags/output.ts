import { INCLUDES } from "../../../src/translate/include.js";
import type { Flag } from "./flag.js";

/** Flags for what a turn prints and writes. */
export const OUTPUT_FLAGS = {
  json: { type: "boolean", group: "Output:", describe: "print events as JSON lines" },
  output: {
    alias: ["o", "output-last-message"],
    type: "string",
    value: "FILE",
    file: "write",
    group: "Output:",
    describe: "write the final message to a file (also --output-last-message)",
  },
  "output-schema": {
    type: "string",
    value: "FILE",
    file: "read",
    group: "Output:",
    describe: "JSON Schema the answer must match (exit 8 if it does not)",
  },
  "diff-file": {
    type: "string",
    value: "FILE",
    file: "write",
    group: "Output:",
    describe: "write the turn's unified diff to a file",
  },
  "show-diff": {
    type: "boolean",
    group: "Output:",
    describe: "show the changes of files in the progress on stderr",
  },
  result: {
    type: "string",
    value: "FILE",
    file: "write",
    group: "Output:",
    describe: "write the last event to a file, atomically",
  },
  record: {
    type: "string",
    value: "FILE",
    file: "write",
    group: "Output:",
    describe: "record the run to a file, for turnpipe replay FILE",
  },
  include: {
    type: "string",
    value: "EVENTS",
    array: true,
    group: "Output:",
    describe: `more events with --json: ${INCLUDES.join(", ")} (comma list)`,
  },
  quiet: {
    alias: "q",
    type: "boolean",
    group: "Output:",
    describe: "only errors on stderr",
  },
  verbose: { alias: "v", type: "boolean", group: "Output:", describe: "more on stderr" },
  color: {
    type: "string",
    value: "WHEN",
    choices: ["auto", "always", "never"],
    group: "Output:",
    describe: "when to use colour",
  },
  "raw-output": {
    type: "boolean",
    group: "Output:",
    describe: "keep control sequences in the answer, even on a terminal",
  },
  "redact-env": {
    type: "string",
    value: "NAMES",
    array: true,
    group: "Output:",
    describe: "redact the values of these variables (comma list; keys and tokens always are)",
  },
} as const satisfies Record<string, Flag>;
