/** A line of `--steer-from`: input for the running turn, or an invalid line and why. */
export type SteerLine = { text: string } | { text: null; problem: string };

/** A source of such lines. */
export interface SteerSource {
  /** Calls the listener for lines that have arrived and for later ones. */
  onLine(listener: (line: SteerLine) => void): void;
  /** Stops reading, if possible, until `resume`. */
  pause?(): void;
  resume?(): void;
  close(): void;
}

/** Parses an NDJSON line `{"text": "…"}`; other fields are ignored. */
export function parseSteerLine(line: string): SteerLine {
  const invalid = (problem: string): SteerLine => ({ text: null, problem });
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return invalid(`not JSON: ${line.slice(0, SHOWN_CHARS)}`);
  }
  const text = (value as { text?: unknown } | null)?.text;
  if (typeof text !== "string") return invalid(`no "text" in ${line.slice(0, SHOWN_CHARS)}`);
  return text.trim() === "" ? invalid("the text is empty") : { text };
}

const SHOWN_CHARS = 200;
