import { SUBAGENT_SOURCES, USER_SOURCES } from "../../src/session/find-thread.js";
import type { Flag } from "../cli/flags/flag.js";
import { TURN_FLAGS } from "../cli/flags/turn.js";
import { QUERY_FLAGS } from "../cli/server-options.js";

const SOURCES = [...USER_SOURCES, ...SUBAGENT_SOURCES, "all"] as const;

export const LIST_FLAGS = {
  limit: {
    alias: "n",
    type: "string",
    value: "N",
    group: "Which:",
    describe: "maximum number of threads (20)",
  },
  all: { type: "boolean", group: "Which:", describe: "no limit" },
  cwd: {
    alias: "C",
    type: "string",
    value: "DIR",
    group: "Which:",
    describe: "threads of this directory (default: the current one)",
  },
  "all-dirs": { type: "boolean", group: "Which:", describe: "threads of every directory" },
  archived: { type: "boolean", group: "Which:", describe: "only archived threads" },
  search: {
    alias: "S",
    type: "string",
    value: "TEXT",
    group: "Which:",
    describe: "threads with this text in the name or first prompt (ignores case)",
  },
  sort: {
    type: "string",
    value: "DATE",
    choices: ["updated", "created"],
    group: "Which:",
    describe: "sort by this date, latest first (updated)",
  },
  provider: {
    type: "string",
    value: "PROVIDER",
    array: true,
    group: "Which:",
    describe: "threads of this model provider (repeatable)",
  },
  source: {
    type: "string",
    value: "SOURCE",
    array: true,
    choices: SOURCES,
    group: "Which:",
    describe: "threads started by this kind of program; sub-agents only if named (repeatable)",
  },
  ...QUERY_FLAGS,
} as const satisfies Record<string, Flag>;

/** The flags that select a stored thread. */
const NAMING_FLAGS = {
  last: { type: "boolean", group: "Which:", describe: "the latest thread of this directory" },
  all: {
    type: "boolean",
    group: "Which:",
    describe: "search every directory for the name or the latest thread",
  },
} as const satisfies Record<string, Flag>;

export const ONE_FLAGS = { ...NAMING_FLAGS, ...QUERY_FLAGS } as const;

export const SHOW_FLAGS = {
  ...NAMING_FLAGS,
  turns: {
    type: "boolean",
    group: "Output:",
    describe: "the turns too; with --json as events",
  },
  markdown: { type: "boolean", group: "Output:", describe: "the turns as a Markdown page" },
  include: {
    type: "string",
    value: "EVENTS",
    array: true,
    group: "Output:",
    describe: "add to the events of --turns: diff, raw",
  },
  record: TURN_FLAGS.record,
  "raw-output": TURN_FLAGS["raw-output"],
  ...QUERY_FLAGS,
} as const satisfies Record<string, Flag>;

export const FORK_FLAGS = {
  ...NAMING_FLAGS,
  name: { type: "string", value: "NAME", group: "Thread:", describe: "name of the copy" },
  ...QUERY_FLAGS,
} as const satisfies Record<string, Flag>;

export const DELETE_FLAGS = {
  yes: { alias: "y", type: "boolean", group: "Thread:", describe: "do not ask for confirmation" },
  ...NAMING_FLAGS,
  ...QUERY_FLAGS,
} as const satisfies Record<string, Flag>;
