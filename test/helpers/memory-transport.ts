import type { Closing, Received, Transport } from "../../src/transport/transport.js";
import type { Step, WireMessage } from "./fixture.js";

/** A transport that plays a recorded wire, with what was sent to it. */
export interface MemoryTransport extends Transport {
  readonly sent: readonly WireMessage[];
}

/** Says the server's lines of a wire and waits at the client's, as the recorded server did. */
export function memoryTransport(wire: readonly Step[]): MemoryTransport {
  const sent: WireMessage[] = [];
  const left = [...wire];
  let listener: (received: Received) => void = () => undefined;
  let close: (closing: Closing) => void = () => undefined;
  const closed = new Promise<Closing>((resolve) => {
    close = resolve;
  });

  const speak = (): void => {
    for (let step = left[0]; step !== undefined && "message" in step; step = left[0]) {
      if (step.from === "client") return;
      left.shift();
      listener({ kind: "value", value: step.message, size: 0 });
    }
  };

  return {
    sent,
    send(value) {
      const message = value as WireMessage;
      sent.push(message);
      const step = left.shift();
      const expected = step !== undefined && "message" in step ? step.message.method : undefined;
      if (expected !== message.method) {
        throw new Error(`expected ${expected ?? "nothing"}, not ${JSON.stringify(message)}`);
      }
      // Never inside of `send`: no server answers before it was asked.
      queueMicrotask(speak);
    },
    receive(next) {
      listener = next;
      queueMicrotask(speak);
    },
    pause: () => undefined,
    resume: () => undefined,
    closed,
    async close() {
      close({ reason: "was closed", exitCode: 0, signal: null, stderrTail: "" });
      return [];
    },
  };
}
