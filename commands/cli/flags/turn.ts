import { DEMO_NAMES } from "../../../src/demo/names.js";
import type { Flag } from "./flag.js";
import { AGENT_FLAGS } from "./agent.js";
import { APPROVAL_FLAGS } from "./approvals.js";
import { INPUT_FLAGS } from "./input.js";
import { LIMIT_FLAGS } from "./limits.js";
import { OUTPUT_FLAGS } from "./output.js";
import { SERVER_FLAGS } from "./server.js";

/** The flags of `run` and `resume`; other commands take some of them. The parsers and the help both read this table. */
export const TURN_FLAGS = {
  ...OUTPUT_FLAGS,
  ...INPUT_FLAGS,
  ...AGENT_FLAGS,
  ...LIMIT_FLAGS,
  ...APPROVAL_FLAGS,
  ...SERVER_FLAGS,
} as const satisfies Record<string, Flag>;

export const RUN_FLAGS = {
  ...TURN_FLAGS,
  worktree: {
    type: "boolean",
    group: "Agent:",
    describe: "work in a new git worktree of HEAD; removed at the end if nothing was changed in it",
  },
  demo: {
    type: "string",
    value: "NAME",
    inlineValue: true,
    choices: DEMO_NAMES,
    group: "Server:",
    describe: "run on a scripted model, without an account",
  },
} as const satisfies Record<string, Flag>;

export const RESUME_FLAGS = {
  last: { type: "boolean", group: "Thread:", describe: "the latest thread of this directory" },
  all: {
    type: "boolean",
    group: "Thread:",
    describe: "look for the name, or the latest, in every directory",
  },
  fork: {
    type: "boolean",
    group: "Thread:",
    describe: "continue in a copy and leave the thread unchanged",
  },
  ...TURN_FLAGS,
} as const satisfies Record<string, Flag>;
