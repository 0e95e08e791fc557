import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import {
  answerTo,
  ENDING,
  message,
  notification,
  OPENING,
  OURS,
  server,
} from "../helpers/conversation.js";
import { placeOf, withEngine, type Engine } from "../helpers/engine.js";
import { readLines, type Event, type Step } from "../helpers/fixture.js";
import { playIn, withFolder } from "../helpers/play.js";
import { printedSchema } from "../helpers/printed-schema.js";
import { runCli } from "../helpers/run-in-process.js";
import { answer, CHANGED, raw, reviewer } from "./reviewer.js";

// Whatever a command prints as JSON is checked by the schema that the same program prints.

const ANSWERS: Scenario = {
  description: "The same answer to everything.",
  responses: [{ say: [{ text: "Done." }] }],
  then: "repeat-last",
};
const EVERYTHING = "deltas,diff,plan,usage,approvals,mcp,raw";

describe("lines of a turn are events", () => {
  test("with everything included", async () => {
    await withEngine({ scenario: "include-everything" }, async (engine) => {
      const ran = await checked(engine, "events", ["run", "--json", "--include", EVERYTHING, "Go"]);
      expect(ran).toEqual({
        ...{ exit: 0, wrong: [] },
        types: [
          "item.completed",
          "item.delta",
          "item.started",
          "mcp.status",
          "raw",
          "thread.started",
          "turn.completed",
          "turn.diff",
          "turn.plan",
          "turn.started",
          "usage.updated",
        ],
      });
    });
  });

  test.each([
    ["http-401", 4],
    ["http-429-usage-limit", 6],
    ["context-window", 7],
    ["http-500", 6],
  ])("also of one that fails: %s", async (scenario, exit) => {
    await withEngine({ scenario }, async (engine) => {
      expect(await checked(engine, "events", ["run", "--json", "Go"])).toEqual({
        exit,
        wrong: [],
        types: ["error", "thread.started", "turn.failed", "turn.started"],
      });
    });
  });

  test("also without a server", async () => {
    await withEngine({ scenario: ANSWERS }, async (engine) => {
      const args = ["run", "--json", "--codex", "/nowhere/codex", "Go"];
      expect(await checked(engine, "events", args)).toEqual({
        ...{ exit: 5, wrong: [] },
        types: ["turn.failed"],
      });
    });
  });

  test("in every command that has turns", async () => {
    await withEngine({ scenario: ANSWERS }, async (engine) => {
      const types = ["item.completed", "thread.started", "turn.completed", "turn.started"];
      const commands: readonly (readonly string[])[] = [
        ["run", "--json", "Go"],
        ["resume", "--json", "--last", "More"],
        ["resume", "--json", "--last", "--fork", "Other"],
        ["exec", "--json", "--turnpipe-events", "Go"],
        ["threads", "show", "--last", "--turns", "--json"],
        ["threads", "show", "--last", "--turns", "--json", "--include", "diff,raw"],
      ];
      for (const args of commands) {
        const ran = await checked(engine, "events", args);
        expect([args, ran]).toEqual([args, { exit: 0, wrong: [], types }]);
      }
      const args = ["threads", "compact", "--last", "--json"];
      const { exit, wrong, types: told } = await checked(engine, "events", args);
      expect([exit, wrong, told.at(-2)]).toEqual([0, [], "turn.completed"]);
    });
  });

  test("also of a stored turn that did and broke things", async () => {
    await withEngine({ scenario: "include-everything" }, async (engine) => {
      await runCli(["run", "Go"], placeOf(engine));
      const args = ["threads", "show", "--last", "--turns", "--json", "--include", "diff,raw"];
      const { exit, wrong } = await checked(engine, "events", args);
      expect({ exit, wrong }).toEqual({ exit: 0, wrong: [] });
    });
  });

  test("when it is steered, asked for leave, and told what nobody knows", async () => {
    const method = "item/commandExecution/requestApproval";
    const steps: Step[] = [
      ...OPENING,
      { from: "client", message: { id: 3, method: "turn/steer" } },
      server({ id: 3, result: { turnId: "turn-1" } }),
      server({ id: 40, method, params: { ...OURS, itemId: "c-1", command: "ls" } }),
      answerTo(40),
      server({ id: "41", method: "brand/new", params: null }),
      answerTo("41"),
      notification("hologram/shown", { ...OURS, depth: 3 }),
      notification("item/completed", { ...OURS, item: { type: "hologram", id: "h-1" } }),
      notification("turn/plan/updated", {
        ...OURS,
        plan: [{ step: "look", status: "somethingNew" }],
      }),
      message("Done"),
      ...ENDING,
    ];
    await withFolder(async (dir) => {
      await writeFile(join(dir, "more"), '{"text":"one"}\noops\n');
      const args = ["run", "--json", "--include", EVERYTHING, "--steer-from", "more", "Go"];
      const { exit, events } = await playIn(dir, steps, args);
      const check = await printedSchema("events");
      const types = new Set(events.map(({ type }) => type));
      expect({
        exit,
        wrong: events.flatMap(check),
        missing: [
          "approval.requested",
          "approval.resolved",
          "raw",
          "steer.accepted",
          "steer.refused",
        ].filter((type) => !types.has(type)),
      }).toEqual({ exit: 0, wrong: [], missing: [] });
    });
  });

  test("when the server has nothing to say to a word of its own", async () => {
    const steps: Step[] = [
      ...OPENING,
      server({ method: "hologram/gone" }),
      server({ id: 40, method: "hologram/may/go" }),
      answerTo(40),
      message("Done"),
      ...ENDING,
    ];
    await withFolder(async (dir) => {
      const args = ["run", "--json", "--include", EVERYTHING, "Go"];
      const { exit, events } = await playIn(dir, steps, args);
      const told = events.filter(({ type }) => /^approval.requested|^raw/.test(type));
      const check = await printedSchema("events");
      expect({ exit, wrong: events.flatMap(check), told: told.slice(1, 3) }).toEqual({
        ...{ exit: 0, wrong: [] },
        told: [
          { type: "raw", method: "hologram/gone", params: null },
          { type: "approval.requested", request_id: 40, kind: "unknown", request: null },
        ],
      });
    });
  });
});

test("lines of threads are threads", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    for (const prompt of ["One 🧭", "Two"]) await runCli(["run", prompt], placeOf(engine));
    await runCli(["resume", "--last", "More"], placeOf(engine));
    const commands: readonly [args: readonly string[], lines: number][] = [
      [["list"], 2],
      [["list", "--all", "--all-dirs", "--source", "all"], 2],
      [["show", "--last"], 1],
      [["rename", "--last", "the release"], 1],
      [["rollback", "the release"], 1],
      [["archive", "the release"], 1],
      [["list", "--archived"], 1],
      [["unarchive", "the release"], 1],
      [["delete", "the release", "--yes"], 1],
      [["fork", "--last", "--name", "plan B"], 1],
    ];
    const check = await printedSchema("threads");
    for (const [args, lines] of commands) {
      const { exit, stdout } = await runCli(["threads", ...args, "--json"], placeOf(engine));
      const records = readLines<object>(stdout);
      expect({ args, exit, lines: records.length, wrong: records.flatMap(check) }).toEqual({
        ...{ args, exit: 0, lines, wrong: [] },
      });
      expect({ args, odd: faulty(records).filter((record) => check(record).length === 0) }).toEqual(
        {
          ...{ args, odd: [] },
        },
      );
    }
  });
});

test("lines of models are models", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const { exit, stdout } = await runCli(["models", "--json", "--all"], placeOf(engine));
    const check = await printedSchema("models");
    const records = readLines<object>(stdout);
    expect({
      exit,
      any: records.length > 0,
      wrong: records.flatMap(check),
      odd: faulty(records.slice(0, 1)).filter((record) => check(record).length === 0),
    }).toEqual({ exit: 0, any: true, wrong: [], odd: [] });
  });
});

describe("what a review prints is findings", () => {
  test.each([
    ["with findings", answer(raw(1), raw(3, 1)), 3, 2],
    ["with none", answer(), 0, 0],
    ["that cannot be read", "I would rather not say.", 1, 1],
  ])("%s", async (_, says, exit, lines) => {
    await withEngine({ scenario: reviewer(says) }, async (engine) => {
      await writeFile(join(engine.workdir, "hello.txt"), CHANGED);
      const check = await printedSchema("findings");
      const json = await runCli(["review", "--format", "json"], placeOf(engine));
      const jsonl = await runCli(["review", "--format", "jsonl"], placeOf(engine));
      const report = JSON.parse(json.stdout) as object;
      const records = readLines<object>(jsonl.stdout);
      expect({
        exits: [json.exit, jsonl.exit],
        lines: records.length,
        wrong: [report, ...records].flatMap(check),
        odd: faulty([report, ...records]).filter((record) => check(record).length === 0),
      }).toEqual({ exits: [exit, exit], lines, wrong: [], odd: [] });
      const { exit: same, wrong } = await checked(engine, "events", ["review", "--json"]);
      expect({ same, wrong }).toEqual({ same: exit, wrong: [] });
    });
  });

  test("also without a server", async () => {
    await withEngine({ scenario: ANSWERS }, async (engine) => {
      await writeFile(join(engine.workdir, "hello.txt"), CHANGED);
      const check = await printedSchema("findings");
      const gone = ["review", "--codex", "/nowhere/codex", "--format"];
      const json = await runCli([...gone, "json"], placeOf(engine));
      const jsonl = await runCli([...gone, "jsonl"], placeOf(engine));
      const said = [JSON.parse(json.stdout) as object, ...readLines<object>(jsonl.stdout)];
      expect({
        exits: [json.exit, jsonl.exit],
        said: said.length,
        wrong: said.flatMap(check),
      }).toEqual({ exits: [5, 5], said: 2, wrong: [] });
    });
  });
});

test("what the hook says of itself is a hook, installed or not", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const check = await printedSchema("hook");
    const status = async () => {
      const { stdout } = await runCli(["review", "hook", "status", "--json"], placeOf(engine));
      return JSON.parse(stdout) as { installed: boolean };
    };
    const before = await status();
    await runCli(["review", "hook", "install", "--mode", "warn"], placeOf(engine));
    const after = await status();
    expect({
      installed: [before.installed, after.installed],
      wrong: [before, after].flatMap(check),
      odd: faulty([before, after]).filter((record) => check(record).length === 0),
    }).toEqual({ installed: [false, true], wrong: [], odd: [] });
  });
});

/** A run, what is wrong with its lines, and which kinds of lines it had. */
async function checked(engine: Engine, schema: string, args: readonly string[]) {
  const { exit, stdout } = await runCli(args, placeOf(engine));
  const events = readLines<Event>(stdout);
  const check = await printedSchema(schema);
  const types = [...new Set(events.map(({ type }) => type))].sort();
  return { exit, wrong: events.flatMap(check), types };
}

/** Records as they must not be: with a field more, with each field missing, and each of another type. */
const faulty = (records: readonly object[]): object[] =>
  records.flatMap((record) => [
    { ...record, surprise: 1 },
    ...Object.keys(record).map((gone) =>
      Object.fromEntries(Object.entries(record).filter(([key]) => key !== gone)),
    ),
    ...Object.entries(record).map(([key, value]) => ({
      ...record,
      [key]: typeof value === "object" && value !== null ? "word" : { wrong: true },
    })),
  ]);
