import { unexpectedArgument, unknownAction } from "../cli/usage-errors.js";
import type { Command } from "../registry.js";
import { LOGIN_ACTION_HELP, LOGIN_HELP } from "./help.js";
import { LIMITS_FLAGS, LOGIN_FLAGS, LOGOUT_FLAGS, STATUS_FLAGS } from "./flags.js";
import { limits } from "./limits.js";
import { logIn } from "./log-in.js";
import { logout } from "./logout.js";
import { wordsWithoutFlags, refuseSecrets } from "./refuse-secrets.js";
import { status } from "./status.js";

/** `turnpipe login [ACTION]`, chosen by the arguments after `login`. */
export function loginCommand(words: readonly string[]): Command {
  const names = Object.keys(LOGIN_ACTIONS);
  refuseSecrets(words, EVERY_FLAG, names);
  const [first] = wordsWithoutFlags(words, EVERY_FLAG);
  if (first === undefined) {
    return { name: "login", flags: LOGIN_FLAGS, help: LOGIN_HELP, execute: logIn };
  }
  if (isAction(first)) {
    const { flags, execute } = LOGIN_ACTIONS[first];
    const name = `login ${first}`;
    return { name, flags, help: LOGIN_ACTION_HELP[first], execute: withoutMore(name, execute) };
  }
  const execute = (): never => {
    throw unknownAction("login", first, names);
  };
  return { name: "login", actions: names, flags: LOGIN_FLAGS, help: LOGIN_HELP, execute };
}

/** Rejects arguments after the action. */
const withoutMore =
  (name: string, execute: Command["execute"]): Command["execute"] =>
  (argv, runContext) => {
    const [, , unexpected] = argv._;
    if (unexpected !== undefined) throw unexpectedArgument(name, unexpected);
    return execute(argv, runContext);
  };

/** The actions besides logging in; completion offers their names. */
export const LOGIN_ACTIONS = {
  status: { flags: STATUS_FLAGS, execute: status },
  logout: { flags: LOGOUT_FLAGS, execute: logout },
  limits: { flags: LIMITS_FLAGS, execute: limits },
} as const satisfies Record<string, Pick<Command, "flags" | "execute">>;

const isAction = (word: string): word is keyof typeof LOGIN_ACTIONS =>
  Object.hasOwn(LOGIN_ACTIONS, word);

const EVERY_FLAG = { ...LOGIN_FLAGS, ...STATUS_FLAGS, ...LIMITS_FLAGS };
