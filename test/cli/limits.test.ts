import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import {
  completed,
  ENDING,
  failed,
  GREETING,
  message,
  notification,
  NO_THREAD,
  OPENING,
  OURS,
  said,
  server,
  STARTED,
  THREAD_START,
  TURN_START,
  turnEnds,
} from "../helpers/conversation.js";
import { placeOf } from "../helpers/engine.js";
import { readLines, type Event, type Step } from "../helpers/fixture.js";
import { heardIn, play, playIn, withFolder } from "../helpers/play.js";
import { runCli } from "../helpers/run-in-process.js";
import { sharedEngines } from "../helpers/shared-engine.js";

const withEngine = sharedEngines();

const asks = (id: number, method: string): Step => ({ from: "client", message: { id, method } });

describe("a number of answers or tokens", () => {
  const usage = { input: 100, output: 20 };
  /** Two commands, and an answer: three answers of 120 tokens each. */
  const THREE: Scenario = {
    description: "Three answers.",
    responses: [
      { say: [{ text: "First." }, { exec: "echo one" }], usage },
      { say: [{ exec: "echo two" }], usage },
      // Time enough to be stopped in.
      { say: [{ text: "Done." }], usage, delay_ms: 2_000 },
    ],
  };
  /** The next question may be on its way when the answer before it is counted. */
  const CUT = { exit: 7, asked: expect.any(Number) as number, final: "First." };
  const STEPS = "not done after 2 answers of the model (--max-steps)";
  const TOKENS = (used: number, most: number) =>
    `used ${used} tokens, more than ${most} (--max-tokens)`;

  test.each<[string, string, object]>([
    ["--max-steps", "3", { exit: 0, asked: 3, final: "Done." }],
    ["--max-steps", "2", { ...CUT, why: STEPS }],
    ["--max-tokens", "360", { exit: 0, asked: 3, final: "Done." }],
    // The answer is there, and has cost too much.
    ["--max-tokens", "359", { exit: 7, asked: 3, why: TOKENS(360, 359), final: "Done." }],
    ["--max-tokens", "0.2k", { exit: 2 }],
    ["--max-tokens", "200", { ...CUT, why: TOKENS(240, 200) }],
  ])("%s %s", async (flag, most, expected) => {
    await withEngine({ scenario: THREE }, async (engine) => {
      const answer = join(engine.dir, "answer");
      const args = ["run", "--json", flag, most, "-o", answer, "Go"];
      const { exit, stdout, stderr, left } = await runCli(args, placeOf(engine));
      const last = readLines<Event>(stdout).at(-1) as Last | undefined;
      const { why, ...rest } = { why: undefined, asked: 0, final: undefined, ...expected };
      expect({
        exit,
        left,
        asked: engine.model.requests.length,
        final: last?.final_message,
        partial: last?.partial,
        error: last?.error,
        file: await readFile(answer, "utf8").catch(() => undefined),
        stderr: exit === 7 ? stderr : undefined,
      }).toEqual({
        ...rest,
        left: [],
        partial: why && true,
        error: why && { ...BUDGET, message: why },
        file: rest.final,
        stderr: why && `turnpipe: ${why as string}\n`,
      });
    });
  });

  interface Last {
    final_message?: string;
    partial?: boolean;
    error?: object;
  }

  const BUDGET = { cause: "budget", retryable: false, http_status: null, resets_at: null };
});

describe("time", () => {
  const word = (delta: string): Step =>
    notification("item/agentMessage/delta", { ...OURS, itemId: "m", delta });
  const STALLS = [
    ...OPENING,
    message("First"),
    notification("item/started", { ...OURS, item: { type: "agentMessage", id: "m", text: "" } }),
    word("Half of "),
    word("it"),
    asks(3, "turn/interrupt"),
    server({ id: 3, result: {} }),
    turnEnds("interrupted"),
  ];
  const WHY = "not done within 1 s (--timeout)";

  test("that is over leaves what was said until then", async () => {
    expect(await play(STALLS, ["run", "--json", "--timeout", "1s", "Go"])).toEqual({
      exit: 124,
      events: [
        ...STARTED,
        said("First"),
        failed(
          { message: WHY, cause: "timeout", exit: 124 },
          { final_message: "Half of it", duration_ms: 7 },
        ),
      ],
      stderr: `turnpipe: ${WHY}\n`,
      left: [],
    });
  });

  test("that is over is told to people, who find the half answer where they wanted it", async () => {
    await withFolder(async (dir) => {
      const args = ["run", "--timeout", "1s", "-o", "answer", "Go"];
      const { exit, events, stderr } = await playIn(dir, STALLS, args);
      const [header, ...lines] = stderr.split("\n");
      expect({ exit, events, lines, answer: await readFile(join(dir, "answer"), "utf8") }).toEqual({
        exit: 124,
        events: [],
        lines: [
          "First",
          "the answer so far:",
          "  Half of it",
          `error: ${WHY}`,
          "resume with: turnpipe resume thread-1",
          "✗ failed  exit 124 · 7ms",
          "",
        ],
        answer: "Half of it",
      });
      expect(header).toBe("scripted  read-only · /workdir · thread thread-1");
    });
  });

  test("is over also for a server that does not end the turn", async () => {
    const steps = [...OPENING, message("First"), { hang: true, ignore: ["SIGTERM"] } as const];
    expect(await play(steps, ["run", "--json", "--idle-timeout", "300ms", "Go"])).toEqual({
      exit: 124,
      events: [
        ...STARTED,
        said("First"),
        failed(
          {
            message: "no activity for 0.3 s (--idle-timeout)",
            cause: "timeout",
            exit: 124,
          },
          { final_message: "First" },
        ),
      ],
      stderr: "turnpipe: no activity for 0.3 s (--idle-timeout)\n",
      left: [],
    });
  });

  test("is over also for a check, and the answer is kept", async () => {
    await withFolder(async (dir) => {
      const steps = [...OPENING, message("Done"), turnEnds("completed")];
      const flags = ["--verify", "sleep 600", "--timeout", "1s", "-o", "answer"];
      const run = await playIn(dir, steps, ["run", "--json", ...flags, "Go"]);
      expect({ ...run, answer: await readFile(join(dir, "answer"), "utf8") }).toEqual({
        exit: 124,
        events: [
          ...STARTED,
          said("Done"),
          { type: "verify.started", command: "sleep 600", attempt: 1 },
          failed({ message: WHY, cause: "timeout", exit: 124 }, { final_message: "Done" }),
        ],
        stderr: `turnpipe: ${WHY}\n`,
        left: [],
        answer: "Done",
      });
    });
  });

  test("is over also for the wait for another attempt", async () => {
    const error = { message: "used up", codexErrorInfo: "usageLimitExceeded" };
    const end = { id: OURS.turnId, status: "failed", error };
    const steps = [
      ...OPENING,
      notification("turn/completed", { threadId: OURS.threadId, turn: end }),
    ];
    const flags = ["--wait-for-quota", "5m", "--timeout", "1s"];
    expect(await play(steps, ["run", "--json", ...flags, "Go"])).toEqual({
      exit: 124,
      events: [
        ...STARTED,
        {
          type: "retry.scheduled",
          attempt: 1,
          cause: "usage_limit",
          message: "used up",
          http_status: null,
          resets_at: null,
          delay_ms: expect.any(Number) as number,
          model: null,
        },
        failed({ message: WHY, cause: "timeout", exit: 124 }),
      ],
      stderr: `turnpipe: ${WHY}\n`,
      left: [],
    });
  });

  test("to start in is a limit of its own: exit 5", async () => {
    const why = "no response to initialize within 1.5 s";
    expect(
      await play([{ hang: true }], ["run", "--json", "--startup-timeout", "1500ms", "Go"]),
    ).toEqual({
      exit: 5,
      events: [
        failed({ message: why, cause: "server_unreachable", exit: 5, retryable: true }, NO_THREAD),
      ],
      stderr:
        "warning: codex sent nothing within 0.5 s and was started again\n" + `turnpipe: ${why}\n`,
      left: [],
    });
  });
});

describe("a server that is too busy", () => {
  const BUSY = { code: -32001, message: "too many requests" };
  const refuses = (id: number, method: string): readonly Step[] => [
    asks(id, method),
    server({ id, error: BUSY }),
  ];
  const again = (attempt: number, method: string, more: object = {}) => ({
    type: "retry.scheduled",
    attempt,
    cause: "overloaded",
    message: `${method}: too many requests (code -32001)`,
    http_status: null,
    resets_at: null,
    delay_ms: expect.any(Number) as number,
    model: null,
    ...more,
  });
  const [THREAD, TURN] = ["thread/start", "turn/start"];
  const REST = [message("Done"), ...ENDING];
  const WELL = { exit: 0, stderr: "", left: [] };

  test("to open a thread is asked again", async () => {
    const steps = [...GREETING, ...refuses(9, THREAD), ...THREAD_START, ...TURN_START, ...REST];
    expect(await play(steps, ["run", "--json", "--retry", "1", "Go"])).toEqual({
      ...WELL,
      events: [again(1, THREAD), ...STARTED, said("Done"), completed("Done")],
    });
  });

  test("to begin a turn is asked again on the same thread", async () => {
    const steps = [...GREETING, ...THREAD_START, ...refuses(9, TURN), ...TURN_START, ...REST];
    expect(await play(steps, ["run", "--json", "--retry", "1", "Go"])).toEqual({
      ...WELL,
      events: [
        ...STARTED.slice(0, 1),
        again(1, TURN),
        ...STARTED.slice(1),
        said("Done"),
        completed("Done"),
      ],
    });
  });

  test("is asked for another model, and for that again", async () => {
    await withFolder(async (dir) => {
      const refused = [1, 2, 3].flatMap(() => refuses(9, THREAD));
      const steps = [
        ...GREETING,
        ...refused,
        ...THREAD_START,
        ...refuses(9, TURN),
        ...TURN_START,
        ...REST,
      ];
      const flags = ["--retry", "1", "--fallback-model", "other,third"];
      const { exit, events } = await playIn(dir, steps, ["run", "--json", ...flags, "Go"]);
      const models = (await heardIn(dir))
        .filter(({ method }) => method === THREAD || method === TURN)
        .map(({ method, params }) => [method, (params as { model?: string }).model ?? null]);
      expect({
        exit,
        retries: events.filter(({ type }) => type === "retry.scheduled"),
        models,
      }).toEqual({
        exit: 0,
        retries: [
          again(1, THREAD),
          again(2, THREAD, { model: "other", delay_ms: 0 }),
          again(3, THREAD),
          again(4, TURN, { model: "third", delay_ms: 0 }),
        ],
        models: [
          [THREAD, null],
          [THREAD, null],
          [THREAD, "other"],
          [THREAD, "other"],
          [TURN, null],
          [TURN, "third"],
        ],
      });
    });
  });

  test("is exit 6 when it was asked often enough", async () => {
    const steps = [...GREETING, ...refuses(9, THREAD), ...refuses(9, THREAD)];
    const why = "thread/start: too many requests (code -32001)";
    expect(await play(steps, ["run", "--json", "--retry", "1", "Go"])).toEqual({
      exit: 6,
      events: [
        again(1, THREAD),
        failed({ message: why, cause: "overloaded", exit: 6, retryable: true }, NO_THREAD),
      ],
      stderr: `turnpipe: ${why}\n`,
      left: [],
    });
  });
});
