import { expect, test } from "vitest";

import { LOGIN_ACTION_HELP, LOGIN_HELP } from "../../../commands/login/help.js";
import {
  LIMITS_FLAGS,
  LOGIN_FLAGS,
  LOGOUT_FLAGS,
  STATUS_FLAGS,
} from "../../../commands/login/flags.js";
import { LOGIN_ACTIONS, loginCommand } from "../../../commands/login/login.js";

test.each([
  ["nothing", [], LOGIN_FLAGS, LOGIN_HELP],
  ["a flag", ["--device-auth"], LOGIN_FLAGS, LOGIN_HELP],
  ["status", ["status"], STATUS_FLAGS, LOGIN_ACTION_HELP.status],
  ["logout", ["logout", "--json"], LOGOUT_FLAGS, LOGIN_ACTION_HELP.logout],
  ["limits behind a flag", ["--json", "limits"], LIMITS_FLAGS, LOGIN_ACTION_HELP.limits],
] as const)("login with %s has the flags and the help for it", (_, words, flags, help) => {
  const command = loginCommand(words);
  expect({ flags: command.flags, help: command.help }).toEqual({
    flags,
    help,
  });
});

test("an action alone is enough to ask for its flags", () => {
  expect(Object.keys(LOGIN_ACTIONS).map((action) => loginCommand([action]).flags)).toEqual([
    STATUS_FLAGS,
    LOGOUT_FLAGS,
    LIMITS_FLAGS,
  ]);
});
