import { failureOf } from "../src/errors.js";
import type { TerminalEvent } from "../src/events.js";
import type { Failure } from "../src/outcome.js";
import { replace } from "../src/output/files.js";
import type { Stdout } from "../src/output/stdout.js";
import { turnFailed } from "../src/translate/terminal.js";
import type { Redactor } from "../src/redact/redactor.js";
import type { Standing } from "../src/translate/turn-end.js";
import type { Destinations, Products } from "./prepare.js";
import type { Report } from "./report.js";

/** Everything a result is handed out over. */
export interface Counter {
  options: { json: boolean };
  destinations: Destinations;
  report: Report;
  stdout: Pick<Stdout, "event" | "message">;
  secrets: Redactor;
}

/** Hands out what a turn came to: files first, so that they are there when the last line says so. */
export async function deliver(
  event: TerminalEvent,
  standing: Standing,
  counter: Counter,
): Promise<TerminalEvent> {
  const { options, destinations, report, stdout, secrets } = counter;
  const written = await writeFiles(event, standing, counter);
  if (destinations.result !== undefined) {
    await replace(destinations.result, `${secrets.line(written)}\n`).catch((error: unknown) => {
      report.notes.warn(failureOf(error).message);
    });
  }
  await report.emit(written);
  report.close();
  const { stdout: text } = productsOf(written, destinations);
  if (!options.json && text !== null) await stdout.message(withNewline(text));
  return written;
}

/** An answer that could not be written is no success; a worse ending keeps its own name. */
async function writeFiles(
  event: TerminalEvent,
  standing: Standing,
  { destinations, report, secrets }: Counter,
): Promise<TerminalEvent> {
  const { diff, strict } = destinations;
  try {
    for (const { path, text } of productsOf(event, destinations).files) {
      if (text === "") report.notes.warn(`no final message: ${path} is empty`);
      await replace(path, secrets.text(text));
    }
    if (diff !== undefined) await replace(diff, secrets.text(standing.diff));
    return event;
  } catch (error) {
    const failed = failureOf(error);
    report.notes.warn(failed.message);
    destinations.unwritten?.(failed);
    return strict ? notDelivered(event, standing, failed) : event;
  }
}

/** A completed turn whose result could not be written. */
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
