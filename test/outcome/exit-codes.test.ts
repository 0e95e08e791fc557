import { constants } from "node:os";

import { expect, test } from "vitest";

import { EXIT_MEANINGS, exitCodeOf } from "../../src/outcome/exit-codes.js";
import type { Cause } from "../../src/outcome/causes.js";

test.each<[Cause, NodeJS.Signals]>([
  ["hangup", "SIGHUP"],
  ["interrupted", "SIGINT"],
  ["terminated", "SIGTERM"],
  ["stdout_closed", "SIGPIPE"],
])("%s exits as a shell shows %s", (cause, signal) => {
  expect(exitCodeOf(cause)).toBe(128 + constants.signals[signal]);
});

test("every status is one that a shell can show, each with a meaning of its own", () => {
  const meanings = Object.entries(EXIT_MEANINGS);
  expect({
    strange: meanings.filter(([code]) => Number(code) < 0 || Number(code) > 255),
    different: new Set(meanings.map(([, meaning]) => meaning)).size,
  }).toEqual({ strange: [], different: meanings.length });
});
