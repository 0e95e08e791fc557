import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { command } from "../translate/notifications.js";
import { ACTIVE, answered, IDLE, ours, status, stored, watched } from "./watched.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const TURNS_LIST = "thread/turns/list";
const READ = "thread/read";
const READ_FROM_THREAD =
  "turn/completed did not arrive; the end of the turn was read from the thread";
const DONE = { status: "completed", finalMessage: "Done.", failure: null };
const GONE = (method: string, seconds: number) =>
  new CliError("server_unreachable", `no response to ${method} within ${String(seconds)} s`);
const NOT_STORED = { error: { code: -32600, message: "ephemeral threads do not support this" } };

/** The calls of a method, each with its second. */
const at = (method: string, ...seconds: number[]) => seconds.map((s) => [s, method]);

describe("a lost turn/completed", () => {
  test("is read five seconds after the answer, with the items that were lost", async () => {
    const whole = stored("completed", [command({ id: "c-1" }), answered("Done.").params.item]);
    const turn = await watched({ [TURNS_LIST]: whole });
    turn.say(answered("Done."));
    await turn.pass(4999);
    expect(turn.asked).toEqual([]);
    await turn.pass(1);
    expect(await turn.end).toMatchObject({ ...DONE, durationMs: 9, work: { commands_ok: 1 } });
    expect({ ...turn.told(), timers: vi.getTimerCount() }).toEqual({
      asked: at(TURNS_LIST, 5),
      lines: ["agent_message", "command_execution"],
      notes: [READ_FROM_THREAD],
      timers: 0,
    });
  });

  test("is read at once when the server says that it is idle", async () => {
    const turn = await watched({
      [TURNS_LIST]: stored("completed", [answered("Done.").params.item]),
    });
    turn.say(answered("Done."), status(IDLE));
    await turn.pass(500);
    expect(await turn.end).toMatchObject(DONE);
    expect(turn.told().asked).toEqual(at(TURNS_LIST, 0.5));
  });

  test("is a failure if that is what is stored", async () => {
    const error = { message: "too busy", codexErrorInfo: "serverOverloaded" };
    const turn = await watched({ [TURNS_LIST]: stored("failed", [], { error }) });
    turn.say(status({ type: "systemError" }));
    await turn.pass(500);
    expect(await turn.end).toMatchObject({
      status: "failed",
      failure: { cause: "overloaded", message: "too busy" },
    });
  });

  test("is read at once when a line was broken", async () => {
    const turn = await watched({
      [TURNS_LIST]: stored("completed", [answered("Done.").params.item]),
    });
    turn.babble("not JSON: {oops");
    await turn.pass(500);
    expect(await turn.end).toMatchObject(DONE);
    expect(turn.told()).toEqual({
      asked: at(TURNS_LIST, 0.5),
      lines: ["agent_message"],
      notes: ["ignored a message from the server: not JSON: {oops", READ_FROM_THREAD],
    });
  });

  test("is read at once when the notification has an invalid shape", async () => {
    const turn = await watched({
      [TURNS_LIST]: stored("completed", [answered("Done.").params.item]),
    });
    turn.say(ours("turn/completed", { turn: { id: "u-1", status: 7 } }));
    await turn.pass(500);
    expect(await turn.end).toMatchObject(DONE);
  });

  test("in such a shape is an error when it is stored nowhere else, also when more was heard", async () => {
    const turn = await watched({ [TURNS_LIST]: stored("inProgress", []) });
    turn.say(ours("turn/completed", { turn: { id: "u-1", status: null } }));
    turn.say(ours("warning", { message: "careful" }));
    await turn.pass(500 + 1000 + 2000 + 4000);
    expect(await turn.end).toEqual(
      new CliError(
        "protocol",
        "cannot read turn/completed (status null): ✖ Invalid input: expected string, received null\n  → at turn.status",
      ),
    );
    expect(turn.told().asked).toEqual(at(TURNS_LIST, 0.5, 1.5, 3.5, 7.5));
  });

  test("with an unknown status is an error, whatever is stored", async () => {
    const turn = await watched({
      [TURNS_LIST]: stored("completed", [answered("Done.").params.item]),
    });
    turn.say(ours("turn/completed", { turn: { id: "u-1", status: "transcended" } }));
    await turn.pass(0);
    expect(await turn.end).toMatchObject({
      status: "failed",
      failure: {
        cause: "protocol",
        message: 'the turn ended with a status that this version does not know: "transcended"',
      },
    });
  });

  test("of a turn that is stored nowhere is what the thread says twice", async () => {
    const turn = await watched({ [TURNS_LIST]: NOT_STORED, [READ]: { thread: { status: IDLE } } });
    turn.say(answered("Done."));
    await turn.pass(5500);
    expect(await turn.end).toMatchObject(DONE);
    expect(turn.told().asked).toEqual([
      ...at(TURNS_LIST, 5),
      ...at(READ, 5),
      ...at(TURNS_LIST, 5.5),
      ...at(READ, 5.5),
    ]);
  });

  test("of such a turn is a failure, if one was the last that was heard", async () => {
    const turn = await watched({ [TURNS_LIST]: NOT_STORED, [READ]: { thread: { status: IDLE } } });
    turn.say(ours("error", { error: { message: "gone" }, willRetry: false }), status(IDLE));
    await turn.pass(1000);
    expect(await turn.end).toMatchObject({ status: "failed", failure: { message: "gone" } });
  });

  test("of such a turn is its own end, if that comes between", async () => {
    const turn = await watched({ [TURNS_LIST]: NOT_STORED, [READ]: { thread: { status: IDLE } } });
    turn.say(status(IDLE));
    await turn.pass(500);
    turn.say(ours("turn/completed", { turn: { id: "u-1", status: "failed" } }));
    await turn.pass(0);
    expect(await turn.end).toMatchObject({ status: "failed" });
  });
});

describe("a turn that is still running", () => {
  test("is asked for ever more seldom, and ends as it ends", async () => {
    const turn = await watched({ [TURNS_LIST]: stored("inProgress", []) });
    turn.say(answered("Let me see."));
    await turn.pass(200_000);
    expect(turn.told().asked).toEqual(at(TURNS_LIST, 5, 15, 35, 75, 135, 195));
    turn.say(
      answered("Done."),
      ours("turn/completed", { turn: { id: "u-1", status: "completed" } }),
    );
    expect(await turn.end).toMatchObject(DONE);
    expect([turn.told().notes, vi.getTimerCount()]).toEqual([[], 0]);
  });

  test("is asked about each minute while nothing is said, and found when it is over", async () => {
    let running = true;
    const over = stored("completed", [answered("Done.").params.item]);
    const turn = await watched({ [TURNS_LIST]: () => (running ? stored("inProgress", []) : over) });
    await turn.pass(120_000);
    running = false;
    await turn.pass(60_000);
    expect(await turn.end).toMatchObject(DONE);
    expect(turn.told().asked).toEqual(at(TURNS_LIST, 60, 120, 180));
  });

  test("is not ended by a server that is too busy to say how it stands", async () => {
    const busy = { error: { code: -32001, message: "overloaded" } };
    const turn = await watched({ [TURNS_LIST]: busy, [READ]: busy });
    await turn.pass(130_000);
    turn.say(
      answered("Done."),
      ours("turn/completed", { turn: { id: "u-1", status: "completed" } }),
    );
    expect(await turn.end).toMatchObject(DONE);
    expect(turn.told().notes).toEqual(
      [1, 2].flatMap(() => [
        `cannot read the turn: ${TURNS_LIST}: overloaded (code -32001)`,
        `cannot read the thread: ${READ}: overloaded (code -32001)`,
      ]),
    );
  });

  test("is not ended by a response with an invalid shape", async () => {
    const turn = await watched({
      [TURNS_LIST]: { data: "?" },
      [READ]: { thread: { status: ACTIVE } },
    });
    await turn.pass(130_000);
    turn.say(ours("turn/completed", { turn: { id: "u-1", status: "completed" } }));
    expect(await turn.end).toMatchObject({ status: "completed" });
  });

  test("is not ended by a poll without a response if notifications arrived meanwhile", async () => {
    const turn = await watched({ [TURNS_LIST]: undefined });
    await turn.pass(60_000);
    turn.say(answered("Still here."));
    await turn.pass(4000);
    turn.say(ours("item/started", { item: command({ status: "inProgress" }) }));
    await turn.pass(50_000);
    turn.say(
      ours("turn/completed", { turn: { id: "u-1", status: "completed", itemsView: "full" } }),
    );
    expect(await turn.end).toMatchObject({ status: "completed", finalMessage: "Still here." });
  });

  test("is not looked at while its reader takes its time", async () => {
    let read: () => void = () => undefined;
    const reader = new Promise<void>((resolve) => (read = resolve));
    const turn = await watched({ [TURNS_LIST]: stored("inProgress", []) }, reader);
    turn.say(answered("Let me see."));
    await turn.pass(300_000);
    expect(turn.told().asked).toEqual([]);
    read();
    await turn.pass(5000);
    expect(turn.told().asked).toEqual(at(TURNS_LIST, 305));
  });
});

test("a reply to a look that comes while we are busy begins no other", async () => {
  const turn = await watched({}, new Promise(() => undefined));
  await turn.pass(60_000);
  turn.say(answered("Let me see."));
  await turn.pass(0);
  turn.say({ id: 3, result: stored("inProgress", []) });
  await turn.pass(300_000);
  expect([turn.told().asked, vi.getTimerCount()]).toEqual([at(TURNS_LIST, 60), 0]);
});

describe("a server that is silent to everything", () => {
  test("is gone twenty seconds after it was asked", async () => {
    const turn = await watched({});
    turn.say(answered("Done."));
    await turn.pass(24_999);
    expect(turn.told().asked).toEqual(at(TURNS_LIST, 5));
    await turn.pass(1);
    expect(await turn.end).toEqual(GONE(TURNS_LIST, 20));
    await turn.pass(60_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("is gone when it refuses the turn and is silent about the thread", async () => {
    const turn = await watched({ [TURNS_LIST]: NOT_STORED });
    await turn.pass(80_000);
    expect(await turn.end).toEqual(GONE(READ, 20));
  });

  test("has ended the turn unreadably, if that was the last of it", async () => {
    const turn = await watched({});
    turn.say(ours("turn/completed", { turn: null }));
    await turn.pass(5500);
    expect(await turn.end).toEqual(
      new CliError(
        "protocol",
        "cannot read turn/completed: ✖ Invalid input: expected object, received null\n  → at turn",
      ),
    );
  });
});
