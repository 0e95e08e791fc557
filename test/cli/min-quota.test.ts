import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { logIn, withAccount } from "../helpers/account.js";
import { failed, NO_THREAD } from "../helpers/conversation.js";
import { placeOf, withEngine, type Engine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import type { Finished } from "../helpers/run-cli.js";
import { runCli, startCli } from "../helpers/run-in-process.js";
import { answer, CHANGED, raw, reviewer, timesAsked } from "./reviewer.js";

const ANSWERS: Scenario = {
  description: "The same answer to everything.",
  responses: [{ say: [{ text: "Done." }] }],
  then: "repeat-last",
};
const NINETY = { used: 90 };
const WORDS = "10% of the usage limit is left, less than the 15% asked for";
const RESET = "2033-05-18T03:33:20.000Z";

/** What is known of the account, as our last line has it. */
const LIMITS = {
  limit_id: "codex",
  name: null,
  plan: "pro",
  primary: { used_percent: 90, remaining_percent: 10, window_minutes: 300, resets_at: RESET },
  secondary: {
    used_percent: 5,
    remaining_percent: 95,
    window_minutes: 10_080,
    resets_at: "2033-05-19T03:33:20.000Z",
  },
  credits: { has_credits: true, unlimited: false, balance: "12.5" },
  reached: null,
};

/** The one line of a turn that was not begun; what it knows of the account has a test of its own. */
const NOT_BEGUN = failed(
  { message: WORDS, cause: "usage_limit", exit: 6 },
  {
    ...NO_THREAD,
    error: {
      message: WORDS,
      cause: "usage_limit",
      retryable: false,
      http_status: null,
      resets_at: RESET,
    },
    rate_limits: expect.toSatisfy(() => true) as unknown,
  },
);

describe("with too little left", () => {
  test("a turn is not begun: exit 6, one line, nobody asked, nothing stored", async () => {
    await withAccount(ANSWERS, NINETY, async ({ engine, looked }) => {
      await logIn(engine);
      const ran = await cli(engine, ["run", "--json", "--min-quota", "15%", "Go"]);
      expect({
        ...events(ran),
        looked: looked(),
        asked: timesAsked(engine),
        stored: await sessionsOf(engine),
      }).toEqual({
        exit: 6,
        events: [NOT_BEGUN],
        stderr: `turnpipe: ${WORDS}\n`,
        left: [],
        looked: 1,
        asked: 0,
        stored: [],
      });
    });
  });

  test("that line has the limits that stopped the turn", async () => {
    await withAccount(ANSWERS, NINETY, async ({ engine }) => {
      await logIn(engine);
      const ran = events(await cli(engine, ["run", "--json", "--min-quota", "15%", "Go"]));
      expect(outline(ran)).toEqual({
        exit: 6,
        stderr: `turnpipe: ${WORDS}\n`,
        left: [],
        last: "turn.failed",
        limits: LIMITS,
      });
    });
  });

  test("people read why on stderr, also when quiet, and stdout stays empty", async () => {
    await withAccount(ANSWERS, NINETY, async ({ engine }) => {
      await logIn(engine);
      const loud = await cli(engine, ["run", "--min-quota", "15", "Go"]);
      const quiet = await cli(engine, ["run", "-q", "--min-quota", "15", "Go"]);
      const said = [loud, quiet].map(({ stderr, ...rest }) => ({
        ...rest,
        says: stderr.includes(WORDS),
      }));
      const refused = { exit: 6, stdout: "", left: [], says: true };
      expect(said).toEqual([refused, refused]);
    });
  });

  test("a thread stays as it was", async () => {
    await withAccount(ANSWERS, NINETY, async ({ engine }) => {
      const first = await cli(engine, ["run", "--json", "Go"]);
      const id = String(events(first).events[0]?.["thread_id"]);
      await logIn(engine);
      const ran = await cli(engine, ["resume", id, "--json", "--min-quota", "15", "More"]);
      const shown = await cli(engine, ["threads", "show", id, "--turns", "--json"]);
      expect({
        ...events(ran),
        asked: timesAsked(engine),
        turns: events(shown).events.filter(({ type }) => type === "turn.started").length,
      }).toEqual({
        exit: 6,
        events: [NOT_BEGUN],
        stderr: `turnpipe: ${WORDS}\n`,
        left: [],
        asked: 1,
        turns: 1,
      });
    });
  });

  test("a change is not reviewed, which is no pass", async () => {
    await withAccount(reviewer(answer(raw(1))), NINETY, async ({ engine }) => {
      await logIn(engine);
      await writeFile(join(engine.workdir, "hello.txt"), CHANGED);
      const json = await cli(engine, ["review", "--json", "--min-quota", "15"]);
      const text = await cli(engine, ["review", "--quiet", "--min-quota", "15"]);
      const [last, ...more] = events(json).events;
      expect({
        exits: [json.exit, text.exit],
        last,
        more,
        text: text.stdout,
        asked: timesAsked(engine),
      }).toEqual({
        exits: [6, 6],
        last: {
          ...NOT_BEGUN,
          review: expect.objectContaining({
            outcome: "error",
            findings: [],
            problem: WORDS,
          }) as unknown,
        },
        more: [],
        text: `could not review: ${WORDS}\n`,
        asked: 0,
      });
    });
  });
});

describe("with enough left", () => {
  test.each(["5", "10%", "0"])(
    "a turn of %s runs, and its last line has the limits",
    async (share) => {
      await withAccount(ANSWERS, NINETY, async ({ engine, looked }) => {
        await logIn(engine);
        const ran = events(await cli(engine, ["run", "--json", "--min-quota", share, "Go"]));
        expect({ ...outline(ran), looked: looked() }).toEqual({
          exit: 0,
          stderr: "",
          left: [],
          last: "turn.completed",
          limits: LIMITS,
          looked: 1,
        });
      });
    },
  );

  test("a thread goes on, and a change is reviewed", async () => {
    await withAccount(reviewer(answer(raw(1))), NINETY, async ({ engine }) => {
      await logIn(engine);
      await writeFile(join(engine.workdir, "hello.txt"), CHANGED);
      await cli(engine, ["run", "Go"]);
      const runs = [
        events(await cli(engine, ["resume", "--last", "--json", "--min-quota", "5", "More"])),
        events(await cli(engine, ["review", "--json", "--min-quota", "5"])),
      ];
      const well = { stderr: "", left: [], last: "turn.completed", limits: LIMITS };
      expect(runs.map(outline)).toEqual([
        { ...well, exit: 0 },
        { ...well, exit: 3 },
      ]);
    });
  });

  test("nobody looks unless the flag was given", async () => {
    await withAccount(ANSWERS, NINETY, async ({ engine, looked }) => {
      await logIn(engine);
      const ran = events(await cli(engine, ["run", "--json", "Go"]));
      expect({ ...outline(ran), looked: looked() }).toEqual({
        ...{ exit: 0, stderr: "", left: [], last: "turn.completed", limits: null },
        looked: 0,
      });
    });
  });
});

describe("where nobody can tell, there is a warning and the turn runs", () => {
  const CANNOT = "warning: --min-quota cannot be checked: account/rateLimits/read: ";
  const ARGS = ["run", "--json", "--min-quota", "15%", "Go"];

  test.each([
    [
      "without a login",
      {},
      "codex account authentication required to read rate limits (code -32600)\n",
    ],
    [
      "with a key",
      { CODEX_API_KEY: "sk-of-nobody" },
      "chatgpt authentication required to read rate limits (code -32600)\n",
    ],
  ])("%s", async (_, key, reason) => {
    await withAccount(ANSWERS, NINETY, async ({ engine, looked }) => {
      const ran = events(await cli(engine, ARGS, key));
      const names = await readdir(engine.codexHome);
      expect({ ...outline(ran), looked: looked(), stored: names.includes("auth.json") }).toEqual({
        exit: 0,
        stderr: `${CANNOT}${reason}`,
        left: [],
        last: "turn.completed",
        limits: null,
        looked: 0,
        stored: false,
      });
    });
  });

  test("with a service that is out of order", async () => {
    await withAccount(ANSWERS, "down", async ({ engine }) => {
      await logIn(engine);
      const ran = events(await cli(engine, ARGS));
      const quiet = await cli(engine, ["run", "--quiet", "--min-quota", "15%", "Go"]);
      expect({ ...outline(ran), stderr: ran.stderr.startsWith(CANNOT), quiet }).toEqual({
        exit: 0,
        stderr: true,
        left: [],
        last: "turn.completed",
        limits: null,
        quiet: { exit: 0, stdout: "Done.\n", stderr: "", left: [] },
      });
    });
  });
});

test.each([
  ["SIGINT", 130, "interrupted"],
  ["SIGTERM", 143, "terminated"],
] as const)("%s while the limits are looked up ends the run with one line", async (...row) => {
  const [signal, exit, cause] = row;
  await withAccount(ANSWERS, "hangs", async ({ engine, asked }) => {
    await logIn(engine);
    const running = startCli(["run", "--json", "--min-quota", "15%", "Go"], placeOf(engine));
    await asked;
    running.kill(signal);
    const message = `stopped by ${signal}`;
    expect({ ...events(await running.done), asked: timesAsked(engine) }).toEqual({
      exit,
      events: [failed({ message, cause, exit }, NO_THREAD)],
      stderr: `turnpipe: ${message}\n`,
      left: [],
      asked: 0,
    });
  });
});

test.each([
  [["run", "--min-quota", "lots", "Go"], "--min-quota lots: expected a percentage from 0% to 100%"],
  [["run", "--min-quota", "101%", "Go"], "--min-quota 101%: expected a percentage from 0% to 100%"],
  [["run", "--min-quota=-5", "Go"], "--min-quota -5: expected a percentage from 0% to 100%"],
  [["run", "--min-quota=", "Go"], "--min-quota : expected a percentage from 0% to 100%"],
  [
    ["resume", "--last", "--min-quota", "1e1"],
    "--min-quota 1e1: expected a percentage from 0% to 100%",
  ],
  [["review", "--min-quota", "½"], "--min-quota ½: expected a percentage from 0% to 100%"],
  [["run", "Go", "--min-quota"], "--min-quota needs a value: --min-quota PERCENT"],
  [["run", "--min-quota", "5", "--min-quota", "9", "Go"], "--min-quota was given more than once"],
])("%j is exit 2, and nothing is begun", async (args, says) => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const { stderr, ...rest } = await cli(engine, args);
    expect({ ...rest, says: stderr.split("\n")[0], asked: timesAsked(engine) }).toEqual({
      exit: 2,
      stdout: "",
      left: [],
      says: `turnpipe: ${says}`,
      asked: 0,
    });
  });
});

function cli(engine: Engine, args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const { cwd, env } = placeOf(engine);
  return runCli(args, { cwd, env: { ...env, ...more } });
}

interface Ran {
  readonly exit: Finished["exit"];
  readonly events: readonly Event[];
  readonly stderr: string;
  readonly left: readonly string[];
}

const events = ({ stdout, ...rest }: Finished): Ran => ({
  ...rest,
  events: readLines<Event>(stdout),
});

/** How a run ended, and what it knew of the account then. */
function outline({ events: lines, ...rest }: Ran) {
  const last = lines.at(-1);
  return { ...rest, last: last?.type, limits: last?.["rate_limits"] };
}

/** The names of what is stored of threads. */
const sessionsOf = async ({ codexHome }: Engine): Promise<string[]> =>
  (await readdir(codexHome, { recursive: true })).filter((name) => name.includes("rollout-"));
