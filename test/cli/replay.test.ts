import { readFileSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { ENDING, message, OPENING } from "../helpers/conversation.js";
import { readLines, readTurn, TURNS, writeLines, type Event } from "../helpers/fixture.js";
import { playIn, withFolder } from "../helpers/play.js";
import { ALONE, replayAlone } from "../helpers/recordings.js";
import { runCli } from "../helpers/run-cli.js";

const HELLO = readTurn("hello");

test("a run that printed events can be seen as people see it, and the other way round", async () => {
  await withFolder(async (dir) => {
    const plain = join(dir, "plain.jsonl");
    const [head, ...rest] = readLines<Record<string, object>>(readFileSync(HELLO.wirePath, "utf8"));
    const { turn, ...about } = head?.["turnpipe"] as { turn: object };
    const forPeople = { turnpipe: { ...about, turn: { ...turn, json: false } } };
    await writeFile(plain, writeLines([forPeople, ...rest]));
    const seen = [
      await replayAlone(HELLO.wirePath, ["--no-json", "-q"]),
      await replayAlone(plain, ["-q"]),
      await replayAlone(plain, ["--json"]),
    ];
    const answer = { exit: 0, stdout: "Hello from the script.\n", stderr: "", left: [] };
    expect(seen).toEqual([answer, answer, { ...answer, stdout: golden("hello") }]);
  });
});

test("a program that reaches out where a replay must not is caught", async () => {
  const env = { NODE_OPTIONS: `--require ${ALONE}` };
  expect(await runCli(["run", "Go"], { env })).toEqual({
    ...{ exit: 99, stdout: "", stderr: "reached out: child_process.spawn\n", left: [] },
  });
});

test("progress is told on stderr", async () => {
  const { stderr, ...rest } = await replayAlone(HELLO.wirePath, ["--no-json"]);
  expect({ ...rest, says: stderr.includes("✓ done  2.0s") || stderr }).toEqual({
    ...{ exit: 0, stdout: "Hello from the script.\n", left: [] },
    says: true,
  });
});

test.each(["1", "0.5", "100", "max"])("at speed %s the same is printed", async (speed) => {
  const run = await replayAlone(HELLO.wirePath, ["--speed", speed]);
  expect(run).toEqual({ exit: 0, stdout: golden("hello"), stderr: "", left: [] });
});

test("a recording that was cut anywhere is a server that dies there", async () => {
  await withFolder(async (dir) => {
    const file = join(dir, "cut.jsonl");
    const lines = readFileSync(HELLO.wirePath, "utf8").split("\n");
    const ends: unknown[] = [];
    for (const kept of [1, 6, 12]) {
      await writeFile(file, `${lines.slice(0, kept).join("\n")}\n{"from":"ser`);
      const { exit, stdout } = await replayAlone(file);
      const last = readLines<Event>(stdout).at(-1);
      ends.push({ exit, type: last?.type, error: last?.["error"] });
    }
    const error = {
      message: "the recording was cut short here",
      cause: "server_crashed",
      retryable: true,
      http_status: null,
      resets_at: null,
    };
    const cut = { exit: 5, type: "turn.failed", error };
    expect(ends).toEqual([cut, cut, cut]);
  });
});

test("what a server did wrong is done again: lines that are none, and its death", async () => {
  await withFolder(async (dir) => {
    const file = join(dir, "run.jsonl");
    const steps = [
      ...OPENING,
      { from: "server", raw: "warning: hot\n" },
      message("Halfway."),
      { complain: "it was the butler\n" },
      { exit: 3 },
    ] as const;
    const live = await playIn(dir, steps, ["run", "--json", "--record", file, "Go"]);
    const { stdout, ...rest } = await replayAlone(file);
    const raws = readLines<{ raw?: string }>(readFileSync(file, "utf8")).flatMap(
      ({ raw }) => raw ?? [],
    );
    expect({ ...rest, events: readLines<Event>(stdout), raws }).toEqual({
      ...live,
      raws: ["warning: hot\n"],
    });
  });
});

test("the last line tells how it ended, the first with what", async () => {
  await withFolder(async (dir) => {
    const args = ["run", "--json", "--record", "run.jsonl", "-c", "a.api_key=x", "Go"];
    await playIn(dir, [...OPENING, ...ENDING], args);
    const lines = readLines<Record<string, object>>(readFileSync(join(dir, "run.jsonl"), "utf8"));
    const { argv, cwd } = lines[0]?.["turnpipe"] as Record<string, unknown>;
    expect({ argv: (argv as string[]).slice(-6), cwd, end: lines.at(-1)?.["end"] }).toEqual({
      argv: ["--json", "--record", "run.jsonl", "-c", "a.api_key=[redacted]", "Go"],
      cwd: dir,
      end: { exit_code: 0, failure: null },
    });
  });
});

test.each([
  [["replay"], "replay: no recording given"],
  [["replay", "a", "b"], 'replay: unexpected argument "b"'],
  [["replay", "nowhere"], "cannot read nowhere: no such file or directory"],
  [["replay", HELLO.wirePath, "--speed", "fast"], "--speed fast: expected max, or a number"],
  [["replay", HELLO.wirePath, "--speed", "0"], "--speed 0: expected max, or a number"],
  [["replay", HELLO.wirePath, "-q", "-v"], "--quiet and --verbose exclude each other"],
  [["replay", join(TURNS, "hello", "stdout.jsonl")], "is not a recording: its first line"],
  [
    ["run", "--record", "no/where", "--demo"],
    "--record no/where: cannot be written: no such file or directory",
  ],
  [["run", "--record", ".", "--demo"], "--record .: cannot be written: it is a directory"],
])("%j is bad input", async (args, why) => {
  await withFolder(async (cwd) => {
    const { exit, stdout, stderr, left } = await runCli(args, { cwd });
    expect({ exit, stdout, says: stderr.includes(why) || stderr, left }).toEqual({
      ...{ exit: 2, stdout: "", says: true, left: [] },
    });
    expect(await readdir(cwd)).toEqual([]);
  });
});

const golden = (name: string): string => readFileSync(join(TURNS, name, "stdout.jsonl"), "utf8");
