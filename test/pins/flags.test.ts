import { expect, test } from "vitest";

import { TURN_FLAGS } from "../../commands/flags.js";

// People type these. A flag may be added; one that is renamed or lost breaks somebody's script.
test("the flags of a turn, with their other names and what they take", () => {
  const flags = Object.entries(TURN_FLAGS).map(([name, flag]) => [
    [name, ...("alias" in flag ? [flag.alias].flat() : [])].join(", "),
    "array" in flag ? "strings" : flag.type,
  ]);
  expect(Object.fromEntries(flags)).toEqual({
    json: "boolean",
    "output, o, output-last-message": "string",
    "output-schema": "string",
    "diff-file": "string",
    result: "string",
    include: "strings",
    "quiet, q": "boolean",
    "verbose, v": "boolean",
    color: "string",
    "prompt-file": "string",
    "image, i": "strings",
    stdin: "boolean",
    "model, m": "string",
    effort: "string",
    summary: "string",
    "sandbox, s": "string",
    "cd, C": "string",
    "add-dir": "strings",
    ephemeral: "boolean",
    "skip-git-repo-check": "boolean",
    "fail-on": "strings",
    codex: "string",
    "config, c": "strings",
    enable: "strings",
    disable: "strings",
    "trust-project-config": "boolean",
    demo: "string",
  });
});

test("the words that a flag takes", () => {
  const choices = Object.entries(TURN_FLAGS).flatMap(([name, flag]) =>
    "choices" in flag ? [[name, flag.choices]] : [],
  );
  expect(Object.fromEntries(choices)).toEqual({
    color: ["auto", "always", "never"],
    summary: ["auto", "concise", "detailed", "none"],
    sandbox: ["read-only", "workspace-write", "danger-full-access"],
  });
});
