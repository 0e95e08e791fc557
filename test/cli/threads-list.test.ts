import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { GREETING } from "../helpers/conversation.js";
import { placeOf, withEngine } from "../helpers/engine.js";
import { PLAYED, readLines } from "../helpers/fixture.js";
import { scriptIn, untilHeard, withFolder } from "../helpers/play.js";
import { type CliOptions, startOnTerminal } from "../helpers/run-cli.js";
import { startCli } from "../helpers/run-in-process.js";
import {
  ANSWERS,
  begun,
  listed,
  recordsIn,
  refused,
  saying,
  shown,
  threads,
  wentOn,
} from "../helpers/stored-threads.js";

const noneOf = (directory: string) =>
  `no threads of ${directory} (--all-dirs searches every directory)\n`;
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/) as string;

test("a list has what is known of each thread, the latest first", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const one = await begun(engine, ["-m", "gpt-5.5", "--effort", "low", "Größe\nline two"]);
    const two = await begun(engine, ["Second"]);
    await begun(engine, ["--ephemeral", "Not stored"]);
    await threads(engine, ["rename", two, "The release"]);
    const records = recordsIn(await threads(engine, ["list", "--json"]));
    const shared = { ...STORED, cwd: engine.workdir };
    expect(records).toEqual([
      { ...shared, id: two, name: "The release", preview: "Second" },
      { ...shared, id: one, preview: "Größe\nline two", model: "gpt-5.5", effort: "low" },
    ]);
    expect(records.map(({ path }) => existsSync(path ?? ""))).toEqual([true, true]);
    const lines = records.map(({ id, updated_at: at, name, preview, cwd, model }) =>
      [id, at, name ?? "", preview.replace("\n", " "), cwd, model].join("\t"),
    );
    expect(await threads(engine, ["list"])).toEqual({
      exit: 0,
      stdout: lines.map((line) => `${line}\n`).join(""),
      stderr: "",
      left: [],
    });
  });
});

test("a list is of one directory, under any of its names, or of all of them", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const [sub, gone, link] = ["sub", "gone", "link"].map((name) => join(engine.workdir, name));
    for (const folder of [sub!, gone!]) mkdirSync(folder);
    symlinkSync(sub!, link!);
    const here = await begun(engine, ["Here"]);
    const below = await begun(engine, ["Below"], { cwd: link! });
    const lost = await begun(engine, ["Lost"], { cwd: gone! });
    rmSync(gone!, { recursive: true });
    const lists: readonly (readonly [ids: string[], args: string[], options?: CliOptions])[] = [
      [[here], []],
      [[lost, below, here], ["--all-dirs"]],
      [[below], ["--cwd", "sub"]],
      [[below], ["-C", "./sub/"]],
      [[below], ["--cwd", "link"]],
      [[below], ["--cwd", sub!]],
      [[below], [], { cwd: link! }],
      [[here], ["--cwd", ".."], { cwd: sub! }],
      [[lost], ["--cwd", "gone"]],
      [[], ["--cwd", "never-was"]],
    ];
    const found = [];
    for (const [, ...list] of lists) found.push(await listed(engine, ...list));
    expect(found).toEqual(lists.map(([ids]) => ids));
  });
});

test("a thread is listed where --last finds it: where its last turn ran", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const cwd = join(engine.workdir, "sub");
    mkdirSync(cwd);
    const id = await begun(engine, ["First"]);
    await wentOn(engine, [id, "Second"], { cwd });
    const last = await threads(engine, ["show", "--json", "--last"], { cwd });
    expect({
      last: recordsIn(last).map((record) => [record.id, record.cwd]),
      there: await listed(engine, [], { cwd }),
      here: await listed(engine),
    }).toEqual({ last: [[id, cwd]], there: [id], here: [] });
  });
});

test("--limit says that there are more, and --all that there is no limit", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const ids = [];
    for (const prompt of ["First", "Second", "Third"]) ids.unshift(await begun(engine, [prompt]));
    const runs = [];
    const MORE = "there are more: use --limit N or --all\n";
    const rows: readonly (readonly [count: number, says: string, args: string[]])[] = [
      [1, MORE, ["--limit", "1"]],
      [2, MORE, ["-n", "2"]],
      [3, "", ["-n3"]],
      [3, "", ["--limit", "99999999999999999999"]],
      [3, "", ["--all"]],
      [1, "", ["--limit", "1", "--quiet"]],
      [1, "", ["--limit", "1", "--json"]],
      [2, MORE, ["--limit", "2", "--sort", "created"]],
      [1, MORE, ["--limit", "1", "--search", "r"]],
      [1, "", ["--limit", "1", "--search", "sec"]],
    ];
    for (const [, , args] of rows) {
      const { stdout, ...rest } = await threads(engine, ["list", ...args]);
      runs.push({ ...rest, count: stdout.split("\n").length - 1 });
    }
    expect(runs).toEqual(rows.map(([count, stderr]) => ({ exit: 0, left: [], stderr, count })));
  });
});

test("--search looks into the name and the whole first prompt, in any case", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const one = await begun(engine, ["Fix the BUILD\nand the Größe of 日本語"]);
    const two = await begun(engine, ["Second"]);
    await threads(engine, ["rename", two, "The Release ÉTÉ 100%"]);
    const rows: readonly (readonly [word: string, ids: string[]])[] = [
      ["build", [one]],
      ["the release", [two]],
      ["second", [two]],
      ["GRÖ", [one]],
      ["日本", [one]],
      ["été", [two]],
      ["%", [two]],
      ["build\nAND", [one]],
      ["", [two, one]],
    ];
    const found = [];
    for (const [word] of rows) found.push(await listed(engine, ["--search", word]));
    expect(found).toEqual(rows.map(([, ids]) => ids));
  });
});

test("--sort is by the last change, or by birth", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const one = await begun(engine, ["First"]);
    const two = await begun(engine, ["Second"]);
    await wentOn(engine, [one, "More"]);
    const lists = [
      await listed(engine),
      await listed(engine, ["--sort", "updated"]),
      await listed(engine, ["--sort", "created"]),
    ];
    expect(lists).toEqual([
      [one, two],
      [one, two],
      [two, one],
    ]);
  });
});

test("--provider and --source choose by whom a thread was answered and begun", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const ours = await begun(engine, ["Ours"]);
    const { events } = await engine.exec(["Theirs"]);
    const { thread_id: theirs } = events[0] as { thread_id: string };
    const rows: readonly (readonly [ids: string[], args: string[]])[] = [
      [[theirs, ours], []],
      [[theirs], ["--source", "exec"]],
      [[ours], ["--source", "vscode"]],
      [
        [theirs, ours],
        ["--source", "vscode", "--source", "exec"],
      ],
      [
        [theirs, ours],
        ["--source", "all"],
      ],
      [[], ["--source", "cli"]],
      [
        [theirs, ours],
        ["--provider", "mock"],
      ],
      [[], ["--provider", "openai"]],
      [[theirs], ["--provider", "mock", "--source", "exec"]],
    ];
    const found = [];
    for (const [, args] of rows) found.push(await listed(engine, args));
    expect(found).toEqual(rows.map(([ids]) => ids));
    expect([(await shown(engine, theirs)).source, (await shown(engine, ours)).source]).toEqual([
      "exec",
      "vscode",
    ]);
  });
});

test("--archived lists the archived threads and no others", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const one = await begun(engine, ["First"]);
    const two = await begun(engine, ["Second"]);
    await threads(engine, ["archive", one]);
    const archived = recordsIn(await threads(engine, ["list", "--archived", "--json"]));
    expect({
      others: await listed(engine),
      archived: archived.map((record) => [record.id, record.archived]),
      found: await listed(engine, ["--archived", "--search", "FIRST"]),
    }).toEqual({ others: [two], archived: [[one, true]], found: [one] });
  });
});

test("an empty list is a word on stderr, and well", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const rows: readonly (readonly [says: string, args: string[]])[] = [
      [noneOf(engine.workdir), []],
      [noneOf(engine.workdir), ["--archived"]],
      ["no threads\n", ["--all-dirs"]],
      [
        `no threads with "nix" of ${engine.workdir} (--all-dirs searches every directory)\n`,
        ["-S", "nix"],
      ],
      ['no threads with "nix"\n', ["--all-dirs", "--search", "nix"]],
      ["", ["--quiet"]],
      ["", ["--json"]],
    ];
    const runs = [];
    for (const [, args] of rows) runs.push(await threads(engine, ["list", ...args]));
    expect(runs).toEqual(rows.map(([says]) => saying(says)));
  });
});

test("an empty list of another directory does not call it this one", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const { stderr, ...rest } = await threads(engine, ["list", "--cwd", "never-was"]);
    expect({ ...rest, named: stderr.includes("never-was") }).toEqual({
      exit: 0,
      stdout: "",
      left: [],
      named: true,
    });
  });
});

test("on a terminal a list is a table that fits, whatever is in it", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const wide = await begun(engine, ["日本語".repeat(40)]);
    const odd = await begun(engine, ["One\ttab \u001b[31mred\nline two"]);
    const { screen, ...rest } = await startOnTerminal(["threads", "list"], placeOf(engine)).done;
    expect({ ...rest, rows: screen.split("\r\n") }).toEqual({
      exit: 0,
      left: [],
      rows: [
        "UPDATED         ID                                    NAME OR PROMPT",
        `just now        ${odd}  One tab red line two`,
        `just now        ${wide}  ${"日本語".repeat(4)}…`,
        "",
      ],
    });
  });
});

test("a key in the environment changes nothing, and is not stored", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    const env = { CODEX_API_KEY: "sk-not-a-key" };
    const { stdout, ...rest } = await threads(engine, ["list", "--json"], { env });
    const ids = readLines<{ id: string }>(stdout).map((record) => record.id);
    expect({ ...rest, ids, stored: existsSync(join(engine.codexHome, "auth.json")) }).toEqual({
      exit: 0,
      stderr: "",
      left: [],
      ids: [id],
      stored: false,
    });
  });
});

test("a signal ends a list that a server does not answer", async () => {
  await withFolder(async (dir) => {
    const asked = { from: "client", message: { id: 1, method: "thread/list" } } as const;
    const env = await scriptIn(dir, [...GREETING, asked, { hang: true }]);
    const running = startCli(["threads", "list", ...PLAYED.slice(0, 2)], { cwd: dir, env });
    await untilHeard(dir, "thread/list");
    running.kill("SIGINT");
    expect(await running.done).toEqual(refused("stopped by SIGINT", 130));
  });
});

test("two lists at once do not get in each other's way", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    const lists = await Promise.all([listed(engine), listed(engine)]);
    expect(lists).toEqual([[id], [id]]);
  });
});

/** What every thread of these tests has, if it has nothing of its own. */
const STORED = {
  name: null,
  model: "gpt-6-sol",
  model_provider: "mock",
  effort: null,
  source: "vscode",
  created_at: TIME,
  updated_at: TIME,
  archived: false,
  forked_from: null,
  parent: null,
  git: { branch: "main", sha: expect.any(String) as string, origin_url: null },
  codex_version: expect.any(String) as string,
  path: expect.any(String) as string,
} satisfies Partial<Record<keyof Awaited<ReturnType<typeof shown>>, unknown>>;
