import type { Flag } from "./flag.js";

/** Flags for the input of a turn. */
export const INPUT_FLAGS = {
  "prompt-file": {
    type: "string",
    value: "FILE",
    file: "read",
    group: "Input:",
    describe: "read the prompt from a file",
  },
  image: {
    alias: "i",
    type: "string",
    value: "FILE",
    array: true,
    file: "read",
    group: "Input:",
    describe: "attach an image (repeatable)",
  },
  stdin: {
    type: "boolean",
    group: "Input:",
    describe: "wait for piped input however long it takes (--no-stdin ignores it)",
  },
  "steer-from": {
    type: "string",
    value: "FILE",
    file: "read",
    group: "Input:",
    describe: 'more input while the turn runs: lines {"text": …} from a file or a named pipe',
  },
} as const satisfies Record<string, Flag>;
