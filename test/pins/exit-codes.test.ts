import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { EXIT_MEANINGS, exitCodeOf } from "../../src/outcome/exit-codes.js";
import type { Cause } from "../../src/outcome/causes.js";

// Scripts rely on these numbers. A red test here is a change for every user: say so in CHANGELOG.md.
const CODES: Readonly<Record<Cause, number>> = {
  completed: 0,
  failed: 1,
  bad_request: 1,
  model_not_found: 1,
  policy: 1,
  model_error: 1,
  connection: 1,
  output_failed: 1,
  refused: 1,
  usage: 2,
  config: 2,
  input: 2,
  no_change: 3,
  declined: 3,
  tools_failed: 3,
  empty_answer: 3,
  verify_failed: 3,
  findings: 3,
  review_unreadable: 1,
  review_stale: 1,
  unauthorized: 4,
  server_missing: 5,
  server_crashed: 5,
  server_unreachable: 5,
  protocol: 5,
  usage_limit: 6,
  rate_limit: 6,
  overloaded: 6,
  context_window: 7,
  budget: 7,
  schema_mismatch: 8,
  sandbox: 9,
  bug: 70,
  timeout: 124,
  hangup: 129,
  interrupted: 130,
  stdout_closed: 141,
  terminated: 143,
};

test.each(Object.entries(CODES))("%s exits with %i", (cause, code) => {
  expect(exitCodeOf(cause as Cause)).toBe(code);
});

test("every number that can be seen has a meaning, and no other has one", () => {
  const numbers = [...new Set(Object.values(CODES))].sort((one, other) => one - other);
  expect(Object.keys(EXIT_MEANINGS)).toEqual(numbers.map(String));
});

test("README's table is the table of the program", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const rows = [...readme.matchAll(/^\| *(\d+) *\| *(.+?) *\|$/gm)];
  expect(rows.map(([, code, meaning]) => [code, meaning])).toEqual(Object.entries(EXIT_MEANINGS));
});
