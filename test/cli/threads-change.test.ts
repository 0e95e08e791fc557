import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { withEngine } from "../helpers/engine.js";
import {
  ANSWERS,
  begun,
  ELSEWHERE,
  listed,
  NOBODY,
  onEngine,
  recordsIn,
  refused,
  saying,
  shown,
  threads,
  wentOn,
} from "../helpers/stored-threads.js";

test("a thread is shown by its id however it is written, by its name, and as the last", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const cwd = join(engine.workdir, "sub");
    mkdirSync(cwd);
    const one = await begun(engine, ["First"]);
    // Before the other begins: codex may count a new name as a change.
    await threads(engine, ["rename", one, "The release"]);
    const two = await begun(engine, ["Second"], { cwd });
    const rows: readonly (readonly [id: string, args: string[]])[] = [
      [one, [one]],
      [one, [one.toUpperCase().replaceAll("-", "")]],
      [one, [`urn:uuid:${one}`]],
      [two, [two]],
      [one, ["The release"]],
      [one, ["--last"]],
    ];
    const found = [];
    for (const [, args] of rows) {
      found.push(...recordsIn(await threads(engine, ["show", "--json", ...args])));
    }
    expect(found.map(({ id }) => id)).toEqual(rows.map(([id]) => id));
    const below = recordsIn(
      await threads(engine, ["show", "--json", "--all", "The release"], { cwd }),
    );
    expect(below.map(({ id }) => id)).toEqual([one]);
    expect(await threads(engine, ["show", "The release"], { cwd })).toEqual(
      refused(`there is no stored thread named "The release"\n${ELSEWHERE}`),
    );
  });
});

test("what is not there is bad input for every action", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    await begun(engine, ["First"]);
    const before = await listed(engine);
    const runs = [];
    for (const args of EACH_ACTION) runs.push(await threads(engine, args(NOBODY)));
    expect({ runs, after: await listed(engine) }).toEqual({
      runs: EACH_ACTION.map(() => refused(`there is no stored thread ${NOBODY}`)),
      after: before,
    });
    expect(await threads(engine, ["rename", "the release", "new"])).toEqual(
      refused(`there is no stored thread named "the release"\n${ELSEWHERE}`),
    );
  });
});

test.each([
  "two words",
  "日本語 ✓ é",
  "007",
  "-1",
  "tab\there",
  "two\nlines",
  "ESC \u001b[31mred",
  `"quoted" 'twice' \\ $HOME`,
])("a thread is found by its new name %j", async (name) => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    const renamed = await threads(engine, ["rename", "--last", "--", name]);
    const found = recordsIn(await threads(engine, ["show", "--json", "--", name]));
    const plain = name.replace("\u001b[31m", "").replace(/\s/g, " ");
    expect({ renamed, found: found.map((record) => [record.id, record.name]) }).toEqual({
      renamed: saying(`renamed ${id}: ${plain}\n`),
      found: [[id, name]],
    });
  });
});

test("rename --json tells the thread as it is stored from now on", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    const [plain] = recordsIn(await threads(engine, ["rename", "--json", id, "Plain name"]));
    expect(plain).toEqual(await shown(engine, id));
    const [padded] = recordsIn(await threads(engine, ["rename", "--json", id, " padded "]));
    expect(padded).toEqual(await shown(engine, id));
  });
});

test("a name that two threads have is for the user to decide, whatever is to be done", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const one = await begun(engine, ["First task"]);
    const two = await begun(engine, ["Second task"]);
    for (const id of [one, two]) await threads(engine, ["rename", id, "twin ✓"]);
    // Codex has two times for a birth, and for a rename, which may be a second apart.
    const listed = async () =>
      recordsIn(await threads(engine, ["list", "--json"])).map((thread) => ({
        ...thread,
        ...{ created_at: null, updated_at: null },
      }));
    const before = await listed();
    const runs = [];
    for (const args of EACH_ACTION) runs.push(await threads(engine, args("twin ✓")));
    const says =
      '2 threads are named "twin ✓":\n' +
      `  ${two}  ${engine.workdir}  Second task\n` +
      `  ${one}  ${engine.workdir}  First task\n` +
      "hint: use the id of the thread instead";
    // None of the two is archived.
    const none = `there is no stored thread named "twin ✓"\n${ELSEWHERE}`;
    expect(runs).toEqual(
      EACH_ACTION.map((args) => refused(args("").includes("unarchive") ? none : says)),
    );
    expect(await listed()).toEqual(before);
  });
});

test("each candidate for a name is one line, however long its prompt was", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const ids = [
      await begun(engine, ["First\nline two"]),
      await begun(engine, ["x".repeat(10_000)]),
    ];
    for (const id of ids) await threads(engine, ["rename", id, "twin"]);
    const { stderr, ...rest } = await threads(engine, ["show", "twin"]);
    const lines = stderr.split("\n");
    expect({
      ...rest,
      starts: lines.map((line) => line.trim().split(/[ ]+/)[0]),
      long: lines.filter((line) => line.length > 400).length,
    }).toEqual({
      exit: 2,
      stdout: "",
      left: [],
      starts: ["turnpipe:", ids[1], ids[0], "hint:", ""],
      long: 0,
    });
  });
});

test("several are archived and unarchived at once, and one that is not there stops no other", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const one = await begun(engine, ["First"]);
    const two = await begun(engine, ["Second\nline two"]);
    const three = await begun(engine, ["Third"]);
    await threads(engine, ["rename", two, "The release"]);
    const missing = `turnpipe: there is no stored thread ${NOBODY}\n`;
    const archived = await threads(engine, ["archive", one, NOBODY, "The release"]);
    const lists = [await listed(engine), await listed(engine, ["--archived"])];
    const back = await threads(engine, ["unarchive", "The release", NOBODY, one]);
    expect({ archived, lists, back, after: (await listed(engine)).sort() }).toEqual({
      archived: saying(`archived ${one}: First\n${missing}archived ${two}: The release\n`, 2),
      lists: [[three], expect.toSatisfy(sameSet([one, two]))],
      back: saying(`unarchived ${two}: The release\n${missing}unarchived ${one}: First\n`, 2),
      after: [one, two, three].sort(),
    });
  });
});

test("archive and unarchive with --json tell each thread as it is then", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    const active = await shown(engine, id);
    const [archived] = recordsIn(await threads(engine, ["archive", "--json", "--last"]));
    expect(archived).toEqual(await shown(engine, id));
    const [back] = recordsIn(await threads(engine, ["unarchive", "--json", id]));
    expect({ archived: archived?.archived, moved: archived?.path !== active.path, back }).toEqual({
      archived: true,
      moved: true,
      // Codex rounds the same birth now up, now down.
      back: { ...active, created_at: back?.created_at, updated_at: back?.updated_at },
    });
  });
});

test("an archived thread is shown by its id and by its name", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    await threads(engine, ["rename", id, "The release"]);
    await threads(engine, ["archive", id]);
    const found = [
      ...recordsIn(await threads(engine, ["show", "--json", id])),
      ...recordsIn(await threads(engine, ["show", "--json", "The release"])),
    ];
    expect(found.map((record) => [record.id, record.archived])).toEqual([
      [id, true],
      [id, true],
    ]);
  });
});

test("archiving twice is told so, not that there is no such thread", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    await threads(engine, ["archive", id]);
    const { stderr } = await threads(engine, ["archive", id]);
    expect([stderr.includes("no stored thread"), /\barchived\b/.test(stderr)]).toEqual([
      false,
      true,
    ]);
  });
});

test("unarchiving what is not archived is told so, not that there is no such thread", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    const { stderr } = await threads(engine, ["unarchive", id]);
    expect([stderr.includes("no stored thread"), /\barchived\b/.test(stderr)]).toEqual([
      false,
      true,
    ]);
  });
});

test("what an archived thread cannot do is said with the way out of the archive", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    await threads(engine, ["archive", id]);
    const runs = [
      await threads(engine, ["rename", id, "new"]),
      await threads(engine, ["fork", id]),
      await threads(engine, ["rollback", id]),
      await threads(engine, ["compact", id]),
      await onEngine(engine, ["resume", id, "Go on"]),
    ];
    const told = runs.map(({ exit, stdout, stderr, left }) => ({
      failed: exit !== 0,
      stdout,
      left,
      way: stderr.includes(`turnpipe threads unarchive ${id}`),
      archived: stderr.includes("archived"),
    }));
    expect(told).toEqual(
      runs.map(() => ({ failed: true, stdout: "", left: [], way: true, archived: true })),
    );
  });
});

test("a thread that went on elsewhere is found by its name there", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const cwd = join(engine.workdir, "sub");
    mkdirSync(cwd);
    const id = await begun(engine, ["First"]);
    await threads(engine, ["rename", id, "The release"]);
    await wentOn(engine, [id, "Second"], { cwd });
    expect(await threads(engine, ["rename", "The release", "new"], { cwd })).toEqual(
      saying(`renamed ${id}: new\n`),
    );
  });
});

test("a key in the environment is not stored, and --quiet says nothing", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    const env = { CODEX_API_KEY: "sk-not-a-key" };
    const runs = [
      await threads(engine, ["rename", "--quiet", id, "new"], { env }),
      await threads(engine, ["archive", "--quiet", "new"], { env }),
      await threads(engine, ["unarchive", "--quiet", "new"], { env }),
    ];
    expect({ runs, stored: existsSync(join(engine.codexHome, "auth.json")) }).toEqual({
      runs: [saying(""), saying(""), saying("")],
      stored: false,
    });
  });
});

/** A command line of every action on one thread. */
const EACH_ACTION: readonly ((which: string) => string[])[] = [
  (which) => ["show", which],
  (which) => ["fork", which],
  (which) => ["rename", which, "new"],
  (which) => ["archive", which],
  (which) => ["unarchive", which],
  (which) => ["delete", "--yes", which],
  (which) => ["rollback", which],
  (which) => ["compact", which],
  (which) => ["compact", "--json", which],
];

const sameSet = (wanted: readonly string[]) => (found: readonly string[]) =>
  found.toSorted().join() === wanted.toSorted().join();
