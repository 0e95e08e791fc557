import { expect, test } from "vitest";

import { loginError } from "../../../commands/login/with-access-token.js";
import { CliError } from "../../../src/outcome/errors.js";

test.each([
  [
    "the error is what counts of its words",
    { exitCode: 1, stderrTail: "WARNING: a\nError logging in with access token: no such token" },
    new CliError("unauthorized", "not logged in: no such token"),
  ],
  [
    "an error may have several lines",
    { exitCode: 1, stderrTail: "Reading\nError loading configuration: bad\n  at line 1" },
    new CliError("unauthorized", "not logged in: Error loading configuration: bad\n  at line 1"),
  ],
  [
    "without an error the last line counts",
    { exitCode: 1, stderrTail: "one\ntwo" },
    new CliError("unauthorized", "not logged in: two"),
  ],
  [
    "silence is told with its status",
    { exitCode: 3, stderrTail: "" },
    new CliError("unauthorized", "not logged in: codex login exited with status 3"),
  ],
  [
    "a codex that is too old is told from a bad token",
    {
      exitCode: 2,
      stderrTail: "error: unexpected argument '--with-access-token' found\n\nUsage: …",
    },
    new CliError("refused", "this codex does not support login --with-access-token", {
      hint: "update it with: npm i -g @openai/codex@latest",
    }),
  ],
  [
    "so is one that never got to it",
    { exitCode: null, stderrTail: "could not be started: ENOENT" },
    new CliError("server_crashed", "codex login ended early: could not be started: ENOENT"),
  ],
])("%s", (_, end, error) => {
  expect(loginError(end)).toEqual(error);
});
