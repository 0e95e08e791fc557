import type { Command } from "../registry.js";
import { QUERY_FLAGS } from "../cli/server-options.js";
import { unknownAction } from "../cli/usage-errors.js";
import { archive, rename, unarchive } from "./change.js";
import { compact } from "./compact.js";
import { remove } from "./delete.js";
import { THREADS_HELP, OVERVIEW } from "./help.js";
import { DELETE_FLAGS, FORK_FLAGS, LIST_FLAGS, ONE_FLAGS, SHOW_FLAGS } from "./flags.js";
import { fork } from "./fork.js";
import { list } from "./list.js";
import { rollback } from "./rollback.js";
import { show } from "./show.js";

/** `turnpipe threads ACTION`. */
export const threadsCommand = (action = ""): Command =>
  isAction(action)
    ? { ...THREAD_ACTIONS[action], name: `threads ${action}`, help: THREADS_HELP[action] }
    : {
        name: "threads",
        actions: Object.keys(THREAD_ACTIONS),
        flags: QUERY_FLAGS,
        help: OVERVIEW,
        execute: ({ _: [, word = ""] }) =>
          Promise.reject(unknownAction("threads", String(word), Object.keys(THREAD_ACTIONS))),
      };

/** The actions; completion offers their names. */
export const THREAD_ACTIONS = {
  list: { flags: LIST_FLAGS, execute: list },
  show: { flags: SHOW_FLAGS, execute: show },
  fork: { flags: FORK_FLAGS, execute: fork },
  rename: { flags: ONE_FLAGS, execute: rename },
  archive: { flags: ONE_FLAGS, execute: archive },
  unarchive: { flags: ONE_FLAGS, execute: unarchive },
  delete: { flags: DELETE_FLAGS, execute: remove },
  rollback: { flags: ONE_FLAGS, execute: rollback },
  compact: { flags: ONE_FLAGS, execute: compact },
} as const satisfies Record<string, Omit<Command, "name" | "help">>;

const isAction = (word: string): word is keyof typeof THREAD_ACTIONS =>
  Object.hasOwn(THREAD_ACTIONS, word);
