import type { RecordingStep } from "../dialect/recording.js";
import type { Received, Transport } from "./transport.js";

/** Passes everything on, and writes both directions down first, so that causes stand before effects. */
export function recording(inner: Transport, write: (step: RecordingStep) => void): Transport {
  let open = true;
  const note = (step: RecordingStep): void => {
    // What a server says while it is sent away is nobody's business any more.
    if (open) write(step);
  };
  return {
    send(value) {
      note({ from: "client", message: value });
      inner.send(value);
    },
    receive(listener) {
      inner.receive((received) => {
        note(stepOf(received));
        listener(received);
      });
    },
    pause: () => inner.pause(),
    resume: () => inner.resume(),
    markProcesses: async () => inner.markProcesses?.(),
    expectCommands: (directories) => inner.expectCommands?.(directories),
    closed: inner.closed.then((closing) => {
      const { reason, exitCode, signal, stderrTail } = closing;
      note({ gone: { reason, exit_code: exitCode, signal, last_words: stderrTail } });
      return closing;
    }),
    close() {
      open = false;
      return inner.close();
    },
  };
}

const stepOf = (received: Received): RecordingStep =>
  received.kind === "value"
    ? { from: "server", message: received.value }
    : { from: "server", raw: received.raw ?? "", problem: received.problem };
