import type { Closing, Received, Transport } from "../../src/transport/transport.js";

/** A server in memory: what was sent to it can be read, and a test speaks for it. */
export function memoryTransport() {
  const sent: unknown[] = [];
  const flow: string[] = [];
  let listener: (received: Received) => void = () => undefined;
  let close: (closing: Closing) => void = () => undefined;
  const closed = new Promise<Closing>((resolve) => {
    close = resolve;
  });
  const transport: Transport = {
    send: (value) => void sent.push(value),
    receive(next) {
      listener = next;
    },
    pause: () => void flow.push("pause"),
    resume: () => void flow.push("resume"),
    closed,
    close: () => Promise.resolve([]),
  };
  return {
    transport,
    sent,
    /** When reading was paused and resumed. */
    flow,
    /** The server says a value, of so many bytes. */
    say: (value: unknown, size = 0) => listener({ kind: "value", value, size }),
    /** The server says something that is none. */
    babble: (problem: string) => listener({ kind: "malformed", problem, size: 0 }),
    /** The server is gone; settles when that has been noticed. */
    async die(closing: Partial<Closing> = {}) {
      close({ reason: "died", exitCode: 1, signal: null, stderrTail: "", ...closing });
      await closed;
    },
  };
}
