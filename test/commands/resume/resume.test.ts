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

const ID = "019a2b3c-4d5e-7f60-8192-a3b4c5d6e7f8";
const BARE = ID.replaceAll("-", "");

describe("a thread is named by", () => {
  test.each<[argv: string[], query: Query, prompt: string | undefined]>([
    [[ID], { by: "id", id: ID }, undefined],
    [[ID, "go on"], { by: "id", id: ID }, "go on"],
    [["--all", ID, "go on"], { by: "id", id: ID }, "go on"],
    [[ID.toUpperCase()], { by: "id", id: ID.toUpperCase() }, undefined],
    [[BARE], { by: "id", id: BARE }, undefined],
    [[`urn:uuid:${ID}`], { by: "id", id: `urn:uuid:${ID}` }, undefined],
    [[ID.slice(1)], named(ID.slice(1)), undefined],
    [[`${ID}0`], named(`${ID}0`), undefined],
    [["release"], named("release"), undefined],
    [["the release", "go on"], named("the release"), "go on"],
    [["--all", "release", "go on"], named("release", true), "go on"],
    [["release", "--no-all"], named("release"), undefined],
    [["release", "-"], named("release"), "-"],
    [["-"], named("-"), undefined],
    [["007", "1e3"], named("007"), "1e3"],
    [["0x10", "-"], named("0x10"), "-"],
    [["true", "false"], named("true"), "false"],
    [["resume", "resume"], named("resume"), "resume"],
    [["", "go on"], named(""), "go on"],
    [["release", ""], named("release"), ""],
    [["--", "--last", "--json"], named("--last"), "--json"],
    [["release", "--", "--fork"], named("release"), "--fork"],
    [["release", "--", "-"], named("release"), "-"],
    [["--last"], last(), undefined],
    [["--last", "go on"], last(), "go on"],
    [["go on", "--last"], last(), "go on"],
    [["--last", ID], last(), ID],
    [["--last", "-"], last(), "-"],
    [["--last", "007"], last(), "007"],
    [["--last", ""], last(), ""],
    [["--last", "--", "--all"], last(), "--all"],
    [["--last", "--all", "go on"], last(true), "go on"],
    [["--last=true", "--all=true"], last(true), undefined],
    [["--no-last", "release"], named("release"), undefined],
  ])("%j", async (argv, query, argument) => {
    expect(await parsed(argv)).toEqual({
      code: 0,
      calls: [wishing({ kind: "resume", query }, { prompt: { ...PLAIN.prompt, argument } })],
      stderr: "",
    });
  });
});

describe("beside the thread", () => {
  const release = { kind: "resume", query: named("release") } as const;

  test.each<[argv: string[], options: TurnOptions]>([
    [["release", "--fork"], wishing({ ...release, kind: "fork" })],
    [["release", "--no-fork"], wishing(release)],
    [["--last", "--fork", "--all"], wishing({ kind: "fork", query: last(true) })],
    [[ID, "--fork"], wishing({ kind: "fork", query: { by: "id", id: ID } })],
    [["release", "--fork", "--ephemeral"], wishing({ ...release, kind: "fork" }, EPHEMERAL)],
    [["release", "--no-ephemeral"], wishing(release)],
    [["release", "--steer-from", "more"], wishing(release, { steerFrom: "more" })],
    [
      ["release", "--prompt-file", "p"],
      wishing(release, { prompt: { ...PLAIN.prompt, file: "p" } }),
    ],
    [["release", "--no-stdin"], wishing(release, { prompt: { ...PLAIN.prompt, stdin: false } })],
    [
      ["-m", "gpt-6", "release", "-s", "read-only", "--effort=high", "--json"],
      wishing(release, {
        ...{ model: "gpt-6", sandbox: "read-only", effort: "high" },
        ...{ json: true, messageDeltas: false },
      }),
    ],
    [
      ["release", "-o", "a", "--result", "r", "--diff-file", "d", "--output-schema", "s"],
      wishing(release, { output: "a", result: "r", diffFile: "d", outputSchema: "s" }),
    ],
  ])("a turn is told what run tells it: %j", async (argv, options) => {
    expect(await parsed(argv)).toEqual({ code: 0, calls: [options], stderr: "" });
  });
});

describe("a command line that cannot be meant", () => {
  const SEE = "hint: see: turnpipe resume --help\n";
  const WHICH =
    "turnpipe: resume: no thread given: expected its id, its name, or --last\n" +
    'hint: for example: turnpipe resume --last "now add a test"\n';
  const QUOTES = "hint: a prompt of several words needs quotes\n";
  const LAST = "hint: --last names the thread; the only argument is the prompt\n";
  const STORED =
    "turnpipe: --ephemeral: the thread is stored already\n" +
    "hint: with --fork, the copy is not stored\n";
  const what = (word: string) => `turnpipe: resume: unexpected argument "${word}"\n`;

  test.each<[argv: string[], stderr: string]>([
    [[], WHICH],
    [["--"], WHICH],
    [["--all"], WHICH],
    [["--fork", "--json"], WHICH],
    [["--no-last"], WHICH],
    [["release", "fix", "it"], `${what("it")}${QUOTES}`],
    [["release", "fix", "--", "it"], `${what("it")}${QUOTES}`],
    [[ID, "fix", "it", "now"], `${what("it")}${QUOTES}`],
    [["--last", "fix", "it"], `${what("it")}${LAST}`],
    [["--last", ID, "fix it"], `${what("fix it")}${LAST}`],
    [["release", "--ephemeral"], STORED],
    [["--last", "--ephemeral", "go on"], STORED],
    [["--last", "--ephemeral", "--no-fork"], STORED],
    [["release", "--demo"], `turnpipe: resume: unknown flag --demo\n${SEE}`],
    [["release", "--demo=edit"], `turnpipe: resume: unknown flag --demo\n${SEE}`],
    [["release", "--lats"], "turnpipe: resume: unknown flag --lats\nhint: did you mean: --last\n"],
    [["--last=maybe"], "turnpipe: --last is a switch: unexpected value in --last=maybe\n"],
    [["release", "--fork=1"], "turnpipe: --fork is a switch: unexpected value in --fork=1\n"],
    [
      ["release", "--steer-from"],
      `turnpipe: --steer-from needs a value: --steer-from FILE\n${SEE}`,
    ],
    [
      ["release", "--steer-from", "a", "--steer-from", "b"],
      "turnpipe: --steer-from was given more than once\n",
    ],
    [["release", "-m", "a", "-m", "b"], "turnpipe: --model was given more than once\n"],
  ])("%j", async (argv, stderr) => {
    expect(await parsed(argv)).toEqual({ code: 2, calls: [], stderr });
  });

  test.each(["--last", "--all", "--fork"])("%s is no flag of run", async (flag) => {
    const { world, stderr } = emptyWorld(["run", flag, "go"]);
    expect([await main(world), stderr.text]).toEqual([
      2,
      `turnpipe: run: unknown flag ${flag}\nhint: see: turnpipe run --help\n`,
    ]);
  });
});

type Query = Exclude<TurnOptions["thread"], { kind: "new" }>["query"];

const PLAIN: TurnOptions = parseTurn({});
const EPHEMERAL = { ephemeral: true };

function named(name: string, anywhere = false): Query {
  return { by: "name", name, anywhere };
}

function last(anywhere = false): Query {
  return { by: "last", anywhere };
}

/** Options that wish for nothing but this thread, and what is named. */
function wishing(thread: TurnOptions["thread"], more: Partial<TurnOptions> = {}): TurnOptions {
  return { ...PLAIN, thread, ...more };
}

/** What the whole program makes of a command line, and what it says about it. */
async function parsed(argv: readonly string[]) {
  const { world, stderr } = emptyWorld(["resume", ...argv]);
  const code = await main(world);
  const calls = vi.mocked(executeTurn).mock.calls.map(([options]) => options);
  return { code, calls, stderr: stderr.text };
}
