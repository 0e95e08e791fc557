import { beforeEach, describe, expect, test, vi } from "vitest";

import { main } from "../../../commands/main.js";
import type { TurnOptions } from "../../../commands/turn/options.js";
import { parseTurn } from "../../../commands/turn/options.js";
import { executeTurn } from "../../../commands/turn/execute-turn.js";
import { emptyWorld } from "../world.js";

vi.mock("../../../commands/turn/execute-turn.js", () => ({ executeTurn: vi.fn() }));
beforeEach(() => {
  vi.mocked(executeTurn).mockReset().mockResolvedValue(0);
});

const DEFAULTS: TurnOptions = {
  thread: { kind: "new" },
  steerFrom: undefined,
  prompt: { argument: undefined, file: undefined, stdin: undefined },
  json: false,
  output: undefined,
  outputSchema: undefined,
  diffFile: undefined,
  result: undefined,
  record: undefined,
  include: [],
  failOn: [],
  minQuota: undefined,
  preflight: false,
  verify: undefined,
  limits: {
    wallMs: undefined,
    idleMs: undefined,
    toolMs: undefined,
    maxTokens: undefined,
    maxSteps: undefined,
  },
  startupMs: undefined,
  retry: undefined,
  messageDeltas: true,
  showDiff: false,
  trust: undefined,
  approve: {
    by: "never",
    command: "",
    withinMs: undefined,
    answers: new Map(),
    allow: [],
    deny: [],
  },
  level: "normal",
  color: "auto",
  rawOutput: false,
  images: [],
  model: undefined,
  effort: undefined,
  summary: undefined,
  sandbox: undefined,
  sandboxAtMost: undefined,
  cd: undefined,
  addDirs: [],
  ephemeral: false,
  worktree: false,
  skipGitRepoCheck: false,
  codex: undefined,
  config: [],
  enable: [],
  disable: [],
  demo: undefined,
};

/** What the whole program makes of a command line, and what it says about it. */
async function parsed(argv: readonly string[]) {
  const { world, stderr } = emptyWorld(["run", ...argv]);
  const code = await main(world);
  const calls = vi.mocked(executeTurn).mock.calls.map(([options]) => options);
  return { code, calls, stderr: stderr.text };
}

const prompt = (argument: string | undefined) => ({ prompt: { ...DEFAULTS.prompt, argument } });

/** Only people see the answer while it is written. */
const FOR_PROGRAMS = { json: true, messageDeltas: false };

describe("a command line", () => {
  test.each<[argv: string[], options: Partial<TurnOptions>]>([
    [[], {}],
    [["fix it"], prompt("fix it")],
    [[""], prompt("")],
    [["-"], prompt("-")],
    [['"quoted"'], prompt('"quoted"')],
    [["007"], prompt("007")],
    [["1e3"], prompt("1e3")],
    [["true"], prompt("true")],
    [["--", "--json"], prompt("--json")],
    [["--", "-"], prompt("-")],
    [["--json", "--", "run"], { ...prompt("run"), ...FOR_PROGRAMS }],
    [["--prompt-file", "p.md"], { prompt: { ...DEFAULTS.prompt, file: "p.md" } }],
    [["--stdin"], { prompt: { ...DEFAULTS.prompt, stdin: true } }],
    [["--no-stdin"], { prompt: { ...DEFAULTS.prompt, stdin: false } }],
    [["--json", "fix it"], { ...prompt("fix it"), ...FOR_PROGRAMS }],
    [["--json", "--json"], FOR_PROGRAMS],
    [["--no-json"], {}],
    [["-o", "a.txt"], { output: "a.txt" }],
    [["--output=a.txt"], { output: "a.txt" }],
    [["--output-last-message", "a.txt"], { output: "a.txt" }],
    [["--output-schema", "s.json"], { outputSchema: "s.json" }],
    [["--diff-file", "d"], { diffFile: "d" }],
    [["--result", "r.json"], { result: "r.json" }],
    [["--include", "deltas"], { include: ["deltas"] }],
    [["--include", "deltas,raw,deltas", "--include=mcp,"], { include: ["deltas", "raw", "mcp"] }],
    [["--include", "raw", "fix it"], { ...prompt("fix it"), include: ["raw"] }],
    [["--fail-on", "no-change,declined"], { failOn: ["no-change", "declined"] }],
    [["-q"], { level: "quiet" }],
    [["--quiet"], { level: "quiet" }],
    [["-v"], { level: "verbose" }],
    [["--show-diff"], { showDiff: true }],
    [["--color", "never"], { color: "never" }],
    [["-i", "a.png", "-i", "b,c.png", "x"], { ...prompt("x"), images: ["a.png", "b,c.png"] }],
    [["--image=a.png", "x"], { ...prompt("x"), images: ["a.png"] }],
    [["-m", "gpt-6"], { model: "gpt-6" }],
    [["--model", "007"], { model: "007" }],
    [["--effort", "high", "--summary", "none"], { effort: "high", summary: "none" }],
    [["-s", "read-only"], { sandbox: "read-only" }],
    [["--write"], { sandbox: "workspace-write" }],
    [["--write", "-s", "workspace-write"], { sandbox: "workspace-write" }],
    [["-C", "sub", "--add-dir", "a", "--add-dir=b"], { cd: "sub", addDirs: ["a", "b"] }],
    [["--ephemeral", "--skip-git-repo-check"], { ephemeral: true, skipGitRepoCheck: true }],
    [["--codex", "./codex"], { codex: "./codex" }],
    [["-c", "a.b=1", "-c", 'c="x=y"'], { config: ["a.b=1", 'c="x=y"'] }],
    [["--config=a=1", "b=2"], { ...prompt("b=2"), config: ["a=1"] }],
    [["--enable", "x", "--disable=y"], { enable: ["x"], disable: ["y"] }],
    [["--demo"], { demo: "hello" }],
    [["--demo", "edit"], { ...prompt("edit"), demo: "hello" }],
    [["--demo=edit"], { demo: "edit" }],
    [["--", "--demo"], prompt("--demo")],
  ])("%j", async (argv, options) => {
    expect(await parsed(argv)).toEqual({
      code: 0,
      calls: [{ ...DEFAULTS, ...options }],
      stderr: "",
    });
  });
});

describe("a command line that cannot be meant", () => {
  const SEE = "hint: see: turnpipe run --help\n";

  test.each<[argv: string[], stderr: string]>([
    [["--jsonx"], "turnpipe: run: unknown flag --jsonx\nhint: did you mean: --json\n"],
    [["-o"], `turnpipe: --output needs a value: --output FILE\n${SEE}`],
    [
      ["-m", "--json"],
      "turnpipe: --model needs a value: --model MODEL\nhint: --json is a flag; as a value it is written --model=--json\n",
    ],
    [["--color", "purple"], `turnpipe: --color purple: expected auto, always, never\n${SEE}`],
    [["-m", "a", "-m", "b"], "turnpipe: --model was given more than once\n"],
    [["--codex", "a", "--codex", "b"], "turnpipe: --codex was given more than once\n"],
    [["-q", "-v"], "turnpipe: --quiet and --verbose exclude each other\n"],
    [["--show-diff", "-q"], "turnpipe: --show-diff and --quiet exclude each other\n"],
    [
      ["--show-diff", "--json"],
      "turnpipe: --show-diff and --json exclude each other\nhint: for programs, --include diff adds the diff to file changes\n",
    ],
    [
      ["--write", "-s", "read-only"],
      "turnpipe: --write and --sandbox read-only exclude each other\nhint: --write is short for --sandbox workspace-write\n",
    ],
    [
      ["fix", "it"],
      'turnpipe: run: unexpected argument "it"\nhint: a prompt of several words needs quotes\n',
    ],
    [
      ["fix", "--", "it"],
      'turnpipe: run: unexpected argument "it"\nhint: a prompt of several words needs quotes\n',
    ],
    [
      ["--include", "delta"],
      "turnpipe: --include delta: expected deltas, diff, plan, usage, approvals, mcp, hooks, agents, raw\nhint: did you mean: --include deltas\n",
    ],
    [
      ["--fail-on", "nochange"],
      "turnpipe: --fail-on nochange: expected no-change, declined, tools-failed, empty-answer\nhint: did you mean: --fail-on no-change\n",
    ],
    ...["a", "=1", " = 1", ""].map((override): [string[], string] => [
      ["-c", override],
      `turnpipe: --config ${override}: expected key=value\nhint: for example: -c model_reasoning_effort="high"\n`,
    ]),
  ])("%j", async (argv, stderr) => {
    expect(await parsed(argv)).toEqual({ code: 2, calls: [], stderr });
  });
});

describe("what the config files say", () => {
  const settings = {
    model: "configured",
    effort: "low",
    summary: "auto",
    sandbox: "read-only",
    color: "never",
    include: ["raw"],
    fail_on: ["declined"],
    ephemeral: true,
    skip_git_repo_check: true,
    codex: "/opt/codex",
    config: ["a=1"],
    enable: ["x"],
    disable: ["y"],
  } as const satisfies Parameters<typeof parseTurn>[1];

  test("applies if no flag is given", () => {
    expect(parseTurn({}, settings)).toEqual({
      ...DEFAULTS,
      model: "configured",
      effort: "low",
      summary: "auto",
      sandbox: "read-only",
      color: "never",
      include: ["raw"],
      failOn: ["declined"],
      ephemeral: true,
      skipGitRepoCheck: true,
      codex: "/opt/codex",
      config: ["a=1"],
      enable: ["x"],
      disable: ["y"],
    });
  });

  test("of a project for the sandbox gives way to --sandbox", () => {
    const sandboxAtMost = { mode: "read-only", file: "/project/.turnpiperc" } as const;
    const both = [{}, { sandbox: "workspace-write" }].map((argv) =>
      parseTurn(argv, { sandboxAtMost }),
    );
    expect(both.map((options) => options.sandboxAtMost)).toEqual([sandboxAtMost, undefined]);
  });

  test("gives way to flags; only settings for codex are added up, flags last", () => {
    const argv = {
      model: "flagged",
      effort: "high",
      summary: "none",
      sandbox: "workspace-write",
      color: "always",
      include: ["mcp"],
      "fail-on": ["no-change"],
      ephemeral: false,
      "skip-git-repo-check": false,
      codex: "./codex",
      config: ["b=2"],
      enable: ["z"],
      disable: [],
    };
    expect(parseTurn(argv, settings)).toEqual({
      ...DEFAULTS,
      model: "flagged",
      effort: "high",
      summary: "none",
      sandbox: "workspace-write",
      color: "always",
      include: ["mcp"],
      failOn: ["no-change"],
      codex: "./codex",
      config: ["a=1", "b=2"],
      enable: ["z"],
      disable: [],
    });
  });
});
