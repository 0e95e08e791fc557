import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Response, Scenario } from "../../src/demo/scenario.js";
import { offences } from "../helpers/event-lines.js";
import { placeOf, withEngine, type Engine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import type { CliOptions, Finished } from "../helpers/run-cli.js";
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
  toldLast,
  wentOn,
} from "../helpers/stored-threads.js";

test("a copy goes on with all that was said, and the thread stays as it is", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["-m", "gpt-5.5", "--effort", "low", "First"]);
    await wentOn(engine, [id, "Second"]);
    const before = await stored(engine, id);
    const run = await threads(engine, ["fork", id]);
    const copy = run.stdout.trim();
    await wentOn(engine, [copy, "Third"]);
    const { model, reasoning } = engine.model.requests.at(-1)?.body as Asked;
    expect({ run, told: toldLast(engine), asked: [model, reasoning?.effort] }).toEqual({
      run: {
        exit: 0,
        stdout: `${copy}\n`,
        stderr: `copied ${id}; listed after its first turn: turnpipe resume ${copy}\n`,
        left: [],
      },
      told: ["First", "Second", "Third"],
      asked: ["gpt-5.5", "low"],
    });
    expect(await stored(engine, id)).toEqual(before);
    expect((await shown(engine, copy)).forked_from).toBe(id);
  });
});

test("a copy is found by its name once it had a turn", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["-m", "gpt-5.5", "--effort", "low", "First"]);
    const [fork] = recordsIn(
      await threads(engine, ["fork", "--json", "--last", "--name", "plan B"]),
    );
    const { id: copy = "" } = fork ?? {};
    expect(fork).toEqual(await shown(engine, copy));
    expect([fork?.name, fork?.forked_from, fork?.model, fork?.effort, fork?.cwd]).toEqual([
      "plan B",
      id,
      "gpt-5.5",
      "low",
      engine.workdir,
    ]);
    const early = await listed(engine);
    await wentOn(engine, [copy, "Second"]);
    const found = recordsIn(await threads(engine, ["show", "--json", "plan B"]));
    expect({ early, found: found.map((record) => record.id) }).toEqual({
      early: [id],
      found: [copy],
    });
  });
});

test("what was rolled back is not told to the model again", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    for (const prompt of ["Second", "Third", "Fourth"]) await wentOn(engine, [id, prompt]);
    const one = await threads(engine, ["rollback", id]);
    await wentOn(engine, [id, "Fifth"]);
    const afterOne = toldLast(engine);
    const two = await threads(engine, ["rollback", "--last", "2"]);
    await wentOn(engine, [id, "Sixth"]);
    const afterTwo = toldLast(engine);
    const all = recordsIn(await threads(engine, ["rollback", "--json", id, "3"]));
    await wentOn(engine, [id, "Seventh"]);
    const stays = "files they changed stay as they are\n";
    expect({ one, two, all: all.map((record) => record.id) }).toEqual({
      one: saying(`removed 1 turn from ${id}; ${stays}`),
      two: saying(`removed 2 turns from ${id}; ${stays}`),
      all: [id],
    });
    expect([afterOne, afterTwo, toldLast(engine)]).toEqual([
      ["First", "Second", "Third", "Fifth"],
      ["First", "Second", "Sixth"],
      ["Seventh"],
    ]);
  });
});

test("more turns than there are cannot be rolled back, and then none is", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    await wentOn(engine, [id, "Second"]);
    const runs = [
      await threads(engine, ["rollback", id, "3"]),
      await threads(engine, ["rollback", "--json", id, "3"]),
    ];
    await wentOn(engine, [id, "Third"]);
    expect({ runs, told: toldLast(engine) }).toEqual({
      runs: runs.map(() => refused(`${id} has 2 turns: 3 turns cannot be removed`)),
      told: ["First", "Second", "Third"],
    });
  });
});

test("a number of turns beyond all numbers is none", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    const many = "9".repeat(23);
    expect(await threads(engine, ["rollback", id, many])).toEqual(
      refused(
        `threads rollback: not a number of turns: "${many}"\n` +
          "hint: for example: turnpipe threads rollback --last 2",
      ),
    );
  });
});

test("a copy keeps the turns that its thread loses", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    await wentOn(engine, [id, "Second"]);
    const copy = (await threads(engine, ["fork", id])).stdout.trim();
    await threads(engine, ["rollback", id, "2"]);
    await wentOn(engine, [copy, "Third"]);
    const ofCopy = toldLast(engine);
    await wentOn(engine, [id, "Fourth"]);
    expect([ofCopy, toldLast(engine)]).toEqual([["First", "Second", "Third"], ["Fourth"]]);
  });
});

test("a thread of codex exec is rolled back, summed up and copied as one of ours", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const { events } = await engine.exec(["First"]);
    const { thread_id: id } = events[0] as { thread_id: string };
    await engine.exec(["resume", id, "Second"]);
    const runs = [
      await threads(engine, ["rollback", "--quiet", id]),
      await threads(engine, ["compact", "--quiet", id]),
      await threads(engine, ["rollback", "--quiet", id]),
    ];
    const copy = (await threads(engine, ["fork", id])).stdout.trim();
    await wentOn(engine, [copy, "Third"]);
    expect({ runs, told: toldLast(engine) }).toEqual({
      runs: [saying(""), saying(""), saying("")],
      // The summary was a turn too, and went as the last one.
      told: ["First", "Third"],
    });
  });
});

test("compact --json has the events of a turn, and the thread goes on with the summary", async () => {
  await withEngine({ scenario: summedUp({ say: [{ text: "SUMMARY" }] }) }, async (engine) => {
    const id = await begun(engine, ["First"]);
    const env = { CODEX_API_KEY: "sk-not-a-key" };
    const run = await compacted(engine, [id], { env });
    await wentOn(engine, [id, "Second"]);
    expect(run).toEqual({
      exit: 0,
      stderr: "",
      left: [],
      offences: [],
      types: ["thread.started", "turn.started", "turn.completed"],
      threads: [id, id],
      last: expect.objectContaining({
        turn_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        exit_code: 0,
        cause: "completed",
        problem: null,
        final_message: null,
      }) as Event,
    });
    expect({
      told: toldLast(engine).map((text) => text.split("\n").at(-1)),
      stored: existsSync(join(engine.codexHome, "auth.json")),
    }).toEqual({ told: ["First", "SUMMARY", "Second"], stored: false });
  });
});

test("compact tells people what it did on stderr alone", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    await threads(engine, ["rename", id, "The release"]);
    const runs = [
      await threads(engine, ["compact", "The release"]),
      await threads(engine, ["compact", "--quiet", "--last"]),
    ];
    expect(runs).toEqual([
      saying(expect.stringMatching(new RegExp(`thread ${id.slice(0, 13)}\\n✓ done .*\\n$`))),
      saying(""),
    ]);
  });
});

test.each<[what: string, response: Response, cause: string, exit: number]>([
  ["refuses", http(400, { message: "No.", type: "invalid_request_error" }), "failed", 1],
  ["refuses the key", http(401, { message: "No.", code: "invalid_api_key" }), "unauthorized", 4],
  [
    "has no more for us",
    http(429, { message: "Used up", type: "usage_limit_reached", resets_at: 4102444800 }),
    "usage_limit",
    6,
  ],
])("a model that %s fails the compaction with its own status", async (_, response, cause, exit) => {
  await withEngine({ scenario: summedUp(response) }, async (engine) => {
    const id = await begun(engine, ["First"]);
    const run = await compacted(engine, [id]);
    await wentOn(engine, [id, "Second"]);
    expect({ ...run, told: toldLast(engine) }).toEqual({
      exit,
      stderr: "",
      left: [],
      offences: [],
      types: ["thread.started", "turn.started", "error", "turn.failed"],
      threads: [id, id],
      last: expect.objectContaining({
        error: expect.objectContaining({ cause }) as unknown,
        turn_id: expect.any(String) as string,
        exit_code: exit,
      }) as Event,
      told: ["First", "Second"],
    });
  });
});

test("a signal ends a compaction in order, and the thread stays as it is", async () => {
  await withEngine({ scenario: SPEECHLESS }, async (engine) => {
    const id = await begun(engine, ["First"]);
    const running = startCli(["threads", "compact", "--json", id], placeOf(engine));
    await running.line(/turn\.started/);
    running.kill("SIGINT");
    const run = told(await running.done);
    await wentOn(engine, [id, "Second"]);
    expect({ run, told: toldLast(engine) }).toEqual({
      run: {
        exit: 130,
        stderr: "turnpipe: stopped by SIGINT\n",
        left: [],
        offences: [],
        types: ["thread.started", "turn.started", "turn.failed"],
        threads: [id, id],
        last: expect.objectContaining({
          error: expect.objectContaining({ cause: "interrupted" }) as unknown,
          exit_code: 130,
        }) as Event,
      },
      told: ["First", "Second"],
    });
  });
});

test("a thread on which a turn runs is left alone, and its user told so", async () => {
  await withEngine({ scenario: SLOW }, async (engine) => {
    const id = await begun(engine, ["First"]);
    const running = startCli(["resume", "--json", id, "Slowly"], placeOf(engine));
    await running.line(/turn\.started/);
    const runs = [
      await threads(engine, ["rollback", id]),
      await threads(engine, ["archive", id]),
      await threads(engine, ["delete", "--yes", id]),
    ];
    const compaction = await compacted(engine, [id]);
    running.kill("SIGINT");
    const { exit, left } = await running.done;
    const busy = (method: string) =>
      `${method}: thread ${id} already has an active writer (code -32600)\n` +
      "hint: another process is running a turn on it: wait for it to end, or fork the thread";
    expect({ runs, slow: { exit, left }, after: await listed(engine) }).toEqual({
      runs: ["thread/resume", "thread/archive", "thread/delete"].map((method) =>
        refused(busy(method), 1),
      ),
      slow: { exit: 130, left: [] },
      after: [id],
    });
    expect(compaction).toEqual({
      exit: 1,
      stderr: `turnpipe: ${busy("thread/resume")}\n`,
      left: [],
      offences: [],
      types: ["turn.failed"],
      threads: [null],
      last: expect.objectContaining({ turn_id: null, exit_code: 1 }) as Event,
    });
  });
});

test("compact --json without a codex has its one last line, and is exit 5", async () => {
  const env = { TURNPIPE_CODEX: "/nowhere/codex" };
  const { done } = startCli(["threads", "compact", "--json", "--last"], { env });
  expect(told(await done)).toEqual({
    exit: 5,
    stderr: expect.stringMatching(/^turnpipe: no executable codex .*\nhint: install it/) as string,
    left: [],
    offences: [],
    types: ["turn.failed"],
    threads: [null],
    last: expect.objectContaining({ exit_code: 5 }) as Event,
  });
});

const SLOW: Scenario = {
  ...ANSWERS,
  responses: [{ when: "Slowly", say: [], end: "hang" }, ...ANSWERS.responses],
};

/** The signal may come before the model is asked: so what answers afterwards is told by its prompt. */
const SPEECHLESS: Scenario = {
  description: "No word to a summary.",
  responses: [
    { when: "Second", say: [{ text: "Done." }] },
    { say: [{ text: "Done." }] },
    { say: [], end: "hang" },
  ],
};

/** One answer, then this for the summary, then answers again. */
function summedUp(summary: Response): Scenario {
  const [answer] = ANSWERS.responses;
  return { ...ANSWERS, responses: [answer!, summary, answer!] };
}

function http(status: number, error: Record<string, string | number>): Response {
  return { http: { status, body: { error } } };
}

interface Asked {
  readonly model: string;
  readonly reasoning?: { readonly effort?: string };
}

/** What is known of a thread, and the file it is stored in. */
async function stored(engine: Engine, id: string) {
  const record = await shown(engine, id);
  return { record, file: readFileSync(record.path ?? "", "utf8") };
}

const compacted = async (engine: Engine, args: readonly string[], options: CliOptions = {}) =>
  told(await threads(engine, ["compact", "--json", ...args], options));

/** A run with --json: its events by their types, the threads they name, and the last one whole. */
function told({ stdout, ...rest }: Finished) {
  const events = readLines<Event>(stdout);
  return {
    ...rest,
    offences: stdout.split("\n").filter(Boolean).flatMap(offences),
    types: events.map(({ type }) => type),
    threads: events.flatMap(({ thread_id: id }) => (id === undefined ? [] : [id])),
    last: events.at(-1),
  };
}
