import { CliError } from "../errors.js";
import type { ThreadEvent } from "../events.js";
import type { Runtime } from "../runtime.js";
import { redactDeltas } from "./redact-deltas.js";

/** The only writer of stdout. One thing at a time, in order; waits for the reader. */
export interface Stdout {
  event(event: ThreadEvent): Promise<void>;
  /** What is no event of a turn, as a line of its own. */
  record(record: object): Promise<void>;
  text(text: string): Promise<void>;
}

/**
 * Owns stdout: a reader that leaves stops the run, one that stalls cannot outlast a stop, and secrets
 * do not get out.
 */
export function ownStdout({
  stdout,
  stop,
  secrets,
  onStalled,
  tape,
}: Pick<Runtime, "stdout" | "stop" | "secrets" | "onStalled" | "tape">): Stdout {
  let gone = false;
  const lose = (error: NodeJS.ErrnoException): void => {
    gone = true;
    stop.abort(
      error.code === "EPIPE"
        ? new CliError("stdout_closed", "the reader closed stdout")
        : new CliError("output_failed", `cannot write stdout: ${error.message}`),
    );
  };
  stdout.on("error", lose);

  const write = (text: string): Promise<void> =>
    new Promise((resolve) => {
      if (gone) {
        resolve();
        return;
      }
      const giveUp = whenOverdue(stop.signal, () => {
        gone = true;
        onStalled?.();
        resolve();
      });
      // The callback, not "drain": drain never comes when the reader dies.
      stdout.write(text, (error) => {
        giveUp.cancel();
        // Before the event comes, whoever waits for this would take the text for written.
        if (error) lose(error);
        resolve();
      });
    });

  const record = (value: object): Promise<void> => write(`${secrets.line(value)}\n`);
  // The deltas of a recording were redacted as a whole when it was read, and keep their bounds.
  const pieces = tape?.replays === true ? (event: ThreadEvent) => [event] : redactDeltas(secrets);
  return {
    event: async (event) => {
      for (const piece of pieces(event)) await record(piece);
    },
    record,
    text: (text) => write(secrets.text(text)),
  };
}

/** Runs `late` when a stop was asked for and the grace after it has passed. */
function whenOverdue(signal: AbortSignal, late: () => void): { cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    timer = setTimeout(late, GRACE_MS);
  };
  if (signal.aborted) begin();
  else signal.addEventListener("abort", begin, { once: true });
  return {
    cancel() {
      clearTimeout(timer);
      signal.removeEventListener("abort", begin);
    },
  };
}

const GRACE_MS = 2000;
