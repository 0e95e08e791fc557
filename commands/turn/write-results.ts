import { failureOf } from "../../src/outcome/errors.js";
import type { TerminalEvent } from "../../src/dialect/events.js";
import type { Cause, Failure } from "../../src/outcome/causes.js";
import type { Stdout } from "../../src/output/stdout.js";
import { turnFailed } from "../../src/translate/terminal.js";
import type { Redactor } from "../../src/redact/redactor.js";
import type { Standing } from "../../src/translate/turn-end.js";
import type { Destinations, Products } from "./prepare.js";
import type { Report } from "./event-sink.js";
import { STDOUT } from "./result-targets.js";

/** Everything a result is handed out over. */
export interface Counter {
  options: { json: boolean };
  destinations: Destinations;
  report: Report;
  stdout: Pick<Stdout, "event" | "record" | "message">;
  /** Writes a text to a path. */
  write(path: string, text: string): Promise<void>;
  secrets: Redactor;
}

/** Hands out what a turn came to: files first, so that they are there when the last line says so. */
export async function deliver(
  event: TerminalEvent,
  standing: Standing,
  counter: Counter,
): Promise<TerminalEvent> {
  const { destinations, report, secrets } = counter;
  const { diff, result } = destinations;
  let last = event;
  const write = async (path: string | undefined, text: () => string): Promise<void> => {
    if (path === undefined || path === STDOUT) return;
    try {
      await counter.write(path, text());
    } catch (error) {
      const failed = failureOf(error);
      report.notes.warn(failed.message);
      destinations.unwritten?.(failed);
      if (destinations.strict || STOPPED.has(failed.cause)) {
        last = notDelivered(last, standing, failed);
      }
    }
  };
  for (const { path, text } of productsOf(event, destinations).files) {
    if (text === "" && path !== STDOUT) report.notes.warn(`no final message: ${path} is empty`);
    await write(path, () => secrets.text(text));
  }
  await write(diff, () => secrets.text(standing.diff));
  await write(result, () => `${secrets.line(last)}\n`);
  await report.emit(last);
  report.close();
  await print(last, standing, counter);
  return last;
}

/** What is cut short by these has their exit status, also under `exec`. */
const STOPPED: ReadonlySet<Cause> = new Set(["timeout", "hangup", "interrupted", "terminated"]);

/** What people get on stdout: one text, which is the final message unless a flag asks for another. */
async function print(
  event: TerminalEvent,
  standing: Standing,
  { options, destinations, stdout }: Counter,
): Promise<void> {
  const { output, diff, result } = destinations;
  // Only `exec` has both: it writes where codex does.
  if (options.json && output !== STDOUT) return;
  if (result === STDOUT) return stdout.record(event);
  if (diff === STDOUT) return stdout.message(standing.diff);
  const { stdout: text } = productsOf(event, destinations);
  if (text !== null) await stdout.message(withNewline(text));
}

/** A completed turn whose result could not be written; a worse ending keeps its own name. */
export function notDelivered(
  event: TerminalEvent,
  standing: Standing,
  failed: Failure,
): TerminalEvent {
  if (event.exit_code !== 0 || event.type !== "turn.completed") return event;
  const names = { threadId: event.thread_id, turnId: event.turn_id };
  return turnFailed(failed, names, { ...standing, durationMs: event.duration_ms });
}

/** The final message is for stdout and for `-o`, once the turn has completed. */
function productsOf(event: TerminalEvent, { output, products }: Destinations): Products {
  if (products !== undefined) return products(event);
  const { final_message: text } = event;
  if (event.type === "turn.failed" && !isKept(event)) return { stdout: null, files: [] };
  return {
    stdout: event.type === "turn.failed" ? null : text,
    files: output === undefined ? [] : [{ path: output, text: text ?? "" }],
  };
}

/** What a limit of the user's own cut short is not lost; a pipe would take it for the answer. */
const isKept = ({ partial, error, final_message }: Extract<TerminalEvent, { partial: boolean }>) =>
  partial && final_message !== null && (error.cause === "timeout" || error.cause === "budget");

const withNewline = (text: string): string => (text.endsWith("\n") ? text : `${text}\n`);
