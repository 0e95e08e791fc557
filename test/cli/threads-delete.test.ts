import { existsSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";

import { expect, test } from "vitest";

import { DeletedThread } from "../../src/dialect/records.js";
import { placeOf, withEngine, type Engine } from "../helpers/engine.js";
import { readLines } from "../helpers/fixture.js";
import {
  ANSWERS,
  begun,
  ELSEWHERE,
  listed,
  NOBODY,
  onEngine,
  refused,
  saying,
  shown,
  threads,
  wentOn,
} from "../helpers/stored-threads.js";
import { startOnTerminal } from "../helpers/run-cli.js";

const NOBODY_TO_ASK =
  "threads delete: cannot ask for confirmation without a terminal\nhint: to delete without confirmation: --yes";

test("nothing is deleted without a terminal and without --yes, whatever stdin says", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    const runs = [
      await threads(engine, ["delete", id]),
      await threads(engine, ["delete", id], { stdin: { bytes: "y\ny\n" } }),
      await threads(engine, ["delete", id], { stdin: "open" }),
      await threads(engine, ["delete", "--json", "--last"]),
      await threads(engine, ["delete", "--no-yes", id]),
    ];
    expect({ runs, after: await listed(engine) }).toEqual({
      runs: runs.map(() => refused(NOBODY_TO_ASK)),
      after: [id],
    });
  });
});

test("a deleted thread is gone from every place", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    const { path } = await shown(engine, id);
    await threads(engine, ["rename", id, "The release"]);
    const gone = `there is no stored thread ${id}`;
    const unnamed = `there is no stored thread named "The release"\n${ELSEWHERE}`;
    const deleted = await threads(engine, ["delete", "--yes", "The release"]);
    const runs = [
      await threads(engine, ["show", id]),
      await threads(engine, ["show", "The release"]),
      await threads(engine, ["delete", "-y", id]),
      await threads(engine, ["unarchive", id]),
      await onEngine(engine, ["resume", id, "Go on"]),
    ];
    const lists = [
      await listed(engine, ["--all-dirs", "--source", "all"]),
      await listed(engine, ["--archived", "--all-dirs"]),
    ];
    expect({ deleted, runs, lists, stored: existsSync(path ?? "") }).toEqual({
      deleted: saying(`deleted ${id}: The release\n`),
      runs: [gone, unnamed, gone, gone, gone].map((says) => refused(says)),
      lists: [[], []],
      stored: false,
    });
  });
});

test("several are deleted at once, archived ones too, and one that is not there stops no other", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const one = await begun(engine, ["First"]);
    const two = await begun(engine, ["Second"]);
    const three = await begun(engine, ["Third"]);
    await threads(engine, ["archive", two]);
    const args = ["delete", "--yes", "--json", one, NOBODY, two, "nobody"];
    const { stdout, ...rest } = await threads(engine, args, {
      env: { CODEX_API_KEY: "sk-not-a-key" },
    });
    expect({
      ...rest,
      records: readLines<unknown>(stdout).map((line) => DeletedThread.parse(line)),
      after: [await listed(engine), await listed(engine, ["--archived"])],
      stored: existsSync(join(engine.codexHome, "auth.json")),
    }).toEqual({
      exit: 2,
      stderr:
        `turnpipe: there is no stored thread ${NOBODY}\n` +
        `turnpipe: there is no stored thread named "nobody"\n${ELSEWHERE}\n`,
      left: [],
      records: [
        { id: one, deleted: true },
        { id: two, deleted: true },
      ],
      after: [[three], []],
      stored: false,
    });
  });
});

test("a thread that has a copy stays until the copy is gone", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    const { stdout } = await threads(engine, ["fork", "--quiet", id]);
    const copy = stdout.trim();
    await wentOn(engine, [copy, "Second"]);
    const runs = [
      await threads(engine, ["delete", "--yes", id]),
      await threads(engine, ["delete", "--yes", copy]),
      await threads(engine, ["delete", "--yes", id]),
    ];
    expect({ runs, after: await listed(engine) }).toEqual({
      runs: [
        refused(
          `thread/delete: cannot delete thread ${id}: forked history still references it (code -32600)\n` +
            "hint: delete its forks first, or archive it",
          1,
        ),
        // Which prompt a copy is known by is for codex to say.
        saying(expect.stringMatching(new RegExp(`^deleted ${copy}: (First|Second)\\n$`))),
        saying(`deleted ${id}: First\n`),
      ],
      after: [],
    });
  });
});

test("a name that a thread in use and an archived one have is for the user to decide", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const one = await begun(engine, ["First"]);
    const two = await begun(engine, ["Second"]);
    for (const id of [one, two]) await threads(engine, ["rename", id, "twin"]);
    await threads(engine, ["archive", one]);
    const { exit } = await threads(engine, ["delete", "--yes", "twin"]);
    const after = [await listed(engine), await listed(engine, ["--archived"])];
    expect({ exit, after }).toEqual({ exit: 2, after: [[two], [one]] });
  });
});

test("--last is a thread that is listed, never an archived one", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    await threads(engine, ["archive", id]);
    const run = await threads(engine, ["delete", "--yes", "--last"]);
    expect({ run, archived: await listed(engine, ["--archived"]) }).toEqual({
      run: refused(`there is no stored thread\n${ELSEWHERE}`),
      archived: [id],
    });
  });
});

test.each([
  ["y and Enter", "y\r", "y\n", true],
  ["Yes and Enter", "Yes\r", "Yes\n", true],
  ["n and Enter", "n\r", "n\n", false],
  ["Enter alone", "\r", "\n", false],
  ["anything else", "yes please\r", "yes please\n", false],
])("on a terminal %s is an answer", async (_, keys, echo, goes) => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First\nline two"]);
    const run = await asked(engine, [id], [keys]);
    const words = `${id}: First line two`;
    expect({ run, after: await listed(engine) }).toEqual({
      run: {
        exit: 0,
        left: [],
        screen: `delete ${words}? [y/N] ${echo}${goes ? `deleted ${words}` : `kept ${id}`}\n`,
      },
      after: goes ? [] : [id],
    });
  });
});

test("Ctrl-D is no answer: the thread is kept, and told so on a line of its own", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    const run = await asked(engine, [id], [CTRL_D]);
    expect({ run, after: await listed(engine) }).toEqual({
      run: { exit: 0, left: [], screen: `delete ${id}: First? [y/N] \nkept ${id}\n` },
      after: [id],
    });
  });
});

test("Ctrl-C at the question stops the whole run, with nothing deleted", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const one = await begun(engine, ["First"]);
    const two = await begun(engine, ["Second"]);
    const terminal = startOnTerminal(["threads", "delete", one, two], placeOf(engine));
    await terminal.shows(/\[y\/N\] /);
    terminal.type(CTRL_C);
    // Should it go on to the next question, that is answered too.
    terminal.shows(/Second\? \[y\/N\] /).then(
      () => terminal.type("n\r"),
      () => undefined,
    );
    const { exit, left } = await terminal.done;
    expect({ exit, left, after: await listed(engine) }).toEqual({
      exit: 130,
      left: [],
      after: [two, one],
    });
  });
});

test("each of several threads is asked about by itself", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const one = await begun(engine, ["First"]);
    const two = await begun(engine, ["Second"]);
    const run = await asked(engine, [one, two], ["n\r", "y\r"]);
    expect({ run, after: await listed(engine) }).toEqual({
      run: {
        exit: 0,
        left: [],
        screen:
          `delete ${one}: First? [y/N] n\nkept ${one}\n` +
          `delete ${two}: Second? [y/N] y\ndeleted ${two}: Second\n`,
      },
      after: [one],
    });
  });
});

test("--yes asks nothing on a terminal, and a terminal that shows nothing is none", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    const blind = startOnTerminal(["threads", "delete", id], {
      ...placeOf(engine),
      redirect: "2>/dev/null",
    });
    const runs = [await blind.done, await asked(engine, ["--yes", id], [])];
    expect(runs).toEqual([
      { exit: 2, left: [], screen: "" },
      { exit: 0, left: [], screen: `deleted ${id}: First\n` },
    ]);
  });
});

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";

/** Deletes on a terminal, with an answer to each question; what the screen shows in the end. */
async function asked(engine: Engine, args: readonly string[], answers: readonly string[]) {
  const terminal = startOnTerminal(["threads", "delete", ...args], placeOf(engine));
  for (const [at, keys] of answers.entries()) {
    await terminal.shows(new RegExp(`(\\[y/N\\] [^]*){${at + 1}}`));
    terminal.type(keys);
  }
  const { screen, ...rest } = await terminal.done;
  return { ...rest, screen: stripVTControlCharacters(screen).replace(/\r+\n/g, "\n") };
}
