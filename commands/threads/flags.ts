import { AGENTS, PEOPLE } from "../../src/session/find-thread.js";
import type { Flag } from "../cli/flags/flag.js";
import { TURN_FLAGS } from "../cli/flags/turn.js";
import { QUERY_FLAGS } from "../cli/server-options.js";

const SOURCES = [...PEOPLE, ...AGENTS, "all"] as const;

export const LIST_FLAGS = {
  limit: {
    alias: "n",
    type: "string",
    requiresArg: true,
    group: "Which:",
    describe: "at most so many (20)",
  },
  all: { type: "boolean", group: "Which:", describe: "all of them, page by page" },
  cwd: {
    alias: "C",
    type: "string",
    requiresArg: true,
    group: "Which:",
    describe: "threads of this directory (the current one is the default)",
  },
  "all-dirs": { type: "boolean", group: "Which:", describe: "threads of every directory" },
  archived: { type: "boolean", group: "Which:", describe: "archived threads, not the others" },
  search: {
    alias: "S",
    type: "string",
    requiresArg: true,
    group: "Which:",
    describe: "with this text in the name or the first prompt, in any case",
  },
  sort: {
    type: "string",
    choices: ["updated", "created"],
    requiresArg: true,
    group: "Which:",
    describe: "by which date, the latest first (updated)",
  },
  provider: {
    type: "string",
    array: true,
    nargs: 1,
    group: "Which:",
    describe: "of this model provider (repeatable)",
  },
  source: {
    type: "string",
    array: true,
    nargs: 1,
    choices: SOURCES,
    group: "Which:",
    describe: "begun by this kind of program; sub-agents only when named (repeatable)",
  },
  ...QUERY_FLAGS,
} as const satisfies Record<string, Flag>;

/** How a command line names a thread that is stored. */
const NAMING_FLAGS = {
  last: { type: "boolean", group: "Which:", describe: "the latest thread of this directory" },
  all: {
    type: "boolean",
    group: "Which:",
    describe: "look for the name, or the latest, in every directory",
  },
} as const satisfies Record<string, Flag>;

export const ONE_FLAGS = { ...NAMING_FLAGS, ...QUERY_FLAGS } as const;

export const SHOW_FLAGS = {
  ...NAMING_FLAGS,
  turns: {
    type: "boolean",
    group: "Output:",
    describe: "its turns; with --json as the events they had",
  },
  markdown: { type: "boolean", group: "Output:", describe: "its turns as a page to read" },
  include: {
    type: "string",
    array: true,
    nargs: 1,
    group: "Output:",
    describe: "more in the events of --turns: diff, raw",
  },
  record: TURN_FLAGS.record,
  "raw-output": TURN_FLAGS["raw-output"],
  ...QUERY_FLAGS,
} as const satisfies Record<string, Flag>;

export const FORK_FLAGS = {
  ...NAMING_FLAGS,
  name: { type: "string", requiresArg: true, group: "Thread:", describe: "what to call the copy" },
  ...QUERY_FLAGS,
} as const satisfies Record<string, Flag>;

export const DELETE_FLAGS = {
  yes: { alias: "y", type: "boolean", group: "Thread:", describe: "do not ask" },
  ...NAMING_FLAGS,
  ...QUERY_FLAGS,
} as const satisfies Record<string, Flag>;
