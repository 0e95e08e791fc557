import type { RecordingStep } from "../dialect/recording.js";
import type { Received, Transport } from "./transport.js";

/** Records both directions of a transport, each message before it is passed on: causes precede effects. */
export function recording(inner: Transport, write: (step: RecordingStep) => void): Transport {
  let open = true;
  const record = (step: RecordingStep): void => {
    // Messages that arrive while the server is being stopped are not part of the run.
    if (open) write(step);
  };
  return {
    send(value) {
      record({ from: "client", message: value });
      inner.send(value);
    },
    receive(listener) {
      inner.receive((received) => {
        record(stepOf(received));
        listener(received);
      });
    },
    pause: () => inner.pause(),
    resume: () => inner.resume(),
    trackMountPoints: (directories) => inner.trackMountPoints?.(directories),
    closed: inner.closed.then((closing) => {
      const { reason, exitCode, signal, stderrTail } = closing;
      record({ gone: { reason, exit_code: exitCode, signal, last_words: stderrTail } });
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
