import { expect, test } from "vitest";

import type { RecordingStep } from "../../src/dialect/recording.js";
import { recording } from "../../src/transport/recording.js";
import type { Closing, Received, Transport } from "../../src/transport/transport.js";

const DIED: Closing = { reason: "died", exitCode: 3, signal: null, stderrTail: "ouch" };
const GONE = { gone: { reason: "died", exit_code: 3, signal: null, last_words: "ouch" } };

test("both sides are written down before they are passed on, and how the server ended", async () => {
  const { order, transport, say, die } = watched();
  transport.receive((received) => order.push({ got: received.kind }));
  transport.send({ id: 0 });
  say({ kind: "value", value: { id: 0, result: null }, size: 9 });
  say({ kind: "malformed", problem: "no JSON", raw: "oops\n", size: 5 });
  die(DIED);
  expect({ closing: await transport.closed, order }).toEqual({
    closing: DIED,
    order: [
      { wrote: { from: "client", message: { id: 0 } } },
      { sent: { id: 0 } },
      { wrote: { from: "server", message: { id: 0, result: null } } },
      { got: "value" },
      { wrote: { from: "server", raw: "oops\n", problem: "no JSON" } },
      { got: "malformed" },
      { wrote: GONE },
    ],
  });
});

test("what comes while a server is sent away is passed on, and not written down", async () => {
  const { order, transport, say, die } = watched();
  transport.receive((received) => order.push({ got: received.kind }));
  await transport.close();
  say({ kind: "value", value: {}, size: 2 });
  die(DIED);
  await transport.closed;
  expect(order).toEqual([{ got: "value" }]);
});

function watched() {
  const order: object[] = [];
  let say: (received: Received) => void = () => undefined;
  let die: (closing: Closing) => void = () => undefined;
  const inner: Transport = {
    send: (value) => void order.push({ sent: value }),
    receive: (listener) => {
      say = listener;
    },
    closed: new Promise((resolve) => {
      die = resolve;
    }),
    close: async () => [],
    pause: () => void order.push({ paused: true }),
    resume: () => void order.push({ paused: false }),
  };
  const write = (step: RecordingStep): void => void order.push({ wrote: step });
  const transport = recording(inner, write);
  return {
    order,
    transport,
    say: (received: Received) => {
      say(received);
    },
    die: (closing: Closing) => {
      die(closing);
    },
  };
}
