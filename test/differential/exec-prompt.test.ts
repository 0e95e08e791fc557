import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";

import { describe, expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { type Engine, placeOf, withEngine } from "../helpers/engine.js";
import { inTurn, maskedText } from "../helpers/differential.js";
import { type CliOptions, BIN, spawnCli, textOf } from "../helpers/run-cli.js";
import { runCli } from "../helpers/run-in-process.js";

/** A line of exec, in which ID is a thread of its own past; what stdin holds; the prompt it makes. */
type Row = readonly [line: readonly string[], stdin: CliOptions["stdin"], prompt: string | null];

const text = (bytes: string | Uint8Array) => ({ bytes });
const hex = (digits: string) => text(Buffer.from(digits.replaceAll(" ", ""), "hex"));
const BLOCK = "p\n\n<stdin>\ntext\n</stdin>";
const CHANGES =
  "Review the current code changes (staged, unstaged, and untracked files) and provide prioritized findings.";

const TABLE: Readonly<Record<string, readonly Row[]>> = {
  "a new thread with a prompt": [
    [["p"], text("text"), BLOCK],
    [["p"], text("text\n"), BLOCK],
    [["p"], text(""), "p"],
    [["p"], text(" \n"), "p"],
    [[""], text("text"), BLOCK.slice(1)],
  ],
  "a new thread without a prompt": [
    [[], text(" text\n\n"), " text\n\n"],
    [[], text(" \n"), null],
    [["-"], text("text"), "text"],
    [["-"], text(""), null],
  ],
  "an old thread": [
    [["resume", "ID", "p"], text("text"), "p"],
    [["resume", "ID", "p"], "open", "p"],
    [["resume", "ID"], text("text"), "text"],
    [["resume", "ID"], text(" "), null],
    [["resume", "ID", "-"], text("text"), "text"],
    [["resume", "-"], text("text"), "text"],
    [["p", "resume", "ID"], "open", "p"],
  ],
  "a branch": [
    [["fork", "ID", "p"], "open", "p"],
    [["fork", "ID", "-"], text("text"), "text"],
    [["fork", "ID", "-"], text(" "), null],
    [["p", "fork", "ID"], "open", "p"],
  ],
  "a review": [
    [["review", "p"], "open", "p"],
    [["review", "-"], text("  text \n"), "text"],
    [["ignored", "review", "--uncommitted"], "open", CHANGES],
    [["ignored", "review"], "open", null],
  ],
  "bytes that are text": [
    [[], hex("ef bb bf 68 69"), "hi"],
    [[], hex("ff fe 68 00 fc 00 3d d8 00 de"), "hü😀"],
    [["p"], hex("fe ff 00 74 00 65 00 78 00 74"), BLOCK],
  ],
};

test.each(Object.keys(TABLE))("%s gets the same prompt from both", async (name) => {
  const rows = TABLE[name] ?? [];
  const [theirs, ours] = await Promise.all([playRows(codex, rows), playRows(turnpipe, rows)]);
  const expected = rows.map(([line, , prompt]) => ({
    line,
    succeeded: prompt !== null,
    prompts: prompt === null ? [] : [prompt],
  }));
  expect(theirs).toEqual(expected);
  expect(ours).toEqual(expected);
});

/** What is typed, and what the model is asked; null where nothing may come of it. */
type Typed = readonly [line: readonly string[], keys: string, prompts: readonly string[] | null];

const TYPED: readonly Typed[] = [
  [["p"], "", ["p"]],
  [[], "", null],
  [["-"], "typed\n\u0004", ["typed\n"]],
  [["resume", "ID", "p"], "", ["p"]],
  [["resume", "ID"], "", null],
  [["fork", "ID", "p"], "", ["p"]],
  [["fork", "ID"], "", []],
  [["review", "p"], "", ["p"]],
  [["review"], "", null],
];

test("a terminal is read by both for a dash alone, and shows the same", async () => {
  const screens = { theirs: [] as string[], ours: [] as string[] };
  const play = (program: Program, shown: string[]) =>
    withThread(async (engine, id) => {
      const seen: unknown[] = [];
      for (const [line, keys] of TYPED) {
        const run = async () => {
          const { exit, screen } = await onTerminal(program(engine, named(line, id)), engine, keys);
          shown.push(maskedText(screen.replaceAll(WARNINGS, ""), engine));
          return { exit };
        };
        seen.push({ line, ...(await watched(engine, run)) });
      }
      return seen;
    });
  const [theirs, ours] = await Promise.all([
    play(codexProgram, screens.theirs),
    play(turnpipeProgram, screens.ours),
  ]);
  expect(screens.ours).toEqual(screens.theirs);
  const expected = TYPED.map(([line, , prompts]) => ({
    line,
    succeeded: prompts !== null,
    prompts: prompts ?? [],
  }));
  expect(theirs).toEqual(expected);
  expect(ours).toEqual(expected);
});

/** Of a home in a temporary folder, and of no bubblewrap, which with a fork alone only codex prints. */
const WARNINGS = /^(?:WARNING: proceeding|warning: Codex could not find bubblewrap).*\r\n/gm;

test("a stdin that is closed altogether is an empty one to both", async () => {
  const play = (program: Program) =>
    withEngine({ scenario: ANSWERS }, (engine) =>
      watched(engine, () => {
        const closing = ["sh", "-c", 'exec "$@" <&-', "sh"] as const;
        const command = [...closing, ...program(engine, ["p"])] as const;
        return spawnCli(command, ["ignore", "ignore", "ignore"], placeOf(engine)).ended;
      }),
    );
  const alone = { succeeded: true, prompts: ["p"] };
  expect(await Promise.all([play(codexProgram), play(turnpipeProgram)])).toEqual([alone, alone]);
});

test("a fork without a prompt is one event from both, however long stdin stays open", async () => {
  const play = (run: Runner) =>
    withThread(async (engine, id) => {
      const { exit, stdout } = await run(engine, ["--json", "fork", id], { stdin: "open" });
      const lines = stdout.split("\n").filter((line) => line !== "");
      const types = lines.map((line) => (JSON.parse(line) as { type: string }).type);
      return { exit, types, asked: engine.model.requests.length };
    });
  const alone = { exit: 0, types: ["thread.started"], asked: 1 };
  expect(await Promise.all([play(codex), play(turnpipe)])).toEqual([alone, alone]);
});

test("bytes that are no text are refused by both, for the same reason", async () => {
  const rows = [
    [[], "ff fe 00 00 61 00 00 00", "UTF-32LE"],
    [[], "00 00 fe ff 00 00 00 61", "UTF-32BE"],
    [[], "ff fe 61", "UTF-16LE"],
    [[], "fe ff de 00 d8 3d", "UTF-16BE"],
    [["-"], "ef bb bf 61 ff", "UTF-8 1"],
    [["p"], "66 6f fc 72", "UTF-8 2"],
  ] as const;
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const seen: unknown[] = [];
    for (const [line, bytes] of rows) {
      const stdin = hex(bytes);
      const [theirs, ours] = await inTurn([codex, turnpipe], (run) => run(engine, line, { stdin }));
      seen.push([line, bytes, theirs?.exit, reasonIn(theirs), ours?.exit, reasonIn(ours)]);
    }
    expect(seen).toEqual(rows.map(([line, bytes, why]) => [line, bytes, 1, why, 2, why]));
    expect(engine.model.requests.length).toBe(0);
  });
});

describe("a repository is to both", () => {
  test.each<[string, boolean, (dir: string) => Promise<unknown>]>([
    ["not a folder without one", false, async () => undefined],
    ["any file called .git", true, (dir) => writeFile(join(dir, ".git"), "")],
    ["not an empty folder called .git", false, (dir) => mkdir(join(dir, ".git"))],
  ])("%s", async (_, succeeded, make) => {
    await withEngine({ scenario: ANSWERS }, async (engine) => {
      const cwd = join(dirname(engine.workdir), "other");
      await mkdir(join(cwd, "sub"), { recursive: true });
      await make(cwd);
      const line = ["-C", "sub", "p"];
      const seen = await inTurn([codex, turnpipe], (run) => run(engine, line, { cwd }));
      expect(seen.map(({ exit }) => exit === 0)).toEqual([succeeded, succeeded]);
    });
  });
});

describe("--output-schema", () => {
  test("is sent by both, whatever JSON it is", async () => {
    const play = (run: Runner) =>
      withEngine({ scenario: ANSWERS }, async (engine) => {
        await writeFile(join(engine.workdir, "text.json"), '"text"');
        const { exit } = await run(engine, ["--output-schema", "text.json", "p"]);
        const bodies = engine.model.requests.map(({ body }) => body as { text?: unknown });
        return { exit, sent: bodies.map((body) => body.text) };
      });
    const [theirs, ours] = await Promise.all([play(codex), play(turnpipe)]);
    const format = expect.objectContaining({ type: "json_schema", schema: "text" }) as unknown;
    expect(theirs).toEqual({ exit: 0, sent: [expect.objectContaining({ format })] });
    expect(ours).toEqual(theirs);
  });

  test("that is no text in UTF-8 is refused by both", async () => {
    await withEngine({ scenario: ANSWERS }, async (engine) => {
      await writeFile(join(engine.workdir, "latin.json"), Buffer.from('"f\xfcr"', "latin1"));
      const line = ["--output-schema", "latin.json", "p"];
      const seen = await inTurn([codex, turnpipe], (run) => run(engine, line));
      expect(seen.map(({ exit, stdout }) => ({ exit, stdout }))).toEqual([
        { exit: 1, stdout: "" },
        { exit: 2, stdout: "" },
      ]);
    });
  });
});

describe("-o", () => {
  test("is written anew by both, from where the caller is, without a last newline", async () => {
    const play = (run: Runner) =>
      withEngine({ scenario: ANSWERS }, async (engine) => {
        await mkdir(join(engine.workdir, "sub"));
        await writeFile(join(engine.workdir, "o.txt"), "a long text of yesterday");
        const { exit } = await run(engine, ["-C", "sub", "-o", "o.txt", "p"]);
        return { exit, answer: await readFile(join(engine.workdir, "o.txt"), "utf8") };
      });
    const written = { exit: 0, answer: "Done." };
    expect(await Promise.all([play(codex), play(turnpipe)])).toEqual([written, written]);
  });

  test("that cannot be written is a word on stderr from both, and no failure", async () => {
    await withEngine({ scenario: ANSWERS }, async (engine) => {
      const line = ["--json", "-o", "none/o.txt", "p"];
      const ran = await inTurn([codex, turnpipe], (run) => run(engine, line));
      const seen = ran.map(({ exit, stderr }) => ({ exit, named: stderr.includes("none/o.txt") }));
      const told = { exit: 0, named: true };
      expect(seen).toEqual([told, told]);
    });
  });

  test("is left alone by both when the turn fails", async () => {
    const play = (run: Runner) =>
      withEngine({ scenario: "http-400" }, async (engine) => {
        await writeFile(join(engine.workdir, "o.txt"), "of yesterday");
        const { exit } = await run(engine, ["-o", "o.txt", "p"]);
        return { exit, answer: await readFile(join(engine.workdir, "o.txt"), "utf8") };
      });
    const untouched = { exit: 1, answer: "of yesterday" };
    expect(await Promise.all([play(codex), play(turnpipe)])).toEqual([untouched, untouched]);
  });
});

const ANSWERS: Scenario = {
  description: "One answer, for everything.",
  responses: [{ say: [{ text: "Done." }] }],
  then: "repeat-last",
};

interface Ran {
  readonly exit: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
}
type Runner = (engine: Engine, line: readonly string[], options?: CliOptions) => Promise<Ran>;
type Program = (engine: Engine, line: readonly string[]) => [string, ...string[]];

const codexProgram: Program = ({ codexPath }, line) => [codexPath, "exec", ...line];
const turnpipeProgram: Program = (_, line) => [process.execPath, BIN, "exec", ...line];

const codex: Runner = async (engine, line, { stdin, cwd = engine.workdir } = {}) => {
  const { child, ended } = spawnCli(
    codexProgram(engine, line),
    [stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    { cwd, env: engine.env },
  );
  if (typeof stdin === "object") child.stdin?.on("error", () => undefined).end(stdin.bytes);
  const texts = Promise.all([child.stdout, child.stderr].map((out) => textOf(out as Readable)));
  const { exit } = await ended;
  const [stdout = "", stderr = ""] = await texts;
  return { exit, stdout, stderr };
};

const turnpipe: Runner = (engine, line, options = {}) =>
  runCli(["exec", ...line], { ...placeOf(engine), ...options });

/** Plays the rows one after another, on a thread of their own. */
const playRows = (run: Runner, rows: readonly Row[]) =>
  withThread(async (engine, id) => {
    const seen: unknown[] = [];
    for (const [line, stdin] of rows) {
      const options = stdin === undefined ? {} : { stdin };
      seen.push({ line, ...(await watched(engine, () => run(engine, named(line, id), options))) });
    }
    return seen;
  });

const named = (line: readonly string[], id: string): string[] =>
  line.map((word) => (word === "ID" ? id : word));

/** An engine with a thread that has had a turn. */
const withThread = <T>(use: (engine: Engine, id: string) => Promise<T>): Promise<T> =>
  withEngine({ scenario: ANSWERS }, async (engine) => {
    const { events } = await engine.exec(["first"]);
    return use(engine, (events[0] as { thread_id: string }).thread_id);
  });

/** How a run went, and the last message of each request it made. */
async function watched({ model }: Engine, run: () => Promise<Pick<Ran, "exit">>) {
  const before = model.requests.length;
  const { exit } = await run();
  const bodies = model.requests.slice(before).map(({ body }) => body as Body);
  const prompts = bodies.map(({ input }) =>
    input
      .at(-1)
      ?.content.map((part) => part.text)
      .join(),
  );
  return { succeeded: exit === 0, prompts };
}

interface Body {
  input: { content: { text: string }[] }[];
}

/** The encoding that was complained about, and the first bad byte. */
function reasonIn(run: Ran | undefined): string | undefined {
  const found = /(UTF-\d+(?:[LB]E)?)(?:.*?(?:offset|byte) (\d+))?/.exec(run?.stderr ?? "");
  return found?.slice(1).filter(Boolean).join(" ");
}

/** Runs a program on a pseudo-terminal of its own, where somebody types. */
async function onTerminal(program: readonly string[], engine: Engine, keys: string) {
  const quoted = program.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  const { child, ended } = spawnCli(
    ["script", "--quiet", "--return", "--command", `exec ${quoted}`, "/dev/null"],
    ["pipe", "pipe", "ignore"],
    { ...placeOf(engine), env: { TERM: "xterm", ...placeOf(engine).env } },
  );
  child.stdin?.write(keys);
  const [{ exit }, screen] = await Promise.all([ended, textOf(child.stdout as Readable)]);
  return { exit, screen };
}
