import { describe, expect, test } from "vitest";

import { CliError, failureOf, errorMessage } from "../../src/outcome/errors.js";
import type { Cause } from "../../src/outcome/causes.js";

test("an error has a kind, words, and what else is known", () => {
  const cause = new Error("ENOENT");
  const error = new CliError("input", "no such file", { hint: "look again", cause });
  const bare = new CliError("usage", "no prompt");
  expect([
    [error.name, error.kind, error.message, error.hint, error.cause, error instanceof Error],
    [bare.name, bare.kind, bare.message, bare.hint, "cause" in bare],
  ]).toEqual([
    ["CliError", "input", "no such file", "look again", cause, true],
    ["CliError", "usage", "no prompt", undefined, false],
  ]);
});

describe("anything thrown as a failure", () => {
  const plain = { retryable: false, httpStatus: null, resetsAt: null };

  test.each<[Cause, boolean]>([
    ["server_crashed", true],
    ["server_unreachable", true],
    ["overloaded", true],
    ["server_missing", false],
    ["protocol", false],
    ["interrupted", false],
    ["refused", false],
  ])("%s may be tried again: %j", (cause, retryable) => {
    expect(failureOf(new CliError(cause, "words", { hint: "not in the data" }))).toEqual({
      ...plain,
      message: "words",
      cause,
      retryable,
    });
  });

  test.each<[unknown, string]>([
    [new TypeError("x is not a function"), "x is not a function"],
    ["text", "text"],
    [undefined, "undefined"],
  ])("that is not ours is a bug: %j", (thrown, message) => {
    expect(failureOf(thrown)).toEqual({ ...plain, message, cause: "bug" });
  });
});

test.each<[unknown, string]>([
  [new Error("no such file"), "no such file"],
  [
    Object.assign(new Error("ENOENT: no such file or directory, open 'x'"), { syscall: "open" }),
    "no such file or directory",
  ],
  ["text", "text"],
  [null, "null"],
])("the reason in %j is %j", (thrown, reason) => {
  expect(errorMessage(thrown)).toBe(reason);
});
