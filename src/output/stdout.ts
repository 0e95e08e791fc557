import { onAbort } from "../async/on-abort.js";
import { CliError, errorMessage } from "../outcome/errors.js";
import type { ThreadEvent } from "../dialect/events.js";
import type { RunContext } from "../context.js";
import { sanitizeForTerminal, sanitizeStyled } from "../text/sanitize-for-terminal.js";
import { jsonForTerminal } from "./json-for-terminal.js";
import { redactDeltas } from "./redact-deltas.js";

/** The only writer of stdout. Writes in order and waits for the reader. */
export interface Stdout {
  event(event: ThreadEvent): Promise<void>;
  /** A JSON line that is not an event of a turn. */
  record(record: object): Promise<void>;
  /** Text that turnpipe has formatted and coloured. */
  text(text: string): Promise<void>;
  /** Text of the model: the final message. */
  message(text: string): Promise<void>;
}

/**
 * Takes over stdout: a reader that closes it stops the run, one that stalls cannot delay a stop,
 * secrets are redacted, and a terminal gets no control sequences but ours unless `raw` is set. Any
 * other reader gets every byte.
 */
export function ownStdout(
  {
    stdout,
    stop,
    secrets,
    onStalled,
    recordingContext,
  }: Pick<RunContext, "stdout" | "stop" | "secrets" | "onStalled" | "recordingContext">,
  { raw = false }: { raw?: boolean } = {},
): Stdout {
  let gone = false;
  const onWriteError = (error: NodeJS.ErrnoException): void => {
    gone = true;
    stop.abort(
      error.code === "EPIPE"
        ? new CliError("stdout_closed", "the reader closed stdout")
        : new CliError("output_failed", `cannot write stdout: ${errorMessage(error)}`),
    );
  };
  stdout.on("error", onWriteError);

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
      // The callback, not "drain": drain is never emitted when the reader dies.
      stdout.write(text, (error) => {
        giveUp.cancel();
        // The "error" event comes later; until then the caller would take the text for written.
        if (error) onWriteError(error);
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
  // The deltas of a recording were redacted together when it was read, and keep their boundaries.
  const redactPieces =
    recordingContext?.isReplay === true ? (event: ThreadEvent) => [event] : redactDeltas(secrets);
  return {
    event: async (event) => {
      for (const piece of redactPieces(event)) await record(piece);
    },
    record,
    text: (text) => write(shown(text, sanitizeStyled)),
    message: (text) => write(shown(text, sanitizeForTerminal)),
  };
}

/** Calls `onOverdue` when the grace period after an abort has passed. */
function whenOverdue(signal: AbortSignal, onOverdue: () => void): { cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const release = onAbort(signal, () => {
    timer = setTimeout(onOverdue, GRACE_MS);
  });
  return {
    cancel() {
      clearTimeout(timer);
      release();
    },
  };
}

const GRACE_MS = 2000;
