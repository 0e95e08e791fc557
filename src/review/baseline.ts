import { CliError, errorMessage } from "../outcome/errors.js";
import type { Finding } from "./finding.js";

interface Entry {
  fingerprint: string;
  title: string;
  file: string;
  /** Why it is accepted. */
  reason: string;
  /** The last day it is accepted on, as 2027-01-31; null means for ever. */
  expires: string | null;
}

/** The findings a project has accepted. */
export interface Baseline {
  version: 1;
  findings: readonly Entry[];
}

/** Parses a baseline file strictly: an entry misread would let a finding through. */
export function parseBaseline(text: string, name: string): Baseline {
  const fail = (problem: string) => new CliError("input", `${name}: ${problem}`);
  const file = keysOf(parseJson(text, fail), ["version", "findings"], fail);
  if (file["version"] !== 1) throw fail(`version: ${quoted(file["version"])} is not 1`);
  if (!Array.isArray(file["findings"])) throw fail("findings: not a list");
  const findings = file["findings"].map((entry: unknown, at) =>
    entryOf(entry, (problem) => fail(`entry ${at + 1}: ${problem}`)),
  );
  return { version: 1, findings };
}

/**
 * The acceptance of a finding that is valid at `now`, or null; an entry is valid to the end of its day
 * in UTC.
 */
export function acceptanceIn(
  baseline: Baseline | undefined,
  fingerprint: string,
  now: Date,
): Pick<Entry, "reason" | "expires"> | null {
  const entry = baseline?.findings.find(
    (known) => known.fingerprint === fingerprint && isCurrent(known, now),
  );
  return entry === undefined ? null : { reason: entry.reason, expires: entry.expires };
}

interface Acceptance {
  now: Date;
  reason: string;
  expires: string | null;
}

/** Renders the baseline with these findings added; other expired entries are dropped. */
export function updatedBaseline(
  baseline: Baseline | undefined,
  findings: readonly Finding[],
  { now, reason, expires }: Acceptance,
): string {
  if (expires !== null && !isDay(expires)) {
    throw new CliError("usage", `expires: ${quoted(expires)} is not a day like 2027-01-31`);
  }
  const found = findings.map(
    ({ fingerprint, title, file }) =>
      [fingerprint, { fingerprint, title, file, reason, expires }] as const,
  );
  const current = (baseline?.findings ?? []).filter((entry) => isCurrent(entry, now));
  // The later entry wins: one that is still current keeps its original reason.
  const entries = new Map<string, Entry>([
    ...found,
    ...current.map((entry) => [entry.fingerprint, entry] as const),
  ]);
  const ordered = [...entries.values()].sort(compare);
  return `${JSON.stringify({ version: 1, findings: ordered }, null, 2)}\n`;
}

const isCurrent = ({ expires }: Entry, now: Date): boolean =>
  expires === null || now.getTime() < Date.parse(expires) + DAY_MS;

const DAY_MS = 24 * 60 * 60 * 1000;

const compare = (one: Entry, other: Entry): number =>
  alphabetical(one.file, other.file) || alphabetical(one.fingerprint, other.fingerprint);

const alphabetical = (one: string, other: string): number =>
  one < other ? -1 : Number(one > other);

type Fail = (problem: string) => CliError;

function parseJson(text: string, fail: Fail): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
  } catch (error) {
    throw fail(`not JSON: ${errorMessage(error)}`);
  }
}

function entryOf(value: unknown, fail: Fail): Entry {
  const entry = keysOf(value, ["fingerprint", "title", "file", "reason", "expires"], fail);
  const text = (key: keyof Entry): string => {
    const field = entry[key];
    if (typeof field !== "string") throw fail(`${key}: ${quoted(field)} is not a string`);
    return field;
  };
  const fingerprint = text("fingerprint");
  if (fingerprint === "") throw fail("fingerprint: must not be empty");
  const expires = entry["expires"] === null ? null : text("expires");
  if (expires !== null && !isDay(expires)) {
    throw fail(`expires: ${quoted(expires)} is not a day like 2027-01-31`);
  }
  return { fingerprint, title: text("title"), file: text("file"), reason: text("reason"), expires };
}

/** Checks that a value is an object with exactly these keys. */
function keysOf(value: unknown, known: readonly string[], fail: Fail): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw fail("not an object");
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) throw fail(`unknown key ${quoted(unknown)}`);
  const missing = known.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) throw fail(`${missing} is missing`);
  return value as Record<string, unknown>;
}

const quoted = (value: unknown): string => JSON.stringify(value);

/** Whether a text is an existing date; `Date.parse` would turn 30 February into another day. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
