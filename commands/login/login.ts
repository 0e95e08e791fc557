import { nearest } from "../../config/nearest.js";
import { CliError } from "../../src/outcome/errors.js";
import type { Command } from "../registry.js";
import { LOGIN_ACTION_HELP, LOGIN_HELP } from "./help.js";
import { LIMITS_FLAGS, LOGIN_FLAGS, LOGOUT_FLAGS, STATUS_FLAGS } from "./flags.js";
import { limits } from "./limits.js";
import { logIn } from "./log-in.js";
import { logout } from "./logout.js";
import { wordsWithoutFlags, refuseSecrets } from "./refuse-secrets.js";
import { status } from "./status.js";

/** `turnpipe login [ACTION]`; `words` are all arguments after `login`. */
export function loginCommand(action = "", words: readonly string[] = [action]): Command {
  refuseSecrets(words, EVERY_FLAG, Object.keys(LOGIN_ACTIONS));
  const [first = "", unexpected] = wordsWithoutFlags(words, EVERY_FLAG);
  const command = isAction(first)
    ? { ...LOGIN_ACTIONS[first], help: LOGIN_ACTION_HELP[first] }
    : { flags: LOGIN_FLAGS, execute: logIn, help: LOGIN_HELP };
  const extra = isAction(first) ? unexpected : first;
  return extra === undefined || extra === ""
    ? command
    : { ...command, execute: () => Promise.reject(noAction(extra)) };
}

/** The actions besides logging in; completion offers their names. */
export const LOGIN_ACTIONS = {
  status: { flags: STATUS_FLAGS, execute: status },
  logout: { flags: LOGOUT_FLAGS, execute: logout },
  limits: { flags: LIMITS_FLAGS, execute: limits },
} as const satisfies Record<string, Omit<Command, "help">>;

const isAction = (word: string): word is keyof typeof LOGIN_ACTIONS =>
  Object.hasOwn(LOGIN_ACTIONS, word);

const EVERY_FLAG = { ...LOGIN_FLAGS, ...STATUS_FLAGS, ...LIMITS_FLAGS };

function noAction(word: string): CliError {
  const names = Object.keys(LOGIN_ACTIONS);
  const guess = nearest(word, names);
  return new CliError(
    "usage",
    `login: unexpected argument ${JSON.stringify(word)}: expected ${names.join(", ")}`,
    {
      hint: guess === undefined ? "see: turnpipe login --help" : `did you mean: login ${guess}`,
    },
  );
}
