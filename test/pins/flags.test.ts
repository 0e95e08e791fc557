import { expect, test } from "vitest";

import type { Flag } from "../../commands/cli/flags/flag.js";
import { RESUME_FLAGS, RUN_FLAGS } from "../../commands/cli/flags/turn.js";

// People type these. A flag may be added; one that is renamed or lost breaks somebody's script.
const TURN = {
  json: "boolean",
  "output, o, output-last-message": "string",
  "output-schema": "string",
  "diff-file": "string",
  result: "string",
  record: "string",
  include: "strings",
  "quiet, q": "boolean",
  "verbose, v": "boolean",
  color: "string",
  "raw-output": "boolean",
  "redact-env": "strings",
  timeout: "string",
  "idle-timeout": "string",
  "tool-timeout": "string",
  "startup-timeout": "string",
  "max-tokens": "string",
  "max-steps": "string",
  retry: "string",
  "fallback-model": "string",
  "wait-for-quota": "string",
  "retry-unsafe": "boolean",
  verify: "string",
  "verify-retries": "string",
  "verify-timeout": "string",
  "prompt-file": "string",
  "image, i": "strings",
  stdin: "boolean",
  "steer-from": "string",
  "model, m": "string",
  effort: "string",
  summary: "string",
  "sandbox, s": "string",
  "cd, C": "string",
  "add-dir": "strings",
  ephemeral: "boolean",
  "skip-git-repo-check": "boolean",
  "fail-on": "strings",
  approve: "string",
  "approve-timeout": "string",
  answer: "strings",
  trust: "string",
  "min-quota": "string",
  preflight: "boolean",
  codex: "string",
  connect: "string",
  "connect-token-file": "string",
  "config, c": "strings",
  enable: "strings",
  disable: "strings",
  "trust-project-config": "boolean",
};

/** Not for a review. */
const OF_A_TASK = { write: "boolean", "show-diff": "boolean" };

test("the flags of run, with their other names and what they take", () => {
  expect(shapes(RUN_FLAGS)).toEqual({
    ...TURN,
    ...OF_A_TASK,
    demo: "string",
    worktree: "boolean",
  });
});

test("the flags of resume", () => {
  expect(shapes(RESUME_FLAGS)).toEqual({
    last: "boolean",
    all: "boolean",
    fork: "boolean",
    ...TURN,
    ...OF_A_TASK,
  });
});

function shapes(flags: Readonly<Record<string, Flag>>) {
  const rows = Object.entries(flags).map(([name, { alias = [], array, type }]) => [
    [name, ...[alias].flat()].join(", "),
    array === true ? "strings" : type,
  ]);
  return Object.fromEntries(rows) as Record<string, string>;
}

test("the words that a flag takes", () => {
  const choices = Object.entries(RUN_FLAGS).flatMap(([name, flag]) =>
    "choices" in flag ? [[name, flag.choices]] : [],
  );
  expect(Object.fromEntries(choices)).toEqual({
    color: ["auto", "always", "never"],
    summary: ["auto", "concise", "detailed", "none"],
    sandbox: ["read-only", "workspace-write", "danger-full-access"],
    trust: ["untrusted", "trusted"],
    demo: [
      ...["hello", "edit", "review", "rate-limited", "unauthorized"],
      ...["overloaded", "context-full", "slow", "cut-off"],
    ],
  });
});
