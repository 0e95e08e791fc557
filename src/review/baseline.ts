import { CliError, reasonOf } from "../outcome/errors.js";
import type { Finding } from "./finding.js";

interface Entry {
  fingerprint: string;
  title: string;
  file: string;
  /** Why it is accepted. */
  reason: string;
  /** The last day it is accepted on, as 2027-01-31; null for ever. */
  expires: string | null;
}

/** The findings a project lives with. */
export interface Baseline {
  version: 1;
  findings: readonly Entry[];
}

/** Reads a baseline file's text strictly: an entry misread would let a finding through. */
export function parseBaseline(text: string, name: string): Baseline {
  const fail = (problem: string) => new CliError("input", `${name}: ${problem}`);
  const file = keysOf(json(text, fail), ["version", "findings"], fail);
  if (file["version"] !== 1) throw fail(`version: ${told(file["version"])} is not 1`);
  if (!Array.isArray(file["findings"])) throw fail("findings: not a list");
  const findings = file["findings"].map((entry: unknown, at) =>
    entryOf(entry, (problem) => fail(`entry ${at + 1}: ${problem}`)),
  );
  return { version: 1, findings };
}

/** Why a finding does not count at a time, if so; an entry holds to the end of its day in UTC. */
export function accepts(
  baseline: Baseline | undefined,
  fingerprint: string,
  now: Date,
): Pick<Entry, "reason" | "expires"> | null {
  const entry = baseline?.findings.find(
    (known) => known.fingerprint === fingerprint && isGood(known, now),
  );
  return entry === undefined ? null : { reason: entry.reason, expires: entry.expires };
}

interface Acceptance {
  now: Date;
  reason: string;
  expires: string | null;
}

/** The text of the file that accepts these findings too; what has expired and is gone is left out. */
export function updatedBaseline(
  baseline: Baseline | undefined,
  findings: readonly Finding[],
  { now, reason, expires }: Acceptance,
): string {
  if (expires !== null && !isDay(expires)) {
    throw new CliError("usage", `expires: ${told(expires)} is not a day like 2027-01-31`);
  }
  const found = findings.map(
    ({ fingerprint, title, file }) =>
      [fingerprint, { fingerprint, title, file, reason, expires }] as const,
  );
  const good = (baseline?.findings ?? []).filter((entry) => isGood(entry, now));
  // The later wins: what is still good keeps the reason it was once given.
  const entries = new Map<string, Entry>([
    ...found,
    ...good.map((entry) => [entry.fingerprint, entry] as const),
  ]);
  const ordered = [...entries.values()].sort(compare);
  return `${JSON.stringify({ version: 1, findings: ordered }, null, 2)}\n`;
}

const isGood = ({ expires }: Entry, now: Date): boolean =>
  expires === null || now.getTime() < Date.parse(expires) + DAY_MS;

const DAY_MS = 24 * 60 * 60 * 1000;

const compare = (one: Entry, other: Entry): number =>
  alphabetical(one.file, other.file) || alphabetical(one.fingerprint, other.fingerprint);

const alphabetical = (one: string, other: string): number =>
  one < other ? -1 : Number(one > other);

type Fail = (problem: string) => CliError;

function json(text: string, fail: Fail): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
  } catch (error) {
    throw fail(`not JSON: ${reasonOf(error)}`);
  }
}

function entryOf(value: unknown, fail: Fail): Entry {
  const entry = keysOf(value, ["fingerprint", "title", "file", "reason", "expires"], fail);
  const text = (key: keyof Entry): string => {
    const field = entry[key];
    if (typeof field !== "string") throw fail(`${key}: ${told(field)} is not a text`);
    return field;
  };
  const fingerprint = text("fingerprint");
  if (fingerprint === "") throw fail("fingerprint: it is empty");
  const expires = entry["expires"] === null ? null : text("expires");
  if (expires !== null && !isDay(expires)) {
    throw fail(`expires: ${told(expires)} is not a day like 2027-01-31`);
  }
  return { fingerprint, title: text("title"), file: text("file"), reason: text("reason"), expires };
}

/** An object with exactly these keys. */
function keysOf(value: unknown, known: readonly string[], fail: Fail): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw fail("not an object");
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) throw fail(`unknown key ${told(unknown)}`);
  const missing = known.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) throw fail(`${missing} is missing`);
  return value as Record<string, unknown>;
}

const told = (value: unknown): string => JSON.stringify(value);

/** A day that is in the calendar: of 30 February another day would be made. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
