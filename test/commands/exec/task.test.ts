import { describe, expect, test } from "vitest";

import { CodexError } from "../../../commands/exec/codex-error.js";
import { CODEX } from "../../../commands/exec/grammar.js";
import type { ExecTask } from "../../../commands/exec/task.js";
import { taskOf } from "../../../commands/exec/task.js";
import type { LevelArguments } from "../../../commands/exec/parse-arguments.js";
import { parseExecArguments } from "../../../commands/exec/parse-arguments.js";
import { CliError } from "../../../src/outcome/errors.js";

const ID = "01a1e263-b780-77d2-9b65-ef1b3caddded";
const LAST = { by: "last", anywhere: false } as const;

test.each<[string[], string | undefined]>([
  [["fix it"], "fix it"],
  [["-"], "-"],
  [[""], ""],
  [[], undefined],
])("exec %j is a new thread whose prompt takes in what is piped", (argv, argument) => {
  expect(task(...argv)).toEqual({ kind: "new", prompt: { argument, addsStdin: true } });
});

describe("resume", () => {
  test.each<[string, string[], Extract<ExecTask, { kind: "resume" }>["query"], string | undefined]>(
    [
      ["takes an id and a prompt", ["resume", ID, "p"], { by: "id", id: ID }, "p"],
      ["takes a name", ["resume", "tidy", "p"], named("tidy"), "p"],
      ["takes a name of any directory", ["resume", "--all", "tidy"], anywhere("tidy"), undefined],
      ["takes an id without a prompt", ["resume", ID], { by: "id", id: ID }, undefined],
      ["takes a dash for a name", ["resume", "-"], named("-"), undefined],
      ["takes nothing", ["resume"], undefined, undefined],
      ["takes the prompt before it", ["p", "resume", ID], { by: "id", id: ID }, "p"],
      ["prefers its own prompt", ["p", "resume", ID, "q"], { by: "id", id: ID }, "q"],
      ["takes an empty prompt", ["p", "resume", ID, ""], { by: "id", id: ID }, ""],
      ["with --last takes a prompt", ["resume", "--last", "p"], LAST, "p"],
      ["with --last ignores the first of two", ["resume", "--last", "a", "b"], LAST, "b"],
      ["with --last takes the prompt before it", ["p", "resume", "--last"], LAST, "p"],
      ["with --last prefers its own prompt", ["p", "resume", "--last", "q"], LAST, "q"],
      ["with --last and --all looks everywhere", ["resume", "--last", "--all"], ANY, undefined],
    ],
  )("%s", (_, argv, query, argument) => {
    const prompt = { argument, addsStdin: false };
    expect(task(...argv)).toEqual({ kind: "resume", query, prompt });
  });
});

describe("fork", () => {
  test.each<[string, string[], ExecTask]>([
    ["takes an id and a prompt", ["fork", ID, "p"], forked({ by: "id", id: ID }, "p")],
    ["takes a name of any directory", ["fork", "tidy", "p"], forked(anywhere("tidy"), "p")],
    ["takes the prompt before it", ["p", "fork", "tidy"], forked(anywhere("tidy"), "p")],
    ["prefers its own prompt", ["p", "fork", "tidy", "q"], forked(anywhere("tidy"), "q")],
    ["takes an empty prompt", ["fork", "tidy", ""], forked(anywhere("tidy"), "")],
    ["needs no prompt", ["fork", "tidy"], bare("tidy")],
    ["needs no prompt with -m", ["-m", "x", "fork", "--json", "tidy"], bare("tidy")],
  ])("%s", (_, argv, expected) => {
    expect(task(...argv)).toEqual(expected);
  });

  test("needs a thread", () => {
    expect(() => task("fork")).toThrow(
      new CliError("usage", "fork needs the id or name of a thread"),
    );
  });

  test.each([
    [["fork", ID, "-i", "a.png"], "Forking with images requires a prompt"],
    [["--image=a.png", "fork", ID], "Forking with images requires a prompt"],
    [["fork", ID, "--output-schema", "s"], "Forking with output options requires a prompt"],
    [["fork", ID, "-o", "o"], "Forking with output options requires a prompt"],
    [["-o", "o", "fork", ID], "Forking with output options requires a prompt"],
    [["fork", ID, "--ephemeral"], "Ephemeral forks require a prompt"],
    [
      ["fork", ID, "--cyber-access-program", "standard"],
      "Forking with --cyber-access-program requires a prompt",
    ],
  ])("without a prompt has no turn for %j", (argv, words) => {
    expect(() => task(...argv)).toThrow(new CodexError("usage", `Error: ${words}`));
    expect(task(...argv, "p").kind).toBe("fork");
  });
});

describe("review", () => {
  test.each<[string, string[], ExecTask]>([
    ["of what is not committed", ["--uncommitted"], reviewed({ type: "uncommittedChanges" })],
    ["against a branch", ["--base", "main"], reviewed({ type: "baseBranch", branch: "main" })],
    ["of a commit", ["--commit", "abc"], reviewed({ type: "commit", sha: "abc", title: null })],
    [
      "of a commit with a title",
      ["--commit", "abc", "--title", "t"],
      reviewed({ type: "commit", sha: "abc", title: "t" }),
    ],
    ["by instructions", ["look"], asked("look")],
    ["by instructions from stdin", ["-"], asked("-")],
    // codex asks for a commit only where nothing else is named.
    ["by instructions, whatever the title", ["--title", "t", "look"], asked("look")],
    [
      "of what is not committed, whatever the title",
      ["--title", "t", "--uncommitted"],
      reviewed({ type: "uncommittedChanges" }),
    ],
  ])("%s", (_, argv, expected) => {
    expect(task("ignored", "review", ...argv)).toEqual(expected);
  });

  test.each([
    [["--uncommitted", "--base", "main"], "a review has one target, not --uncommitted and --base"],
    [["--base", "b", "--commit", "c"], "a review has one target, not --base and --commit"],
    [["--commit", "c", "look"], "a review has one target, not --commit and instructions"],
    [["--title", "t"], "--title requires --commit"],
    [
      ["--cyber-access-program", "standard", "look"],
      "--cyber-access-program cannot be used with a review",
    ],
  ])("of %j is refused", (argv, message) => {
    expect(() => task("review", ...argv)).toThrow(new CliError("usage", message));
  });

  test("without a target is an error that lists the targets", () => {
    expect(() => task("review")).toThrow(
      new CodexError(
        "usage",
        "Error: Specify --uncommitted, --base, --commit, or provide custom review instructions",
      ),
    );
  });

  test("has no access program, wherever it is named", () => {
    expect(() => task("--cyber-access-program", "standard", "review", "look")).toThrow(
      new CliError("usage", "--cyber-access-program cannot be used with a review"),
    );
  });
});

const NOTHING: LevelArguments = { options: new Map(), words: [] };
const ANY = { by: "last", anywhere: true } as const;

function task(...argv: string[]): ExecTask {
  const { path, levels } = parseExecArguments(["exec", ...argv], CODEX);
  return taskOf(path[1], levels[1] ?? NOTHING, levels[2] ?? NOTHING);
}

function named(name: string) {
  return { by: "name", name, anywhere: false } as const;
}

function anywhere(name: string) {
  return { by: "name", name, anywhere: true } as const;
}

function forked(query: Extract<ExecTask, { kind: "fork" }>["query"], argument: string): ExecTask {
  return { kind: "fork", query, prompt: { argument, addsStdin: false } };
}

function bare(name: string): ExecTask {
  return { kind: "fork", query: anywhere(name), prompt: undefined };
}

function reviewed(target: Extract<ExecTask, { kind: "review" }>["target"]): ExecTask {
  return { kind: "review", target } as ExecTask;
}

function asked(argument: string): ExecTask {
  return { kind: "review", target: "instructions", prompt: { argument, addsStdin: false } };
}
