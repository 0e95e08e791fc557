import type { Closing, Received, Transport } from "../../src/transport/transport.js";

/** A server in memory: what was sent to it can be read, and a test speaks for it. */
export function memoryTransport() {
  const sent: unknown[] = [];
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
    closed,
    close: () => Promise.resolve(),
  };
  return {
    transport,
    sent,
    /** The server says a value. */
    say: (value: unknown) => listener({ kind: "value", value }),
    /** The server says something that is none. */
    babble: (problem: string) => listener({ kind: "malformed", problem }),
    /** The server is gone; settles when that has been noticed. */
    async die(closing: Partial<Closing> = {}) {
      close({ reason: "died", exitCode: 1, signal: null, lastWords: "", ...closing });
      await closed;
    },
  };
}
