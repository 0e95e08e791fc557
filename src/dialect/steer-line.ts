/** A line for a turn that runs: more input, or a line that is none and why. */
export type SteerLine = { text: string } | { text: null; problem: string };

/** Where such lines come from. */
export interface SteerSource {
  /** Hands over what has come and what will come. */
  onLine(listener: (line: SteerLine) => void): void;
  /** Holds back what has not come yet, where that is possible, until `resume`. */
  pause?(): void;
  resume?(): void;
  close(): void;
}

/** Reads one NDJSON line, `{"text": "…"}`; what else it holds is for others. */
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
