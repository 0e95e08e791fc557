import { foldKey, hasRepeatedKey, keysInJson } from "./json-keys.js";
import type { RawFinding, RawPlace, ReviewAnswer } from "./raw-finding.js";
import { numberOf, ranked, rawPlace, withoutRepeats } from "./raw-finding.js";

/** JSON that is truncated or has an unknown shape. */
export const MALFORMED = "malformed";
/** JSON that can be read in more than one way, for example with a repeated key. */
export const AMBIGUOUS = "ambiguous";

/** Parses the review JSON in a message; undefined when there is none. */
export function reviewInJson(
  message: string,
): ReviewAnswer | typeof MALFORMED | typeof AMBIGUOUS | undefined {
  const objects = objectsIn(message);
  if (objects === MALFORMED) return MALFORMED;
  const [json, ...others] = new Set(objects.filter(isAboutFindings));
  if (json === undefined) return undefined;
  if (others.length > 0) return AMBIGUOUS;
  const value = parsed(json);
  if (value === undefined) return MALFORMED;
  if (isAmbiguous(json, value)) return AMBIGUOUS;
  const review = reviewOf(value);
  if (review === undefined) return MALFORMED;
  // `{"findings": []}` in the middle of a sentence may be a quotation.
  const isBareEmptyList =
    review.findings.length === 0 && (review.correctness ?? review.explanation) === null;
  return isBareEmptyList && unfenced(message) !== json ? MALFORMED : review;
}

const unfenced = (message: string): string => message.replace(/^\s*```\w*\s|\s```\s*$/g, "").trim();

/** Finds the outermost JSON objects of a text, fenced or not; malformed when one is not closed. */
function objectsIn(text: string): string[] | typeof MALFORMED {
  const objects: string[] = [];
  // A brace in prose or code is seldom followed by a quote.
  const opening = /\{(?=\s*(?:["}]|$))/g;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const end = endOfObject(text, found.index);
    if (end === undefined) return MALFORMED;
    objects.push(text.slice(found.index, end));
    opening.lastIndex = end;
  }
  return objects;
}

function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let isQuoted = false;
  for (let at = start; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted && letter === "\\") at++;
    else if (!isQuoted && letter === "{") depth++;
    else if (!isQuoted && letter === "}" && --depth === 0) return at + 1;
  }
  return undefined;
}

/** Whether an object has a findings key in any spelling, or contains something like a finding. */
function isAboutFindings(json: string): boolean {
  if (parsed(json) === undefined) return /findings|\\u/i.test(json);
  const objects = keysInJson(json).map((keys) => new Set(keys.map(foldKey)));
  return objects.some(
    (keys) =>
      [...keys].some((key) => key.includes("finding")) ||
      (keys.has("title") && FINDING_KEYS.some((key) => keys.has(key))),
  );
}

const FINDING_KEYS = ["body", "priority", "codelocation"];

/** Whether a key is repeated, in any spelling, or an unknown key may hold findings as well. */
function isAmbiguous(json: string, value: unknown): boolean {
  if (keysInJson(json).some(hasRepeatedKey)) return true;
  const unknown = [...fieldsOf(value)].filter(([key]) => !REVIEW_KEYS.has(key));
  return unknown.some(
    ([key, field]) =>
      /finding|correctness/.test(foldKey(key)) ||
      (typeof field === "object" && field !== null && Object.keys(field).length > 0),
  );
}

const REVIEW_KEYS: ReadonlySet<string> = new Set([
  ...["findings", "overallcorrectness", "overallexplanation", "overallconfidencescore"],
]);

function reviewOf(value: unknown): ReviewAnswer | undefined {
  const fields = fieldsOf(value);
  const entries = fields.get("findings");
  const correctness = fields.get("overallcorrectness") ?? null;
  if (!Array.isArray(entries) || (correctness !== null && typeof correctness !== "string"))
    return undefined;
  const findings = entries.map(findingOf);
  if (!findings.every((finding) => finding !== undefined)) return undefined;
  return {
    source: "json",
    correctness: textOrNull(correctness),
    explanation: textOrNull(fields.get("overallexplanation")),
    confidence: confidenceOf(fields.get("overallconfidencescore")),
    findings: withoutRepeats(findings),
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

/** An object's fields by lower-case name without underscores; empty for anything but an object. */
function fieldsOf(value: unknown): Map<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return new Map();
  const fields = Object.entries(value);
  return new Map(fields.map(([key, field]) => [key.replaceAll("_", "").toLowerCase(), field]));
}

function findingOf(entry: unknown): RawFinding | undefined {
  const fields = fieldsOf(entry);
  const title = textOrNull(fields.get("title"));
  const body = fields.get("body");
  if (title === null || typeof body !== "string") return undefined;
  return {
    ...ranked(title, fields.get("priority")),
    body: body.trim(),
    confidence: confidenceOf(fields.get("confidencescore") ?? fields.get("confidence")),
    ...placeOf(fields),
  };
}

/** Reads the path and lines, which may be in the entry itself or in its location and range. */
function placeOf(fields: Map<string, unknown>): RawPlace {
  const location = fieldsOf(fields.get("codelocation") ?? fields.get("location"));
  const range = fieldsOf(location.get("linerange") ?? fields.get("linerange"));
  const all = new Map([...fields, ...location, ...range]);
  const first = (names: readonly string[]) =>
    names.map((name) => all.get(name)).find((value) => value !== undefined && value !== null);
  const path = first(["absolutefilepath", "filepath", "path", "file"]);
  const start = first(["start", "startline", "line"]);
  return rawPlace(typeof path === "string" ? path : "", start, first(["end", "endline"]));
}

function confidenceOf(value: unknown): number | null {
  const number = numberOf(value);
  return number === undefined ? null : Math.min(Math.max(number, 0), 1);
}

const textOrNull = (value: unknown): string | null =>
  typeof value === "string" ? value.trim() || null : null;
