import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import type { AppServer } from "../../src/protocol/app-server.js";
import type { ThreadFilter } from "../../src/protocol/params.js";
import type { StoredThread } from "../../src/protocol/results.js";
import { findThread, parseThreadQuery, type ThreadQuery } from "../../src/session/find-thread.js";
import { ownFolder } from "../commands/world.js";

const USER_SOURCES = ["cli", "vscode", "exec", "appServer", "unknown"];
const EVERYBODY = [
  ...USER_SOURCES,
  "subAgent",
  "subAgentReview",
  "subAgentCompact",
  "subAgentThreadSpawn",
  "subAgentOther",
];

const HERE = { cwd: "/here" };
const thread = (id: string, cwd: string, name: string | null = null): StoredThread => ({
  id,
  cwd,
  name,
  preview: `about ${id}`,
});

const LATEST = thread("t-1", "/there", "fix");
const STORED = [
  LATEST,
  thread("t-2", "/here", "fix it"),
  thread("t-3", "/here", "fix"),
  thread("t-4", "/here"),
  thread("t-5", "/here", "fix"),
];

describe("a word that is an id", () => {
  test.each([
    "01a1e263-b780-77d2-9b65-ef1b3caddded",
    "01A1E263-B780-77D2-9B65-EF1B3CADDDED",
    "01a1e263b78077d29b65ef1b3caddded",
    "urn:uuid:01a1e263-b780-77d2-9b65-ef1b3caddded",
  ])("%s is one", (word) => {
    expect(parseThreadQuery(word, true)).toEqual({ by: "id", id: word });
  });

  test.each(["fix", "", "-", "01a1e263-b780-77d2-9b65-ef1b3cadddeg", "01a1e263-b780"])(
    "%j is a name",
    (word) => {
      expect([parseThreadQuery(word, false), parseThreadQuery(word, true)]).toEqual([
        { by: "name", name: word, anywhere: false },
        { by: "name", name: word, anywhere: true },
      ]);
    },
  );

  test("is not looked up", async () => {
    const { server, asked } = storing(STORED);
    const query: ThreadQuery = { by: "id", id: "t-9" };
    expect({ id: await findThread(server, query, { ...HERE, rules: "own" }), asked }).toEqual({
      id: "t-9",
      asked: [],
    });
  });
});

describe("the last thread", () => {
  test.each<[string, boolean, string, string | undefined]>([
    ["of this directory", false, "/here", "t-2"],
    ["of another directory", false, "/there", "t-1"],
    ["of a directory without one", false, "/nowhere", undefined],
    ["anywhere", true, "/nowhere", "t-1"],
  ])("%s is the first that fits", async (_, anywhere, cwd, id) => {
    const query: ThreadQuery = { by: "last", anywhere };
    const found = await Promise.all(
      (["own", "exec"] as const).map((rules) =>
        findThread(storing(STORED).server, query, { cwd, rules }),
      ),
    );
    expect(found).toEqual([id, id]);
  });

  test("is where its last turn ran, as its file tells", async () => {
    const root = ownFolder();
    const moved = join(root, "moved");
    mkdirSync(moved);
    const path = join(root, "rollout.jsonl");
    writeFileSync(path, `${JSON.stringify({ type: "turn_context", payload: { cwd: moved } })}\n`);
    const { server } = storing([{ ...thread("t-1", "/here"), path }, thread("t-2", "/here")]);
    const query: ThreadQuery = { by: "last", anywhere: false };
    const found = [
      await findThread(server, query, { cwd: moved, rules: "exec" }),
      await findThread(server, query, { cwd: "/here", rules: "exec" }),
    ];
    expect(found).toEqual(["t-1", "t-2"]);
  });

  test("is looked for no further than it is found", async () => {
    const { server, given } = storing(STORED);
    await findThread(server, { by: "last", anywhere: true }, { ...HERE, rules: "own" });
    expect(given).toEqual(["t-1"]);
  });
});

describe("a name", () => {
  const named = (name: string, anywhere = false): ThreadQuery => ({ by: "name", name, anywhere });

  test.each<[string, ThreadQuery, string | undefined]>([
    ["is the whole name", named("fix it"), "t-2"],
    ["is no part of a name", named("fix i"), undefined],
    ["is written as it is", named("Fix it"), undefined],
    ["of nobody finds nothing", named(""), undefined],
    ["of another directory is not found", named("other"), undefined],
    ["of another directory is found anywhere", named("other", true), "t-6"],
  ])("%s", async (_, query, id) => {
    const stored = [...STORED, thread("t-6", "/there", "other")];
    const found = await Promise.all(
      (["own", "exec"] as const).map((rules) =>
        findThread(storing(stored).server, query, { ...HERE, rules }),
      ),
    );
    expect(found).toEqual([id, id]);
  });

  test("of several threads is a question to the user", async () => {
    const { server } = storing(STORED);
    await expect(findThread(server, named("fix"), { ...HERE, rules: "own" })).rejects.toEqual(
      new CliError(
        "input",
        '2 threads are named "fix":\n  t-3  /here  about t-3\n  t-5  /here  about t-5',
        { hint: "use the id of the thread instead" },
      ),
    );
  });

  test("of several threads anywhere is a question about all of them", async () => {
    const { server } = storing([...STORED, { id: "t-6", name: "fix", cwd: null, preview: null }]);
    const found = findThread(server, named("fix", true), { ...HERE, rules: "own" });
    const message = [
      '4 threads are named "fix":',
      "  t-1  /there  about t-1",
      "  t-3  /here  about t-3",
      "  t-5  /here  about t-5",
      "  t-6    ",
    ].join("\n");
    await expect(found).rejects.toEqual(
      new CliError("input", message, { hint: "use the id of the thread instead" }),
    );
  });

  test.each([
    [false, "t-3", ["t-1", "t-2", "t-3"]],
    [true, "t-1", ["t-1"]],
  ])("of several threads is the first to codex exec (anywhere: %j)", async (anywhere, id, seen) => {
    const { server, given } = storing(STORED);
    const found = await findThread(server, named("fix", anywhere), { ...HERE, rules: "exec" });
    expect({ found, given }).toEqual({ found: id, given: seen });
  });
});

describe("the list is asked for", () => {
  test.each<[string, ThreadQuery, "own" | "exec", ThreadFilter]>([
    ["people's threads with every provider", LAST(), "own", filter([], USER_SOURCES)],
    ["every thread of the provider in use", LAST(), "exec", filter(undefined, EVERYBODY)],
    ["a name among them", parseThreadQuery("fix", true), "own", filter([], USER_SOURCES, "fix")],
    [
      "a name among those of codex exec",
      parseThreadQuery("fix", true),
      "exec",
      filter(undefined, EVERYBODY, "fix"),
    ],
  ])("%s", async (_, query, rules, wanted) => {
    const { server, asked } = storing([LATEST]);
    await findThread(server, query, { ...HERE, rules });
    expect(asked).toEqual([wanted]);
  });
});

function LAST(): ThreadQuery {
  return { by: "last", anywhere: true };
}

function filter(
  modelProviders: readonly string[] | undefined,
  sourceKinds: readonly string[],
  searchTerm?: string,
): ThreadFilter {
  return { modelProviders, sourceKinds, searchTerm, archived: false };
}

/** A server that has these threads: what it was asked, and which it gave away. */
function storing(threads: readonly StoredThread[]) {
  const asked: ThreadFilter[] = [];
  const given: string[] = [];
  const part: Pick<AppServer, "listThreads"> = {
    async *listThreads(wanted) {
      asked.push(wanted);
      for (const stored of threads) {
        given.push(stored.id);
        yield stored;
      }
    },
  };
  return { server: part as AppServer, asked, given };
}
