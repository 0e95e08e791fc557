import { describe, expect, test } from "vitest";

import type { ThreadEvent } from "../../src/dialect/events.js";
import type { AppServer } from "../../src/protocol/app-server.js";
import { RpcError } from "../../src/rpc/peer.js";
import { Steering } from "../../src/turn/steering.js";
import type { SteerLine } from "../../src/dialect/steer-line.js";

describe("a line", () => {
  test("that comes before the turn has started waits for it", async () => {
    const { steering, line, done, answer } = setUp();
    line({ text: "a" });
    line({ text: "b" });
    await settled();
    expect(done).toEqual([]);
    steering.turnStarted();
    await answer("yes");
    await answer("yes");
    expect(done).toEqual([sent("a"), accepted("a"), sent("b"), accepted("b")]);
  });

  test("that comes while the turn runs is sent at once", async () => {
    const { steering, line, done } = setUp();
    steering.turnStarted();
    line({ text: "a" });
    await settled();
    expect(done).toEqual([sent("a")]);
  });

  test("waits for the answer to the one before it", async () => {
    const { steering, line, done, answer } = setUp();
    steering.turnStarted();
    line({ text: "a" });
    line({ text: "b" });
    await settled();
    expect(done).toEqual([sent("a")]);
    await answer("yes");
    line({ text: "c" });
    await settled();
    expect(done).toEqual([sent("a"), accepted("a"), sent("b")]);
    await answer("yes");
    await answer("yes");
    expect(done.slice(3)).toEqual([accepted("b"), sent("c"), accepted("c")]);
  });

  test("the hundredth of those that wait holds its writer back until all are sent", async () => {
    const { steering, line, flow, answer } = setUp();
    for (let count = 1; count <= 100; count++) {
      line({ text: "a" });
      expect(flow).toEqual(count < 100 ? [] : ["pause"]);
    }
    steering.turnStarted();
    for (let count = 1; count <= 100; count++) {
      expect(flow).toEqual(["pause"]);
      await answer("yes");
    }
    expect(flow).toEqual(["pause", "resume"]);
  });

  test("that the server refuses is reported with the reason, and the next is sent", async () => {
    const { steering, line, done, answer } = setUp();
    steering.turnStarted();
    line({ text: "a" });
    line({ text: "b" });
    await answer(new RpcError("turn/steer", { code: -32600, message: "no active turn to steer" }));
    await answer("yes");
    expect(done).toEqual([
      sent("a"),
      refused("a", "turn/steer: no active turn to steer (code -32600)"),
      sent("b"),
      accepted("b"),
    ]);
  });

  test("that is invalid is reported in order, without a request to the server", async () => {
    const { steering, line, done, answer } = setUp();
    line({ text: null, problem: "not JSON: oops" });
    line({ text: "a" });
    line({ text: null, problem: "the text is empty" });
    steering.turnStarted();
    await settled();
    await answer("yes");
    expect(done).toEqual([
      refused(null, "not JSON: oops"),
      sent("a"),
      accepted("a"),
      refused(null, "the text is empty"),
    ]);
  });

  test("is sent once, however often the turn starts", async () => {
    const { steering, line, done, answer } = setUp();
    steering.turnStarted();
    line({ text: "a" });
    steering.turnStarted();
    await answer("yes");
    steering.turnStarted();
    await settled();
    expect(done).toEqual([sent("a"), accepted("a")]);
  });
});

describe("the end of the turn", () => {
  test("closes the source, and no line after it is heard", async () => {
    const { steering, line, done } = setUp();
    steering.turnStarted();
    await steering.finish();
    line({ text: "late" });
    await settled();
    expect(done).toEqual(["closed"]);
  });

  test("waits for the line on its way, and refuses what waits behind it", async () => {
    const { steering, line, done, answer } = setUp();
    steering.turnStarted();
    line({ text: "a" });
    line({ text: "b" });
    line({ text: null, problem: "not JSON: oops" });
    const finished = steering.finish().then(() => done.push("finished"));
    await settled();
    expect(done).toEqual([sent("a"), "closed"]);
    await answer("yes");
    await finished;
    expect(done.slice(2)).toEqual([
      accepted("a"),
      refused("b", TOO_LATE),
      refused(null, "not JSON: oops"),
      "finished",
    ]);
  });

  test("of a turn that never started refuses all that waited", async () => {
    const { steering, line, done } = setUp();
    line({ text: "a" });
    line({ text: null, problem: "not JSON: oops" });
    await steering.finish();
    expect(done).toEqual(["closed", refused("a", TOO_LATE), refused(null, "not JSON: oops")]);
  });

  test("reports nothing twice when it is asked for twice", async () => {
    const { steering, line, done } = setUp();
    line({ text: "a" });
    await steering.finish();
    await steering.finish();
    expect(done).toEqual(["closed", refused("a", TOO_LATE), "closed"]);
  });
});

describe("a reader that is gone", () => {
  test("crashes nothing, whether a line was accepted or refused", async () => {
    const { steering, line, done, answer } = setUp({ readerLeft: true });
    steering.turnStarted();
    line({ text: "a" });
    await answer("yes");
    line({ text: "b" });
    await answer(new Error("no"));
    line({ text: null, problem: "not JSON: oops" });
    await settled();
    await steering.finish();
    expect(done).toEqual([sent("a"), sent("b"), "closed"]);
  });

  test("does not hold up the end of a turn with lines that wait", async () => {
    const { steering, line, done } = setUp({ readerLeft: true });
    line({ text: "a" });
    line({ text: "b" });
    await steering.finish();
    expect(done).toEqual(["closed"]);
  });
});

const TOO_LATE = "the turn ended before it could be sent";
const SCOPE = { threadId: "t-1", turnId: "u-1" };

const sent = (text: string) => ["steer", "t-1", "u-1", [{ type: "text", text }]];
const accepted = (text: string): ThreadEvent => ({ type: "steer.accepted", text });
const refused = (text: string | null, reason: string): ThreadEvent => ({
  type: "steer.refused",
  text,
  reason,
});

/** A turn to steer, a server that answers on demand, and a list of what was done. */
function setUp({ readerLeft = false } = {}) {
  const done: unknown[] = [];
  const flow: string[] = [];
  const asked: ((answer: "yes" | Error) => void)[] = [];
  let line: (line: SteerLine) => void = () => undefined;
  const server = {
    steerTurn: (...params: unknown[]) => {
      done.push(["steer", ...params]);
      return new Promise<void>((resolve, reject) => {
        asked.push((answer) => (answer === "yes" ? resolve() : reject(answer)));
      });
    },
  } as Partial<AppServer> as AppServer;
  const source = {
    onLine: (take: typeof line) => void (line = take),
    close: () => void done.push("closed"),
    pause: () => void flow.push("pause"),
    resume: () => void flow.push("resume"),
  };
  const emit = async (event: ThreadEvent): Promise<void> => {
    if (readerLeft) throw new Error("EPIPE");
    done.push(event);
  };
  const steering = new Steering(source, { server, scope: SCOPE, emit });
  const answer = async (response: "yes" | Error): Promise<void> => {
    const next = asked.shift();
    if (next === undefined) throw new Error("nothing was asked");
    next(response);
    await settled();
  };
  return { steering, line: (next: SteerLine) => line(next), done, flow, answer };
}

/** Everything that only waits for promises has happened. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
