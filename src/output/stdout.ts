import { CliError } from "../outcome/errors.js";
import type { ThreadEvent } from "../dialect/events.js";
import type { Runtime } from "../context.js";
import { sanitizeForTerminal, sanitizeStyled } from "../text/sanitize-for-terminal.js";
import { jsonForTerminal } from "./json-for-terminal.js";
import { redactDeltas } from "./redact-deltas.js";

/** The only writer of stdout. One thing at a time, in order; waits for the reader. */
export interface Stdout {
  event(event: ThreadEvent): Promise<void>;
  /** What is no event of a turn, as a line of its own. */
  record(record: object): Promise<void>;
  /** Text that we have laid out and coloured. */
  text(text: string): Promise<void>;
  /** Text as somebody else wrote it: the final message. */
  message(text: string): Promise<void>;
}

/**
 * Owns stdout: a reader that leaves stops the run, one that stalls cannot outlast a stop, secrets do
 * not get out, and a terminal gets no control sequences but ours unless `raw` output is asked for. Any
 * other reader gets every byte.
 */
export function ownStdout(
  {
    stdout,
    stop,
    secrets,
    onStalled,
    tape,
  }: Pick<Runtime, "stdout" | "stop" | "secrets" | "onStalled" | "tape">,
  { raw = false }: { raw?: boolean } = {},
): Stdout {
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

  const onTerminal = stdout.isTTY === true && !raw;
  const shown = (text: string, sanitize: (text: string) => string): string =>
    secrets.text(onTerminal ? sanitize(text) : text);
  const record = (value: object): Promise<void> => {
    const line = secrets.line(value);
    return write(`${onTerminal ? jsonForTerminal(line) : line}\n`);
  };
  // The deltas of a recording were redacted as a whole when it was read, and keep their bounds.
  const pieces = tape?.replays === true ? (event: ThreadEvent) => [event] : redactDeltas(secrets);
  return {
    event: async (event) => {
      for (const piece of pieces(event)) await record(piece);
    },
    record,
    text: (text) => write(shown(text, sanitizeStyled)),
    message: (text) => write(shown(text, sanitizeForTerminal)),
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
