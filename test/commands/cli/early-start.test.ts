import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, describe, expect, test, vi } from "vitest";

import { commandFor } from "../../../commands/registry.js";
import { guessServer } from "../../../commands/cli/early-start.js";
import { main } from "../../../commands/main.js";
import { parsePlain } from "../../../commands/cli/parse.js";
import { queryOptions } from "../../../commands/cli/server-options.js";
import type { ServerOptions } from "../../../src/session/server-spec.js";
import { serverSpec } from "../../../src/session/server-spec.js";
import { stopOn } from "../../../commands/cli/stop.js";
import { executeTurn } from "../../../commands/turn/execute-turn.js";
import { emptyWorld } from "../world.js";
import { Redactor } from "../../../src/redact/redactor.js";

vi.mock("../../../commands/turn/execute-turn.js", () => ({ executeTurn: vi.fn() }));
beforeEach(() => {
  vi.mocked(executeTurn).mockReset().mockResolvedValue(0);
});

const NOTHING_SAID: ServerOptions = {
  codex: undefined,
  config: [],
  enable: [],
  disable: [],
  include: [],
  diffFile: undefined,
  strictConfig: false,
};

/** The answer is shown while it is written. */
const FOR_PEOPLE = { messageDeltas: true };

describe("a guess", () => {
  test.each<[string[], Partial<ServerOptions>]>([
    [["run"], FOR_PEOPLE],
    [["run", "fix it"], FOR_PEOPLE],
    [["run", "--json", "fix it"], {}],
    [["run", "--json", "--timeout", "5m", "fix it"], { messageDeltas: true }],
    [
      ["run", "-c", "a=1", "fix it", "--config=b=2", "--config", "c"],
      { ...FOR_PEOPLE, config: ["a=1", "b=2", "c"] },
    ],
    [
      ["run", "--enable", "x", "--disable=y", "--enable=z"],
      { ...FOR_PEOPLE, enable: ["x", "z"], disable: ["y"] },
    ],
    [["run", "--codex", "./codex"], { ...FOR_PEOPLE, codex: "./codex" }],
    [["run", "--codex=a=b"], { ...FOR_PEOPLE, codex: "a=b" }],
    [
      ["run", "--include", "raw,diff", "--include=mcp"],
      { ...FOR_PEOPLE, include: ["raw", "diff", "mcp"] },
    ],
    [["run", "--diff-file", "d"], { ...FOR_PEOPLE, diffFile: "d" }],
    [["run", "-c"], { ...FOR_PEOPLE, config: [""] }],
    [["run", "-C", "sub", "fix it"], { ...FOR_PEOPLE, cd: "sub" }],
    [["resume", "--last", "--cd=sub"], { ...FOR_PEOPLE, cd: "sub" }],
    [["run", "--timeout", "5m", "fix it"], { messageDeltas: true }],
    [["resume", "--max-steps=3", "--last"], { messageDeltas: true }],
    [["run", "--startup-timeout", "5s", "--retry", "3", "fix it"], FOR_PEOPLE],
    [["review", "--timeout", "5m"], {}],
    [["exec", "-C", "sub", "fix it"], { unmarked: true, include: ["diff"] }],
    [["run", "--", "-c", "a=1", "--help"], FOR_PEOPLE],
    [["run", "toString", "constructor"], FOR_PEOPLE],
    [["resume", "--last", "-c", "a=1"], { ...FOR_PEOPLE, config: ["a=1"] }],
    [
      ["exec", "--experimental-json", "--config", "a=1", "--strict-config", "resume", "-c", "b=2"],
      { unmarked: true, config: ["a=1", "b=2"], strictConfig: true },
    ],
    [
      ["exec", "--include", "raw", "--enable=x", "--disable", "y"],
      { unmarked: true, include: ["diff"], enable: ["x"], disable: ["y"] },
    ],
    [["models"], {}],
    [["models", "--codex=./codex", "-c", "a=1"], { codex: "./codex", config: ["a=1"] }],
    [["models", "--check", "gpt-6-sol", "--enable", "x"], { enable: ["x"] }],
    [["threads", "list", "--all", "--disable", "y"], { disable: ["y"] }],
    [["threads", "show", "--last", "--turns", "--include=diff"], { include: ["diff"] }],
    [["login"], { storedLogin: true }],
    [["login", "status", "-c", "a=1"], { config: ["a=1"], storedLogin: true }],
    [["login", "limits", "--codex", "./codex"], { codex: "./codex", storedLogin: true }],
  ])("from %j", (argv, choice) => {
    expect(guessServer(argv)).toEqual({ ...NOTHING_SAID, ...choice });
  });

  test.each([
    [[]],
    [["--help"]],
    [["--version"]],
    [["rum", "fix it"]],
    [["--json", "run"]],
    [["run", "--help"]],
    [["run", "-h"]],
    [["run", "--version"]],
    [["run", "fix it", "--demo"]],
    [["run", "--demo=edit"]],
    [["models", "--help"]],
    [["threads", "list", "-h"]],
    [["login", "--help"]],
    [["login", "--with-access-token"]],
    [["schema", "events"]],
    [["completion", "bash"]],
    [["review", "hook", "status"]],
  ])("is not made from %j", (argv) => {
    expect(guessServer(argv)).toBeUndefined();
  });
});

describe("a guess is what the parser comes to as well", () => {
  const ADVICE = ["fix it", "-c", "model=x"];
  test.each([
    [["fix it"]],
    [[]],
    [["-"]],
    [["--json", "fix it"]],
    [ADVICE],
    [["--json", "-c", "a=1", "-c", 'b="2 3"', "--config=c=[1]", "-m", "gpt", "fix it"]],
    [["--codex", "./codex", "fix it", "-o", "out.txt"]],
    [["--codex=./codex", "--enable", "x", "--enable=y", "--disable", "z", "fix it"]],
    [["--include", "deltas,raw", "fix it"]],
    [["--include=diff", "--include", "mcp,usage", "--json"]],
    [["--diff-file", "d.diff", "-s", "read-only", "-C", ".", "--add-dir", "."]],
    [["--no-stdin", "-q", "--ephemeral", "--skip-git-repo-check", "--color=never", "fix it"]],
    [["--prompt-file", "p.md", "-i", "a.png", "--image=b.png", "--output-schema", "s.json"]],
    [["--fail-on", "no-change", "--result", "r.json", "--effort", "high", "--summary=none"]],
    [["-c", "a=1", "--", "-c b=2"]],
    [["-C", "sub", "fix it"]],
    [["--cd=sub", "fix it"]],
    [["--timeout", "5m", "fix it"]],
    [["--idle-timeout=90", "--tool-timeout", "1h", "fix it"]],
    [["--max-tokens", "200k", "--max-steps=3", "fix it"]],
    [["--startup-timeout", "5s", "--retry", "2", "--fallback-model=a,b", "fix it"]],
  ])("%j", async (rest) => {
    const argv = ["run", ...rest];
    const { world } = emptyWorld(argv);
    writeFileSync(join(world.cwd, "codex"), "", { mode: 0o755 });
    const place = { env: { ...world.env, TURNPIPE_CODEX: process.execPath }, cwd: world.cwd };
    await main({ ...world, ...place });
    const [options] = vi.mocked(executeTurn).mock.calls.map(([parsed]) => parsed);
    expect(serverSpec(guessServer(argv)!, place)).toEqual(serverSpec(options!, place));
  });
});

describe("a guess is what a command that asks comes to as well", () => {
  test.each([
    [["models"]],
    [["models", "--json", "--all", "-c", "a=1", "--config=b=2"]],
    [["models", "--check", "gpt-6-sol", "--codex", "./codex", "--enable", "x", "--disable=y"]],
    [["threads", "list", "--all-dirs", "-n", "5", "-c", "a=1"]],
    [["threads", "rename", "--last", "the release"]],
  ])("%j", async (argv) => {
    const { world } = emptyWorld(argv);
    writeFileSync(join(world.cwd, "codex"), "", { mode: 0o755 });
    const place = { env: { ...world.env, TURNPIPE_CODEX: process.execPath }, cwd: world.cwd };
    const { flags } = (await commandFor(argv))!;
    const runContext = {
      ...world,
      ...place,
      stop: stopOn(world.stopRequested),
      secrets: new Redactor(),
    };
    const options = await queryOptions(parsePlain(argv, flags)!, runContext);
    expect(serverSpec(guessServer(argv)!, place)).toEqual(serverSpec(options, place));
  });
});
