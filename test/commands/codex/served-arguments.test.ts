import { expect, test } from "vitest";

import { servedArguments } from "../../../commands/codex/served-arguments.js";

test.each([
  ["exec"],
  ["exec", "--json", "fix it"],
  ["e", "fix it"],
  ["-m", "exec", "exec", "resume", "--last"],
  ["-C", "review", "-c", "a=1", "exec", "review", "--json", "--base", "main"],
  ["exec", "--", "--help"],
])("%j ... is a command line of exec as it is", (...argv) => {
  expect(servedArguments(argv)).toEqual(argv);
});

test.each([
  [
    ["review", "--uncommitted"],
    ["exec", "review", "--uncommitted"],
  ],
  [
    ["review", "look at review"],
    ["exec", "review", "look at review"],
  ],
  [
    ["-m", "review", "-s", "read-only", "review", "--commit", "review", "-c", "a=1"],
    ["-m", "review", "-s", "read-only", "exec", "review", "--commit", "review", "-c", "a=1"],
  ],
])("%j is %j", (argv, served) => {
  expect(servedArguments(argv)).toEqual(served);
});

test.each([
  { what: "no word", lines: [[], ["--version"], ["-V"], ["--help"], ["-m", "exec"], ["--oss"]] },
  { what: "a prompt", lines: [["fix it"], ["--", "exec"], ["-c", "a=1", "fix it"]] },
  {
    what: "another sub-command",
    lines: [
      ["resume", "--last"],
      ["app-server"],
      ["mcp", "list"],
      ["help", "exec"],
      ["-m", "x", "fork"],
    ],
  },
  {
    what: "help and version, in the words of codex",
    lines: [
      ["exec", "--help"],
      ["exec", "-V"],
      ["exec", "help", "resume"],
      ["review", "-h"],
      ["review", "--version"],
    ],
  },
  {
    what: "arguments that turnpipe does not know or rejects",
    lines: [
      ["--from-the-future", "exec", "fix it"],
      ["exec", "--from-the-future"],
      ["exec", "a", "b"],
      ["exec", "--approve-for-me", "--yolo"],
    ],
  },
  {
    what: "the options of exec with the review that has none",
    lines: [
      ["review", "--json", "--uncommitted"],
      ["review", "-m", "x"],
      ["review", "-o", "f"],
      ["review", "--base", "main", "look"],
      ["review"],
    ],
  },
])("$what: the real codex does it", ({ lines }) => {
  expect(lines.filter((argv) => servedArguments(argv) !== undefined)).toEqual([]);
});
