import { nearest } from "../../config/nearest.js";
import { CliError } from "../../src/outcome/errors.js";
import type { Command } from "../registry.js";
import { EXPLANATIONS, LOGIN_HELP } from "./help.js";
import { LIMITS_FLAGS, LOGIN_FLAGS, LOGOUT_FLAGS, STATUS_FLAGS } from "./flags.js";
import { limits } from "./limits.js";
import { logIn } from "./log-in.js";
import { logout } from "./logout.js";
import { plainWords, refuseSecrets } from "./refuse-secrets.js";
import { status } from "./status.js";

/** `turnpipe login [ACTION]`; `words` are all arguments after `login`. */
export function loginCommand(action = "", words: readonly string[] = [action]): Command {
  refuseSecrets(words, EVERY_FLAG, Object.keys(ACTIONS));
  const [first = "", unexpected] = plainWords(words, EVERY_FLAG);
  const command = isAction(first)
    ? { ...ACTIONS[first], explanation: EXPLANATIONS[first] }
    : { flags: LOGIN_FLAGS, execute: logIn, explanation: LOGIN_HELP };
  const extra = isAction(first) ? unexpected : first;
  return extra === undefined || extra === ""
    ? command
    : { ...command, execute: () => Promise.reject(noAction(extra)) };
}

/** The actions besides logging in; completion offers their names. */
export const ACTIONS = {
  status: { flags: STATUS_FLAGS, execute: status },
  logout: { flags: LOGOUT_FLAGS, execute: logout },
  limits: { flags: LIMITS_FLAGS, execute: limits },
} as const satisfies Record<string, Omit<Command, "explanation">>;

const isAction = (word: string): word is keyof typeof ACTIONS => Object.hasOwn(ACTIONS, word);

const EVERY_FLAG = { ...LOGIN_FLAGS, ...STATUS_FLAGS, ...LIMITS_FLAGS };

function noAction(word: string): CliError {
  const names = Object.keys(ACTIONS);
  const guess = nearest(word, names);
  return new CliError(
    "usage",
    `login: unexpected argument ${JSON.stringify(word)}: expected ${names.join(", ")}`,
    {
      hint: guess === undefined ? "see: turnpipe login --help" : `did you mean: login ${guess}`,
    },
  );
}
