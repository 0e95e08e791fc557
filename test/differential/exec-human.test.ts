import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { execa } from "execa";
import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { inTurn, maskedText } from "../helpers/differential.js";
import { type Engine, placeOf, withEngine } from "../helpers/engine.js";
import { runCli } from "../helpers/run-in-process.js";
import { sharedEngines } from "../helpers/shared-engine.js";

// What `exec` prints for people, whole: each run is played by codex and by turnpipe.

const EVERYTHING: Scenario = {
  description: "Every kind of item that codex prints for people.",
  config: {
    sandbox_mode: '"workspace-write"',
    model_reasoning_summary: '"detailed"',
    "tools.update_plan.enabled": "true",
    "mcp_servers.tools.command": '"node"',
    "mcp_servers.tools.args": '["{mcp_server}"]',
    "mcp_servers.tools.required": "true",
  },
  responses: [
    {
      say: [
        { reasoning: "**Planning**\n\nOne step." },
        { text: "I begin." },
        {
          call: "update_plan",
          arguments: {
            explanation: "Short",
            plan: [
              { step: "Read", status: "completed" },
              { step: "Write", status: "in_progress" },
              { step: "Check", status: "pending" },
            ],
          },
        },
      ],
    },
    { say: [{ exec: "printf 'one\\ntwo\\n'" }] },
    { say: [{ exec: "echo no >&2; exit 3" }] },
    { say: [{ exec: "true" }] },
    { say: [{ patch: "*** Begin Patch\n*** Add File: new.txt\n+alpha\n*** End Patch\n" }] },
    { say: [{ call: "echo", namespace: "mcp__tools", arguments: { text: "hi" } }] },
    { say: [{ call: "fail", namespace: "mcp__tools", arguments: {} }] },
    {
      say: [{ search: "weather" }, { text: "Done.\n\n" }],
      usage: { input: 1_234_567, cached: 67, output: 8 },
    },
  ],
};

const HOOK = `
[[hooks.SessionStart]]
[[hooks.SessionStart.hooks]]
type = "command"
command = "true"
`;

const TALK: Scenario = {
  description: "The same answer for ever.",
  responses: [{ say: [{ text: "Yes." }] }],
  then: "repeat-last",
};

const SILENCE: Scenario = {
  description: "Nothing is said.",
  config: { no_such_setting: "1" },
  responses: [{ say: [] }],
};

const WRITE = ["-s", "workspace-write"];
const withSharedEngine = sharedEngines();

test("every kind of item looks the same, in colour", async () => {
  const flags = ["--color", "always", "--dangerously-bypass-hook-trust", "--add-dir", "/usr/lib"];
  const network = ["-c", "sandbox_workspace_write.network_access=true"];
  const lines = [[...flags, ...network, ...WRITE, "Do\nit."]];
  const [all] = await expectSame({ scenario: EVERYTHING, toml: HOOK }, lines, withEngine);
  expect(all?.stdout).toBe("Done.\n\n\n");
});

test("a failing turn prints its error as codex does, and what stdin holds", async () => {
  const [failed] = await expectSame({ scenario: "http-400" }, [["Do it."]], withSharedEngine, {
    stdin: "and this",
  });
  expect(failed?.stdout).toBe("");
});

test("threads, reviews and files look the same", async () => {
  const [first, again, , , written] = await expectSame(
    { scenario: TALK },
    [
      ["--yolo", "Go."],
      [...WRITE, "resume", "--last", "Go on."],
      ["review", "--uncommitted"],
      ["review", "--commit", "HEAD", "--title", "T"],
      ["-o", "o.txt", "--ephemeral", "-c", 'model_reasoning_effort="high"', "Go."],
      ["-p", "nobody", "-o", "none/o.txt", "Go."],
    ],
    withEngine,
  );
  expect([first?.stdout, again?.stdout, written?.file]).toEqual(["Yes.\n", "Yes.\n", "Yes."]);
});

test("an empty answer and a setting nobody knows are warned of in the same places", async () => {
  const lines = [["-o", "o.txt", "Go."]];
  const [silent] = await expectSame({ scenario: SILENCE }, lines, withEngine);
  expect(silent).toMatchObject({ stdout: "", file: "" });
});

interface Shown {
  readonly stdout: string;
  readonly stderr: string;
  readonly succeeded: boolean;
  /** What `-o` wrote. */
  readonly file: string;
}

type Setup = Parameters<typeof withEngine>[0];

/** Plays the command lines of exec on both sides; both print the same, which is returned. */
async function expectSame(
  setup: Setup,
  lines: readonly (readonly string[])[],
  withOurs: typeof withEngine,
  { stdin = "" }: { stdin?: string } = {},
): Promise<Shown[]> {
  const play = (run: Run) => async (engine: Engine) =>
    inTurn(lines, async (line): Promise<Shown> => {
      const file = join(engine.workdir, "o.txt");
      await writeFile(file, "of yesterday");
      const { stdout, stderr, exit } = await run(engine, ["exec", ...line], stdin);
      return {
        stdout: maskedText(stdout, engine),
        stderr: steady(maskedText(stderr, engine)),
        succeeded: exit === 0,
        file: await readFile(file, "utf8"),
      };
    });
  const [theirs, ours] = await Promise.all([
    withEngine(setup, play(codex)),
    withOurs(setup, play(turnpipe)),
  ]);
  expect(ours).toEqual(theirs);
  return ours;
}

type Run = (
  engine: Engine,
  args: readonly string[],
  stdin: string,
) => Promise<{ stdout: string; stderr: string; exit: unknown }>;

const codex: Run = async ({ codexPath, workdir: cwd, env }, args, input) => {
  const ran = await execa(codexPath, args, {
    ...{ cwd, env, extendEnv: false, reject: false, stripFinalNewline: false, input },
  });
  return { stdout: ran.stdout, stderr: ran.stderr, exit: ran.exitCode };
};

const turnpipe: Run = (engine, args, stdin) =>
  runCli(args, { ...placeOf(engine), stdin: { bytes: stdin } });

/** Without times, the warning about a home in a temporary folder, and codex's log. */
const steady = (stderr: string): string =>
  stderr
    .replaceAll(/ in \d+ms:/g, " in 0ms:")
    .replace(/^WARNING: proceeding.*\n/m, "")
    .replaceAll(/^\d{4}-\d\d-\d\dT\S+ +ERROR .*\n/gm, "");
