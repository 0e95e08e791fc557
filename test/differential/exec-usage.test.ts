import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { execa } from "execa";
import { describe, expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { type Engine, placeOf, withEngine } from "../helpers/engine.js";
import { inTurn } from "../helpers/differential.js";
import { runCli } from "../helpers/run-in-process.js";

const NOBODY = "01a1e263-b780-77d2-9b65-ef1b3caddded";

/** The command lines that codex exec does not understand; the rest of each follows the word exec. */
const MISTAKES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "unknown options": [
    ["--nope"],
    ["--modle", "x", "p"],
    ["-z", "p"],
    ["--full-auto", "p"],
    ["resume", "--nope"],
    ["fork", "--last", "p"],
  ],
  "values that are not offered": [
    ["-s", "nope", "p"],
    ["--color", "pink", "p"],
    ["--cyber-access-program", "nope", "p"],
    ["-p", "../x", "p"],
    ["--json=true", "p"],
  ],
  "missing values": [
    ["-m"],
    ["-m", "-c", "p"],
    ["-i", "--", "p"],
    ["resume", "-i"],
    ["review", "--base"],
  ],
  "paths that are empty": [
    ["-C", "", "p"],
    ["-o", "", "p"],
    ["--add-dir", "", "p"],
    ["-i", "", "--", "p"],
    ["-i", "a.png,", "--", "p"],
    ["--output-schema", "", "p"],
  ],
  "too many words": [
    ["a", "b"],
    ["a", "--", "b"],
    ["resume", "a", "b", "c"],
    ["review", "a", "b"],
  ],
  "what is said twice": [
    ["-m", "a", "-mb", "p"],
    ["--json", "--experimental-json", "p"],
    ["resume", "--last", "--last"],
  ],
  contradictions: [
    ["--approve-for-me", "-s", "read-only", "p"],
    ["--approve-for-me", "--yolo", "p"],
    ["review", "--uncommitted", "--base", "main"],
    ["review", "--base", "a", "--commit", "b"],
    ["review", "--commit", "HEAD", "p"],
    ["review", "--title", "t"],
    ["fork"],
  ],
  "options of exec behind a sub-command": [
    ["resume", "-s", "read-only", "p"],
    ["resume", "--color", "never", "p"],
    ["resume", "-C", ".", "p"],
    ["resume", "--add-dir", ".", "p"],
    ["resume", "-p", "work", "p"],
    ["resume", "--oss", "p"],
    ["fork", NOBODY, "-s", "read-only"],
    ["review", "-C", ".", "p"],
    ["review", "-i", "a.png", "p"],
  ],
  "questions about nothing": [["help", "nope"], ["--help=1"]],
};

test.each(Object.keys(MISTAKES))(
  "both refuse %s with status 2 and the same words",
  async (name) => {
    await expectSameWords(MISTAKES[name] ?? [], 2);
  },
);

/** What codex exec finds out before there is a thread, and calls a failure; to us it is bad input. */
const TROUBLE: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "settings of codex": [
    ["-c", "nope", "p"],
    ["-c", "model=1", "p"],
    ["-c", 'sandbox_mode="nope"', "p"],
    ["--strict-config", "-c", "nonsense=1", "p"],
    ["--enable", "nope", "p"],
    ["--oss", "p"],
  ],
  files: [
    ["--output-schema", "none.json", "p"],
    ["--output-schema", "bad.json", "p"],
    ["-C", "nowhere", "p"],
    ["-C", "..", "p"],
    ["-C", "nowhere"],
    ["-C", "..", "--worktree"],
  ],
  "a missing prompt": [
    [],
    ["-"],
    ["resume", "--last"],
    ["-i", "a.png", "p"],
    ["review"],
    ["review", " "],
    ["review", "-"],
  ],
  "threads that are not there": [
    ["fork", "nobody"],
    ["fork", NOBODY],
    ["resume", NOBODY, "p"],
  ],
  "what a fork alone has no use for": [
    ["fork", NOBODY, "-i", "a.png"],
    ["fork", NOBODY, "-o", "o.txt"],
    ["fork", NOBODY, "--ephemeral"],
    ["review", "--cyber-access-program", "standard", "p"],
  ],
};

test.each(Object.keys(TROUBLE))(
  "with %s codex ends with 1 and turnpipe with 2, with the same words",
  async (name) => {
    await expectSameWords(TROUBLE[name] ?? [], 1);
  },
);

test("an attached value that is empty takes no word from behind", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const run = await runCli(["exec", "-m=", "p"], {
      ...placeOf(engine),
      stdin: { bytes: "text" },
    });
    // codex has an empty model then, which no server takes.
    expect({ succeeded: run.exit === 0, asked: engine.model.requests.length }).toEqual({
      succeeded: false,
      asked: 0,
    });
  });
});

/** What both understand, as whole command lines; each group is one conversation. */
const LINES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "attached values": [
    ["exec", "-mfoo", "p"],
    ["exec", "--model=foo=bar", "p"],
    ["exec", "-m=foo", "-sread-only", "p"],
  ],
  "odd prompts": [
    ["exec", ""],
    ["exec", "--", "resume"],
    ["exec", "--json", "für 😀\n'\"$x"],
  ],
  images: [
    ["exec", "-i", "a.png,b.png", "--", "p"],
    ["exec", "-i", "a.png", "none.png", "-mb", "p"],
    ["exec", "-im", "--image=a.png", "p"],
  ],
  "old threads": [
    ["exec", "first"],
    ["exec", "resume", "--last", "-i", "a.png", "words"],
    ["exec", "-m", "a", "before", "resume", "--last"],
    ["exec", "-m", "a", "before", "resume", "-m", "b", "--last", "own", "--json"],
    ["exec", "resume", "--last", "nothing", "own"],
  ],
  reviews: [
    ["exec", "before", "-ia.png", "review", "-mb", " look\n"],
    ["exec", "review", "--commit", "HEAD", "--title", "t"],
  ],
  "options before the word": [
    ["-m", "b", "e", "p"],
    ["-mb", "--image=a.png", "exec", "-mc", "--image=b.png", "p"],
    ["-c", 'model="b"', "exec", "-c", 'model="c"', "p"],
    ["-p", "work", "exec", "p"],
  ],
  "settings that contradict each other": [
    ["exec", "-c", "features.goals=true", "--disable", "goals", "p"],
    ["exec", "--disable", "goals", "-c", "features.goals=true", "p"],
    ["exec", "-c", "model=a", "-m", "b", "-c", "model=c", "p"],
  ],
  "no repository": [
    ["exec", "--yolo", "-C", "..", "p"],
    ["exec", "--experimental-json", "--skip-git-repo-check", "-C..", "p"],
  ],
  "a value that is empty": [["exec", "--thread-source=", "p"]],
  "a title of no commit": [["exec", "review", "--title", "t", "look"]],
};

describe("both run", () => {
  test.each(Object.keys(LINES))("%s, and ask the model the same", async (name) => {
    const lines = LINES[name] ?? [];
    const play = (run: Runner) =>
      withEngine({ scenario: ANSWERS }, async (engine) => {
        await fill(engine);
        const reached: unknown[] = [];
        for (const line of lines) {
          const before = engine.model.requests.length;
          const { exit } = await run(engine, line);
          reached.push({ line, exit, asked: askedSince(before, engine) });
        }
        return reached;
      });
    const [theirs, ours] = await Promise.all([play(codex), play(turnpipe)]);
    const once = [expect.anything()];
    expect(theirs).toEqual(lines.map((line) => ({ line, exit: 0, asked: once })));
    expect(ours).toEqual(theirs);
  });
});

/** Both print the same on stderr and nothing else; codex exits with this status, turnpipe with 2. */
async function expectSameWords(lines: readonly (readonly string[])[], exit: number) {
  const { ran, asked } = await bothOn(lines);
  expect(ran.map(({ line, ours }) => ({ line, ours }))).toEqual(
    ran.map(({ line, theirs }) => ({ line, ours: { ...theirs, exit: 2, stdout: "" } })),
  );
  expect({ asked, exits: ran.map(({ theirs }) => theirs?.exit) }).toEqual({
    asked: 0,
    exits: lines.map(() => exit),
  });
}

const ANSWERS: Scenario = {
  description: "One answer, for everything.",
  responses: [{ say: [{ text: "Done." }] }],
  then: "repeat-last",
};

/** Each line of exec, on one engine, by both. */
const bothOn = (lines: readonly (readonly string[])[]) =>
  withEngine({ scenario: ANSWERS }, async (engine) => {
    await fill(engine);
    const ran = [];
    for (const line of lines) {
      const words = ["exec", ...line];
      const [theirs, ours] = await inTurn([codex, turnpipe], (run) => run(engine, words));
      ran.push({ line, theirs, ours });
    }
    return { ran, asked: engine.model.requests.length };
  });

interface Ran {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}
type Runner = (engine: Engine, args: readonly string[]) => Promise<Ran>;

const codex: Runner = async ({ codexPath, workdir: cwd, env }, args) => {
  const options = { cwd, env, extendEnv: false, reject: false, stdin: "ignore" } as const;
  const { exitCode = -1, stdout, stderr } = await execa(codexPath, args, options);
  // It complains about every home in a temporary folder.
  return { exit: exitCode, stdout, stderr: words(stderr.replace(/^WARNING: .*\n?/, "")) };
};

const turnpipe: Runner = async (engine, args) => {
  const { exit, stdout, stderr } = await runCli(args, placeOf(engine));
  return { exit: Number(exit), stdout, stderr: words(stderr) };
};

/** What is wrong with a JSON text is said in the words of its parser. */
const words = (stderr: string): string =>
  stderr.trimEnd().replace(/(?<=is not valid JSON: ).*/s, "…");

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function fill({ workdir, codexHome }: Engine): Promise<void> {
  for (const name of ["a.png", "b.png", "m"]) {
    await writeFile(join(workdir, name), Buffer.from(PIXEL, "base64"));
  }
  await writeFile(join(workdir, "bad.json"), "{");
  await writeFile(join(codexHome, "work.config.toml"), 'model = "from-profile"\n');
}

/** What reached the model: which model, the last message, and the part of the rest that flags change. */
const askedSince = (before: number, { model, workdir }: Engine): unknown[] =>
  model.requests.slice(before).map(({ body }) => {
    const asked = body as { model: string; input: { type: string; content: unknown }[] };
    const text = JSON.stringify(asked.input).replaceAll(dirname(workdir), "");
    return {
      model: asked.model,
      content: asked.input.at(-1)?.content,
      goals: text.includes("create_goal"),
      sandbox: /sandbox_mode` is `([\w-]+)/.exec(text)?.[1],
    };
  });
