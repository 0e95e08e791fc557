import * as z from "zod";

import { ThreadEvent } from "./events.js";

/** An event, or an item in one, that this version does not know: `event` is the line as it is. */
export interface UnknownEvent {
  type: "unknown";
  event: Record<string, unknown>;
}

/** Text or bytes in chunks of any size: stdout of a child process, a file, the body of a response. */
export type EventInput =
  AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array> | string | Uint8Array;

export interface ParseEventsOptions {
  /** The longest line accepted, in characters; 64 Mi if absent. */
  maxLineLength?: number;
}

/** A line that is not an event: not JSON, cut off, too long, or an event with a wrong field. */
export class InvalidEventLine extends Error {
  override readonly name = "InvalidEventLine";
  /** Counted from 1. */
  readonly line: number;

  constructor(line: number, problem: string, options?: ErrorOptions) {
    super(`line ${line}: ${problem}`, options);
    this.line = line;
  }
}

/** The events in the JSON lines of `turnpipe run --json`; throws `InvalidEventLine` at a line that is none. */
export async function* parseEvents(
  input: EventInput,
  { maxLineLength = 64 * 1024 * 1024 }: ParseEventsOptions = {},
): AsyncGenerator<ThreadEvent | UnknownEvent, void, undefined> {
  let number = 0;
  for await (const line of linesOf(input, maxLineLength)) {
    number++;
    if (line === undefined) {
      throw new InvalidEventLine(number, `longer than ${maxLineLength} characters`);
    }
    if (line.trim() !== "") yield toEvent(line, number);
  }
}

/** Splits the input into lines; one over the limit is undefined. */
async function* linesOf(input: EventInput, limit: number): AsyncGenerator<string | undefined> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let length = 0;
  for await (const chunk of chunksOf(input)) {
    const text = typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    const [head = "", ...lines] = text.split("\n");
    pieces.push(head);
    length += head.length;
    for (const line of lines) {
      yield length > limit ? undefined : pieces.join("");
      pieces = [line];
      length = line.length;
    }
    // Its end may never come.
    if (length > limit) yield undefined;
  }
  pieces.push(decoder.decode());
  yield pieces.join("");
}

/** Iterating a string gives characters, and bytes numbers. */
const chunksOf = (
  input: EventInput,
): AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array> =>
  typeof input === "string" || input instanceof Uint8Array ? [input] : input;

function toEvent(line: string, number: number): ThreadEvent | UnknownEvent {
  const value = parseLine(line, number);
  if (!hasType(value)) throw new InvalidEventLine(number, "not an object with a type");
  const { success, data, error } = ThreadEvent.safeParse(value);
  if (success) return data;
  // A later version adds fields, types and values.
  const codes = new Set(error.issues.map(({ code }) => code));
  if (isSubset(codes, ["unrecognized_keys"])) return value as unknown as ThreadEvent;
  if (isSubset(codes, ["unrecognized_keys", "invalid_union", "invalid_value"])) {
    return { type: "unknown", event: value };
  }
  throw new InvalidEventLine(number, `not an event: ${z.prettifyError(error)}`);
}

function parseLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new InvalidEventLine(number, "not JSON", { cause });
  }
}

const isSubset = (codes: ReadonlySet<string | undefined>, of: readonly string[]): boolean =>
  [...codes].every((code) => code !== undefined && of.includes(code));

const hasType = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
