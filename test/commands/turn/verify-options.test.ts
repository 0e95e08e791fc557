import { expect, test } from "vitest";

import { parseVerify } from "../../../commands/turn/verify-options.js";
import { CliError } from "../../../src/outcome/errors.js";

test.each([
  [{}, undefined],
  [{ verify: "npm test" }, { command: "npm test", retries: 2, withinMs: 1_800_000 }],
  [
    { verify: "make", "verify-retries": "0", "verify-timeout": "90s" },
    { command: "make", retries: 0, withinMs: 90_000 },
  ],
])("%j", (argv, wish) => {
  expect(parseVerify(argv)).toEqual(wish);
});

test.each<[argv: Record<string, string>, message: string, hint: string | undefined]>([
  [{ "verify-retries": "1" }, "--verify-retries requires --verify", undefined],
  [{ "verify-timeout": "1" }, "--verify-timeout requires --verify", undefined],
  [{ verify: " " }, "--verify: expected a command", 'for example: --verify "npm test"'],
  [
    { verify: "x", "steer-from": "lines" },
    "--verify and --steer-from exclude each other",
    undefined,
  ],
  ...["-1", "1.5", "x", "101", ""].map((word): [Record<string, string>, string, undefined] => [
    { verify: "x", "verify-retries": word },
    `--verify-retries ${word}: expected a number from 0 to 100`,
    undefined,
  ]),
  [
    { verify: "x", "verify-timeout": "soon" },
    "--verify-timeout soon: expected a time, such as 90s or 5m",
    undefined,
  ],
])("%j: %s", (argv, message, hint) => {
  expect(() => parseVerify(argv)).toThrow(new CliError("usage", message, { hint }));
});
