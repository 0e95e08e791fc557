import { expect, test } from "vitest";

import { EXPLANATIONS, LOGIN_HELP } from "../../../commands/login/help.js";
import {
  LIMITS_FLAGS,
  LOGIN_FLAGS,
  LOGOUT_FLAGS,
  STATUS_FLAGS,
} from "../../../commands/login/flags.js";
import { ACTIONS, loginCommand } from "../../../commands/login/login.js";

test.each([
  ["nothing", [], LOGIN_FLAGS, LOGIN_HELP],
  ["a flag", ["--device-auth"], LOGIN_FLAGS, LOGIN_HELP],
  ["status", ["status"], STATUS_FLAGS, EXPLANATIONS.status],
  ["logout", ["logout", "--json"], LOGOUT_FLAGS, EXPLANATIONS.logout],
  ["limits behind a flag", ["--json", "limits"], LIMITS_FLAGS, EXPLANATIONS.limits],
] as const)("login with %s has the flags and the help for it", (_, words, flags, explanation) => {
  const command = loginCommand(words[0], words);
  expect({ flags: command.flags, explanation: command.explanation }).toEqual({
    flags,
    explanation,
  });
});

test("an action alone is enough to ask for its flags", () => {
  expect(Object.keys(ACTIONS).map((action) => loginCommand(action).flags)).toEqual([
    STATUS_FLAGS,
    LOGOUT_FLAGS,
    LIMITS_FLAGS,
  ]);
});
