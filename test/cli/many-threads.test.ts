import { once } from "node:events";
import type { Readable } from "node:stream";

import { describe, expect, test } from "vitest";

import stringWidth from "../../src/output/text-width.js";
import { ThreadRecord } from "../../src/dialect/records.js";
import { readLines } from "../helpers/fixture.js";
import { BIN, spawnCli, textOf } from "../helpers/run-cli.js";
import { runCli, startCli } from "../helpers/run-in-process.js";
import { placeWith, storedIds, type ThreadStore } from "../helpers/many-threads.js";

const LIST = ["threads", "list", "--all-dirs"] as const;
const ALL_LINES = [...LIST, "--all", "--json"] as const;
const MORE = "there are more: use --limit N or --all\n";

test("a stored thread is a record with every key", async () => {
  const { stdout } = await runCli(ALL_LINES, placeWith({ count: 1 }));
  expect(readLines(stdout)).toEqual([
    {
      id: "01999999-0000-7000-8000-000000000000",
      name: "Job 0",
      preview: expect.stringMatching(
        /^Thread 0: 修复解析器的测试，然后运行它们 👩‍💻,\n\n\t- and/,
      ) as string,
      cwd: "/projects/alpha",
      model: "gpt-6-sol",
      model_provider: "mock",
      effort: null,
      source: "cli",
      created_at: "2026-09-21T13:13:20.000Z",
      updated_at: "2026-09-21T14:13:20.000Z",
      archived: false,
      forked_from: null,
      parent: null,
      git: {
        branch: "main",
        sha: "8f6b2f0d6c1f4a6e9a1b7c3d5e7f90a1b2c3d4e5",
        origin_url: "https://example.org/project.git",
      },
      codex_version: "0.166.0",
      path: expect.stringMatching(/^\/home\/user\/\.codex\/sessions\/.*\.jsonl$/) as string,
    },
  ]);
});

describe("ten thousand threads", () => {
  test("are printed each once, in order, and whole", async () => {
    expect(await listed({ count: 10_000 }, ["--all"])).toEqual(said(storedIds(10_000)));
  });

  test.each([1, 7, 60])(
    "are complete by date of birth, too, where %i were born in the same second",
    async (perSecond) => {
      const store = { count: 10_000, perSecond, apart: 1 };
      const run = await listed(store, ["--all", "--sort", "created"]);
      expect(run).toEqual(said(storedIds(10_000)));
    },
  );

  test("have six cells on each line for programs that read columns", async () => {
    const run = await runCli([...LIST, "--all"], placeWith({ count: 10_000 }));
    const lines = run.stdout.trimEnd().split("\n");
    const cells = lines.map((line) => line.split("\t"));
    expect({ ...run, stdout: cells.map(([id]) => id) }).toEqual(said(storedIds(10_000)));
    expect([...new Set(cells.map(({ length }) => length))]).toEqual([6]);
  });
});

describe("of many threads", () => {
  test.each([1, 99, 100, 101, 250])("no more than %i are printed where asked", async (limit) => {
    const run = await listed({ count: 1000 }, ["--limit", String(limit)]);
    expect(run).toEqual(said(storedIds(limit)));
  });

  test("twenty are printed where nothing is said, and that there are more", async () => {
    const run = await runCli(LIST, placeWith({ count: 1000 }));
    expect({ ...run, stdout: firstCells(run.stdout) }).toEqual(said(storedIds(20), MORE));
  });

  test("nothing is said of more where there are none", async () => {
    const run = await runCli(LIST, placeWith({ count: 20 }));
    expect({ ...run, stdout: firstCells(run.stdout) }).toEqual(said(storedIds(20)));
  });

  test("those with a word are found on all pages, in any case", async () => {
    const run = await listed({ count: 3000 }, ["--all", "--search", "nEEDle"]);
    expect(run).toEqual(said(chosen(3000, (at) => at % 1000 === 123)));
  });

  test("those with a word are counted, not those that were looked at", async () => {
    const args = [...LIST, "--limit", "2", "--search", "needle"];
    const run = await runCli(args, placeWith({ count: 3000 }));
    const found = chosen(2000, (at) => at % 1000 === 123);
    expect({ ...run, stdout: firstCells(run.stdout) }).toEqual(said(found, MORE));
  });

  test("none has a word that none has", async () => {
    const run = await runCli([...LIST, "--search", "haystack"], placeWith({ count: 1000 }));
    expect(run).toEqual({ exit: 0, stdout: "", stderr: 'no threads with "haystack"\n', left: [] });
  });

  test.each<[string, string[], (at: number) => boolean]>([
    ["provider", ["--provider", "other"], (at) => at % 4 === 3],
    ["source", ["--source", "exec"], (at) => at % 3 === 2],
  ])("those of one %s are found on all pages", async (_, flags, isWanted) => {
    const run = await listed({ count: 1000 }, ["--all", ...flags]);
    expect(run).toEqual(said(chosen(1000, isWanted)));
  });

  test("those of one directory are found on all pages", async () => {
    const args = ["threads", "list", "--all", "--json", "--cwd", "/projects/beta"];
    const run = await runCli(args, placeWith({ count: 1000 }));
    const ids = chosen(1000, (at) => at % 3 === 1);
    expect({ ...run, stdout: recordIds(run.stdout) }).toEqual(said(ids));
  });

  test("those that are archived are apart from the others", async () => {
    const run = await listed({ count: 1000, archived: 250 }, ["--all", "--archived"]);
    expect(run).toEqual(said(storedIds(250, { archived: true })));
  });
});

describe("a server that is odd on its pages", () => {
  test("may begin each with the last thread of the one before", async () => {
    const run = await listed({ count: 1000, cursors: "repeating" }, ["--all"]);
    expect(run).toEqual(said(storedIds(1000)));
  });

  test("may have one without threads among them", async () => {
    const run = await listed({ count: 1000, page: 5, does: "nothing" }, ["--all"]);
    expect(run).toEqual(said(storedIds(1000)));
  });

  test("may say something else before one", async () => {
    const run = await listed({ count: 1000, page: 5, does: "garbage" }, ["--all"]);
    // What people are told of it is another question.
    expect({ ...run, stderr: "" }).toEqual(said(storedIds(1000)));
  });

  test("cannot keep us for ever with the first", async () => {
    const run = await listed({ count: 1000, cursors: "endless" }, ["--all"]);
    expect(run).toEqual(said(storedIds(100)));
  });

  test.each([
    ["dies on one", "die", 5, /^turnpipe: the codex app-server exited with status 3\n$/],
    [
      "dies in the middle of one",
      "cut",
      5,
      /^turnpipe: the codex app-server exited with status 3\n$/m,
    ],
    [
      "answers in another shape",
      "wrong shape",
      5,
      /^turnpipe: the response to thread\/list has an un/,
    ],
    ["refuses one", "refuse", 1, /^turnpipe: thread\/list: the store is locked \(code -32603\)\n$/],
  ] as const)("and %s leaves whole lines and a status", async (_, does, exit, why) => {
    const { stderr, ...run } = await listed({ count: 1000, page: 3, does }, ["--all"]);
    expect(run).toEqual({ exit, stdout: storedIds(200), left: [] });
    expect(stderr).toMatch(why);
  });

  test("and stalls on one does not outlast a signal", async () => {
    const running = startCli(ALL_LINES, placeWith({ count: 1000, page: 3, does: "stall" }));
    await running.line(/"id":"01999999-0000-7000-8000-000000000199"/);
    running.kill("SIGINT");
    const run = await running.done;
    expect({ ...run, stdout: recordIds(run.stdout) }).toEqual({
      exit: 130,
      stdout: storedIds(200),
      stderr: "turnpipe: stopped by SIGINT\n",
      left: [],
    });
  });

  test("and stalls on the page after what was asked for is not waited for", async () => {
    const store = { count: 1000, page: 2, does: "stall" } as const;
    expect(await listed(store, ["--limit", "99"])).toEqual(said(storedIds(99)));
  });
});

describe("a reader", () => {
  const program = [process.execPath, BIN, ...ALL_LINES] as const;

  test("that leaves ends the list quietly with 141", async () => {
    const place = placeWith({ count: 10_000 });
    const { child, ended } = spawnCli(program, ["ignore", "pipe", "pipe"], place);
    const stderr = textOf(child.stderr as Readable);
    await once(child.stdout as Readable, "data");
    child.stdout?.destroy();
    expect({ ...(await ended), stderr: await stderr }).toEqual({ exit: 141, left: [], stderr: "" });
  });

  test("that is `head -n 1` gets its line, and the pipeline ends", async () => {
    const pipeline = 'set -o pipefail; "$@" | head -n 1';
    const command = ["bash", "-c", pipeline, "bash", ...program] as const;
    const place = placeWith({ count: 10_000 });
    const { child, ended } = spawnCli(command, ["ignore", "pipe", "pipe"], place);
    const [stdout, stderr] = await Promise.all(
      [child.stdout, child.stderr].map((out) => textOf(out as Readable)),
    );
    expect({ ...(await ended), stdout: recordIds(stdout ?? ""), stderr }).toEqual({
      exit: 141,
      stdout: storedIds(1),
      stderr: "",
      left: [],
    });
  });
});

describe("on a terminal", () => {
  const DAY = 86_400;

  test("of 140 columns a thread is a line with when, id, name or prompt, and directory", async () => {
    expect(await screenOf(140, { count: 8, apart: DAY, newest: daysAgo(3.5) })).toEqual({
      exit: 0,
      left: [],
      lines: [
        "UPDATED         ID                                    NAME OR PROMPT                              DIRECTORY",
        "3 days ago      01999999-0000-7000-8000-000000000000  Job 0                                       /projects/alpha",
        "4 days ago      01999999-0000-7000-8000-000000000001  Thread 1: fix the parser's failing test,…   /projects/beta",
        "5 days ago      01999999-0000-7000-8000-000000000002  Thread 2: fix the parser's failing test,…   …ct with a rather long name/packages/gamma",
        "6 days ago      01999999-0000-7000-8000-000000000003  Thread 3: fix the parser's failing test,…   /projects/alpha",
        "7 days ago      01999999-0000-7000-8000-000000000004  Thread 4: fix the parser's failing test,…   /projects/beta",
        "8 days ago      01999999-0000-7000-8000-000000000005  Job 5                                       …ct with a rather long name/packages/gamma",
        "9 days ago      01999999-0000-7000-8000-000000000006  Thread 6: fix the parser's failing test,…   /projects/alpha",
        "10 days ago     01999999-0000-7000-8000-000000000007  Thread 7: 修复解析器的测试，然后运行它们…   /projects/beta",
      ],
    });
  });

  test("of 60 columns the same is cut to fit", async () => {
    expect(await screenOf(60, { count: 4, apart: DAY, newest: daysAgo(3.5) })).toEqual({
      exit: 0,
      left: [],
      lines: [
        "UPDATED         ID                                    NAME…",
        "3 days ago      01999999-0000-7000-8000-000000000000  Job 0",
        "4 days ago      01999999-0000-7000-8000-000000000001  Threa…",
        "5 days ago      01999999-0000-7000-8000-000000000002  Threa…",
        "6 days ago      01999999-0000-7000-8000-000000000003  Threa…",
      ],
    });
  });

  test.each([20, 60, 80, 140])("of %i columns no line of many is wider", async (columns) => {
    const { lines, ...rest } = await screenOf(columns, { count: 300 });
    expect({ ...rest, count: lines.length }).toEqual({ exit: 0, left: [], count: 301 });
    expect(lines.filter((line) => stringWidth(line) > columns)).toEqual([]);
  });

  const daysAgo = (days: number): number => Math.floor(Date.now() / 1000 - days * DAY);
});

/** The list of a store as records, its stdout as their ids. */
async function listed(store: ThreadStore, flags: readonly string[]) {
  const run = await runCli([...LIST, "--json", ...flags], placeWith(store));
  return { ...run, stdout: recordIds(run.stdout) };
}

/** Every line is a record and nothing else, and the last one is whole as well. */
function recordIds(stdout: string): string[] {
  expect(stdout.at(-1)).toBe("\n");
  return readLines(stdout).map((line) => ThreadRecord.parse(line).id);
}

const firstCells = (stdout: string): string[] =>
  stdout.split(/\n(?!$)/).map((line) => line.slice(0, line.indexOf("\t")));

const said = (ids: readonly string[], stderr = "") => ({ exit: 0, stdout: ids, stderr, left: [] });

const chosen = (count: number, isWanted: (at: number) => boolean): string[] =>
  storedIds(count).filter((_, at) => isWanted(at));

/** What a terminal of this width shows of a list. */
async function screenOf(columns: number, store: ThreadStore) {
  const program = [process.execPath, BIN, ...LIST, "--all"].map((word) => `'${word}'`).join(" ");
  const command = `stty cols ${columns} rows 24; exec ${program}`;
  const script = ["script", "--quiet", "--flush", "--return", "--command", command] as const;
  const place = placeWith(store);
  const { child, ended } = spawnCli([...script, "/dev/null"], ["ignore", "pipe", "inherit"], {
    ...place,
    env: { TERM: "xterm", ...place.env },
  });
  const screen = await textOf(child.stdout as Readable);
  return { ...(await ended), lines: screen.trimEnd().split("\r\n") };
}
