import { expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { redactErrors } from "../../src/redact/redact-errors.js";

const SECRET = "sk-of-nobody";

test("what succeeds is handed on", async () => {
  expect(await redactErrors(SECRET, () => Promise.resolve(SECRET))).toBe(SECRET);
});

test("a failure keeps all but the secret and its cause", async () => {
  const quoting = new CliError("server_crashed", `bad key ${SECRET}`, {
    hint: `try again with ${SECRET}`,
    cause: new Error(SECRET),
    resetsAt: "2027-01-02T03:04:05.000Z",
  });
  await expect(redactErrors(SECRET, () => Promise.reject(quoting))).rejects.toEqual(
    new CliError("server_crashed", "bad key [redacted]", {
      hint: "try again with [redacted]",
      resetsAt: "2027-01-02T03:04:05.000Z",
    }),
  );
});

test("so does the stack of a bug", async () => {
  const error = await redactErrors(SECRET, () => Promise.reject(new Error(`at ${SECRET}`))).catch(
    (thrown: unknown) => thrown as Error,
  );
  const { message, stack = "" } = error;
  expect({ message, first: stack.split("\n")[0], leaks: stack.includes(SECRET) }).toEqual({
    message: "at [redacted]",
    first: "Error: at [redacted]",
    leaks: false,
  });
});
