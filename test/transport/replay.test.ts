import { describe, expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import type { RecordingStep } from "../../src/dialect/recording.js";
import { ReplayTransport } from "../../src/transport/replay.js";

const client = (message: object): RecordingStep => ({ from: "client", message });
const server = (message: unknown): RecordingStep => ({ from: "server", message });
const ENDING = new CliError("timeout", "too late");
const STOPPED: RecordingStep = { stopped: { cause: "interrupted", message: "stop" } };

test("the server's lines come behind the client's that they followed, with the ids of today", async () => {
  const { transport, got, quiet } = played([
    server({ method: "hello" }),
    client({ id: 0, method: "ask" }),
    server({ method: "news" }),
    server({ id: 0, result: "yes" }),
  ]);
  await quiet();
  const before = [...got];
  transport.send({ id: 7, method: "ask", params: "in other words" });
  await transport.closed;
  expect({ before, got }).toEqual({
    before: [{ method: "hello" }],
    got: [{ method: "hello" }, { method: "news" }, { id: 7, result: "yes" }],
  });
});

test("what the client says early, or in another order, is kept for its time", async () => {
  const { transport, got } = played([
    client({ id: 0, method: "one" }),
    server({ id: 0, result: 1 }),
    client({ id: 1, method: "two" }),
    server({ id: 1, result: 2 }),
    server({ id: "q", method: "question" }),
    client({ id: "q", result: {} }),
    server({ method: "thanks" }),
  ]);
  transport.send({ id: "q", result: { else: true } });
  transport.send({ id: 5, method: "two" });
  transport.send({ id: 6, method: "one" });
  await transport.closed;
  expect(got).toEqual([
    { id: 6, result: 1 },
    { id: 5, result: 2 },
    { id: "q", method: "question" },
    { method: "thanks" },
  ]);
});

test("a reply to a request that was not made is left out, and odd lines are not", async () => {
  const { transport, got } = played([
    server({ id: 3, result: "whose?" }),
    server(null),
    server({ id: null, result: 1 }),
    { from: "server", raw: "oops\n", problem: "no JSON" },
  ]);
  await transport.closed;
  expect(got).toEqual([null, { id: null, result: 1 }, "no JSON"]);
});

describe("the end", () => {
  test("is how the server died, if it did", async () => {
    const gone = { reason: "died", exit_code: 3, signal: null, last_words: "ouch" };
    const { transport } = played([{ gone }, server({ method: "never" })]);
    expect(await transport.closed).toEqual({
      reason: "died",
      exitCode: 3,
      signal: null,
      stderrTail: "ouch",
    });
  });

  test("is what ended the run then, for a client that still waits", async () => {
    const { transport } = played([server({ method: "a" })], { endedAt: 5 });
    expect((await transport.closed).error).toBe(ENDING);
  });

  test("is the client's own, and what stopped the run behind it is repeated", async () => {
    const { transport, acted } = played([client({ id: 0, method: "never" }), STOPPED]);
    await transport.close();
    expect({ error: (await transport.closed).error, acted }).toEqual({
      error: undefined,
      acted: [STOPPED],
    });
  });

  test("is a complaint about a client that does not go on, unless somebody keeps it", async () => {
    let asked = 0;
    const transport = new ReplayTransport({
      ...{ steps: [client({ id: 0, method: "never" })], speed: Infinity, maxIdleSeconds: 1 },
      ...{ ending: ENDING, endedAt: undefined, applyStep: () => undefined },
      isClientBusy: () => asked++ === 0,
    });
    transport.receive(() => undefined);
    const { error } = await transport.closed;
    expect({ asked, kind: error?.kind, message: error?.message }).toEqual({
      asked: 2,
      kind: "protocol",
      message: "the recording continues with never, but this run did not send it",
    });
  });

  test("is any other reason, at once", async () => {
    const reason = new CliError("interrupted", "stop");
    const { transport, got } = played([{ ...server({}), at_ms: 60_000 }], {
      speed: 1,
    });
    transport.abandon(reason);
    expect({ error: (await transport.closed).error, got }).toEqual({ error: reason, got: [] });
  });
});

test("what happened beside the wire is repeated in its place", async () => {
  const order: unknown[] = [];
  const transport = new ReplayTransport({
    ...{ speed: Infinity, ending: ENDING, endedAt: undefined, isClientBusy: () => false },
    steps: [server("a"), { decided: { decision: "accept", reason: "r" } }, server("b"), STOPPED],
    applyStep: (step) => order.push(step),
  });
  transport.receive((received) => order.push(received.kind === "value" && received.value));
  await transport.closed;
  expect(order).toEqual(["a", { decided: { decision: "accept", reason: "r" } }, "b", STOPPED]);
});

function played(
  steps: readonly RecordingStep[],
  { speed = Infinity, endedAt = undefined as number | undefined } = {},
) {
  const got: unknown[] = [];
  const acted: RecordingStep[] = [];
  const transport = new ReplayTransport({
    ...{ steps, speed, ending: ENDING, endedAt, isClientBusy: () => false },
    applyStep: (step) => acted.push(step),
  });
  transport.receive((received) => {
    got.push(received.kind === "value" ? received.value : received.problem);
  });
  /** As long as a line takes that nothing holds up. */
  const quiet = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  return { transport, got, acted, quiet };
}
