import { describe, expect, test } from "vitest";

import { CODEX } from "../../../commands/exec/grammar.js";
import type { ExecOptions } from "../../../commands/exec/options.js";
import { execOptions } from "../../../commands/exec/options.js";
import { parseExecArguments } from "../../../commands/exec/parse-arguments.js";
import { CliError } from "../../../src/outcome/errors.js";

test("a prompt alone leaves every option to codex", () => {
  expect(read("exec", "p")).toEqual(NO_WISH);
});

test("every option of exec is passed on", () => {
  const switches = ["--oss", "--json", "--strict-config", "--ephemeral", "--skip-git-repo-check"];
  const more = ["--ignore-user-config", "--ignore-rules", "--dangerously-bypass-hook-trust"];
  const values = ["-c", "a=1", "--enable", "x", "--disable", "y", "-m", "gpt-6", "-p", "work"];
  const places = [
    "-C",
    "sub",
    "--add-dir",
    "one",
    "--add-dir",
    "two",
    "-o",
    "o.txt",
    "-i",
    "a.png",
  ];
  const rest = ["--local-provider=ollama", "-s", "read-only", "--output-schema=s.json"];
  const last = ["--color=never", "--thread-source=cron", "--cyber-access-program", "standard"];
  const argv = [...switches, ...more, ...values, ...places, ...rest, ...last];
  expect(read("exec", ...argv, "--", "p")).toEqual({
    task: NO_WISH.task,
    json: true,
    fullEvents: false,
    color: "never",
    config: ["a=1"],
    enable: ["x"],
    disable: ["y"],
    strictConfig: true,
    profile: "work",
    localProvider: "ollama",
    images: ["a.png"],
    model: "gpt-6",
    sandbox: "read-only",
    approveForMe: false,
    bypass: false,
    bypassHookTrust: true,
    cd: "sub",
    addDirs: ["one", "two"],
    threadSource: "cron",
    cyberAccessProgram: "standard",
    skipGitRepoCheck: true,
    ephemeral: true,
    ignoreUserConfig: true,
    ignoreRules: true,
    outputSchema: "s.json",
    output: "o.txt",
    worktree: false,
  });
});

describe("options given at several levels", () => {
  test.each<[string, string[], Partial<ExecOptions>]>([
    ["asks for all events", ["exec", "resume", "--last", "--turnpipe-events", "p"], ALL_EVENTS],
    ["counts before the word exec", ["-m", "a", "exec", "p"], { model: "a" }],
    ["counts last for a single value", ["-m", "a", "exec", "-m", "b", "p"], { model: "b" }],
    ["counts with its alias", ["-p", "work", "e", "p"], { profile: "work" }],
    [
      "grows for a list, codex's own first",
      ["-c", "a=1", "--add-dir", "x", "exec", "-c", "b=2", "--add-dir", "y", "p"],
      { config: ["a=1", "b=2"], addDirs: ["x", "y"] },
    ],
    [
      "is joined for the local provider",
      ["--local-provider", "ollama", "exec", "--oss", "p"],
      { localProvider: "ollama" },
    ],
    ["is not asked for without --oss", ["--local-provider", "ollama", "exec", "p"], {}],
    ["may leave the local provider to codex", ["--oss", "exec", "p"], { localProvider: null }],
    [
      "reaches a sub-command",
      ["-m", "a", "exec", "-C", "sub", "resume", "-m", "c", "-o", "o", "--last", "p"],
      { task: resumed("p"), model: "c", cd: "sub", output: "o" },
    ],
  ])("%s", (_, argv, wishes) => {
    expect(read(...argv)).toEqual({ ...NO_WISH, ...wishes });
  });
});

describe("images", () => {
  test.each<[string, string[], Partial<ExecOptions>]>([
    ["may be a comma list", ["exec", "-i", "a,b", "c", "--", "p"], { images: ["a", "b", "c"] }],
    ["of codex come first", ["--image=a", "exec", "--image=b", "p"], { images: ["a", "b"] }],
    [
      "of a sub-command come last",
      ["exec", "--image=a,b", "resume", "--last", "-i", "c,d", "p"],
      { task: resumed("p"), images: ["a", "b", "c", "d"] },
    ],
    [
      "are nothing to a review",
      ["exec", "--image=a", "review", "look"],
      { task: { kind: "review", target: "instructions", prompt: prompt("look") } },
    ],
  ])("%s", (_, argv, wishes) => {
    expect(read(...argv)).toEqual({ ...NO_WISH, ...wishes });
  });
});

describe("how much may be touched", () => {
  test.each<[string, string[], Partial<ExecOptions>]>([
    ["is codex's word", ["-s", "read-only", "exec", "p"], { sandbox: "read-only" }],
    ["is exec's word", ["exec", "--approve-for-me", "p"], { approveForMe: true }],
    [
      "is everybody's word where it is none at all",
      ["--yolo", "exec", "-s", "read-only", "p"],
      { sandbox: "read-only", bypass: true },
    ],
    [
      "is exec's word alone, whichever",
      ["-s", "read-only", "exec", "--approve-for-me", "p"],
      { approveForMe: true },
    ],
    [
      "is a sub-command's word too",
      ["-s", "read-only", "exec", "resume", "--yolo", "--last", "p"],
      { task: resumed("p"), sandbox: "read-only", bypass: true },
    ],
    [
      "is exec's and the sub-command's together",
      ["exec", "-s", "read-only", "resume", "--yolo", "--last", "p"],
      { task: resumed("p"), sandbox: "read-only", bypass: true },
    ],
    [
      "is the sub-command's word where exec's is another",
      ["exec", "--approve-for-me", "resume", "--yolo", "--last", "p"],
      { task: resumed("p"), approveForMe: true, bypass: true },
    ],
    ["may be said twice", ["exec", "-s", "read-only", "--yolo", "p"], bypassing("read-only")],
  ])("%s", (_, argv, wishes) => {
    expect(read(...argv)).toEqual({ ...NO_WISH, ...wishes });
  });

  test.each([
    [["exec", "--approve-for-me", "-s", "read-only", "p"], "sandbox"],
    [["exec", "--approve-for-me", "--yolo", "p"], "dangerously-bypass-approvals-and-sandbox"],
    [["-s", "read-only", "--approve-for-me", "exec", "p"], "sandbox"],
    [["-s", "read-only", "--approve-for-me", "exec", "-s", "read-only", "p"], "sandbox"],
    [["--approve-for-me", "-a", "never", "exec", "p"], "ask-for-approval"],
  ])("has no two meanings: %j", (argv, rival) => {
    expect(() => read(...argv)).toThrow(
      new CliError("usage", `--approve-for-me cannot be used with --${rival}`),
    );
  });
});

describe("unsupported options are errors", () => {
  test.each(["../work", "a b", "a/b", "", "w.rk"])("the profile %j", (name) => {
    expect(() => read("exec", "-p", name, "p")).toThrow(
      new CliError("usage", `--profile ${name}: expected a plain name, such as work`),
    );
  });

  test.each([
    [["--remote", "ws://h", "exec", "p"], "--remote ws://h"],
    [["--remote-auth-token-env", "T", "--remote=", "e", "p"], "--remote "],
    [["--remote-auth-token-env", "T", "exec", "review"], "--remote-auth-token-env"],
  ])("a remote server, in codex's words: %j", (argv, flag) => {
    const message = `\`${flag}\` is only supported for interactive TUI commands, not \`codex exec\``;
    expect(() => read(...argv)).toThrow(new CliError("usage", message));
  });

  test.each([
    [["--ephemeral", "p"], "--worktree cannot be combined with --ephemeral"],
    [["--ignore-user-config", "p"], "--worktree cannot be combined with --ignore-user-config"],
    [["review", "--uncommitted"], "`--worktree` is not supported for code review"],
    [
      ["resume", "--last", "p"],
      "`--worktree` cannot resume an existing session; use `codex exec fork --worktree`",
    ],
  ])("a worktree, in codex's words: %j", (argv, message) => {
    const error = new CliError("usage", message);
    expect(() => read("--worktree", "exec", ...argv)).toThrow(error);
    expect(() => read("exec", ...argv, "--worktree")).toThrow(error);
  });
});

function prompt(argument: string) {
  return { argument, addsStdin: false };
}

function resumed(argument: string): ExecOptions["task"] {
  return { kind: "resume", query: { by: "last", anywhere: false }, prompt: prompt(argument) };
}

function bypassing(sandbox: ExecOptions["sandbox"]): Partial<ExecOptions> {
  return { sandbox, bypass: true };
}

const ALL_EVENTS: Partial<ExecOptions> = { task: resumed("p"), fullEvents: true };

const NO_WISH: ExecOptions = {
  task: { kind: "new", prompt: { argument: "p", addsStdin: true } },
  json: false,
  fullEvents: false,
  color: "auto",
  config: [],
  enable: [],
  disable: [],
  strictConfig: false,
  profile: undefined,
  localProvider: undefined,
  images: [],
  model: undefined,
  sandbox: undefined,
  approveForMe: false,
  bypass: false,
  bypassHookTrust: false,
  cd: undefined,
  addDirs: [],
  threadSource: undefined,
  cyberAccessProgram: undefined,
  skipGitRepoCheck: false,
  ephemeral: false,
  ignoreUserConfig: false,
  ignoreRules: false,
  worktree: false,
  outputSchema: undefined,
  output: undefined,
};

const read = (...argv: string[]): ExecOptions => execOptions(parseExecArguments(argv, CODEX));
