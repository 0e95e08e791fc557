import { CliError } from "../../src/outcome/errors.js";
import { nearest } from "../../config/nearest.js";
import type { Command } from "../registry.js";
import { QUERY_FLAGS } from "../cli/server-options.js";
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
    ? { ...THREAD_ACTIONS[action], help: THREADS_HELP[action] }
    : {
        flags: QUERY_FLAGS,
        help: OVERVIEW,
        execute: () => Promise.reject(noAction(action)),
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
} as const satisfies Record<string, Omit<Command, "help">>;

const isAction = (word: string): word is keyof typeof THREAD_ACTIONS =>
  Object.hasOwn(THREAD_ACTIONS, word);

function noAction(word: string): CliError {
  const names = Object.keys(THREAD_ACTIONS);
  const guess = nearest(word, names);
  const isMissing = word === "" || word.startsWith("-");
  const problem = isMissing ? "no action given" : `unknown action ${JSON.stringify(word)}`;
  return new CliError("usage", `threads: ${problem}: expected ${names.join(", ")}`, {
    hint: guess === undefined ? "see: turnpipe threads --help" : `did you mean: threads ${guess}`,
  });
}
