import type { Priority } from "./finding.js";

/** A finding as the reviewer put it: its path and lines are not checked yet. */
export interface RawFinding {
  title: string;
  body: string;
  priority: Priority;
  confidence: number | null;
  /** Empty, with lines of 0, when the reviewer named no place. */
  path: string;
  startLine: number;
  endLine: number;
}

/** What a reviewer came to, and where it was read. */
export interface Verdict {
  source: "json" | "text";
  correctness: string | null;
  explanation: string | null;
  confidence: number | null;
  findings: RawFinding[];
}

interface Said {
  /** The reviewer's messages as its model wrote them, in order. */
  messages: readonly string[];
  /** What the server made of them. */
  text: string | null;
}

/** Reads the verdict; undefined when there is none that can be trusted, because silence is no praise. */
export function readVerdict({ messages, text }: Said): Verdict | undefined {
  const own = fromMessages(messages) ?? fromMessages(looksLikeJson(text) ? [text] : []);
  const rendered = text === null ? undefined : fromText(text);
  // A draft without findings must not hide those of a later answer in words.
  const hides = own?.findings.length === 0 && own.explanation !== text?.trim();
  return hides ? (rendered ?? own) : (own ?? rendered);
}

const looksLikeJson = (text: string | null): text is string => /^\s*(?:\{|```)/.test(text ?? "");

/** JSON that was begun but says nothing for sure: cut off, said twice, or in no known shape. */
const BROKEN = "broken";

/** The last message with JSON decides, even when it is broken: an earlier one was only a draft. */
function fromMessages(messages: readonly string[]): Verdict | undefined {
  for (const message of messages.toReversed()) {
    const held = heldIn(message);
    if (held !== undefined) return held === BROKEN ? undefined : held;
  }
  return undefined;
}

function heldIn(message: string): Verdict | typeof BROKEN | undefined {
  const objects = objectsIn(message);
  if (objects === BROKEN) return BROKEN;
  const [json, ...others] = new Set(objects.filter((object) => /"findings"/i.test(object)));
  if (json === undefined) return undefined;
  const verdict = others.length === 0 ? verdictOf(json) : undefined;
  if (verdict === undefined) return BROKEN;
  // `{"findings": []}` in the middle of a sentence may be a quotation.
  const isVague =
    verdict.findings.length === 0 && (verdict.correctness ?? verdict.explanation) === null;
  return isVague && unfenced(message) !== json ? BROKEN : verdict;
}

const unfenced = (message: string): string => message.replace(/^\s*```\w*\s|\s```\s*$/g, "").trim();

/** The outermost JSON objects of a text, fenced or not; broken when the last of them has no end. */
function objectsIn(text: string): string[] | typeof BROKEN {
  const objects: string[] = [];
  // A brace of prose or code is seldom followed by a quote.
  const opening = /\{(?=\s*(?:["}]|$))/g;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const end = endOfObject(text, found.index);
    if (end === undefined) return BROKEN;
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

function verdictOf(json: string): Verdict | undefined {
  const said = fieldsOf(parsed(json));
  const entries = said.get("findings");
  if (!Array.isArray(entries)) return undefined;
  const findings = entries.map(findingOf);
  if (!findings.every((finding) => finding !== undefined)) return undefined;
  return {
    source: "json",
    correctness: wordsOf(said.get("overallcorrectness")),
    explanation: wordsOf(said.get("overallexplanation")),
    confidence: confidenceOf(said.get("overallconfidencescore")),
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

/** An object's fields under names without case and underscores; none of what is no object. */
function fieldsOf(value: unknown): Map<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return new Map();
  const fields = Object.entries(value);
  return new Map(fields.map(([key, field]) => [key.replaceAll("_", "").toLowerCase(), field]));
}

function findingOf(entry: unknown): RawFinding | undefined {
  const said = fieldsOf(entry);
  const title = wordsOf(said.get("title"));
  const body = said.get("body");
  if (title === null || typeof body !== "string") return undefined;
  return {
    ...ranked(title, priorityOf(said.get("priority"))),
    body: body.trim(),
    confidence: confidenceOf(said.get("confidencescore") ?? said.get("confidence")),
    ...placeOf(said),
  };
}

/** The place may stand in the entry itself or in its location and range. */
function placeOf(said: Map<string, unknown>): Place {
  const location = fieldsOf(said.get("codelocation") ?? said.get("location"));
  const range = fieldsOf(location.get("linerange") ?? said.get("linerange"));
  const all = new Map([...said, ...location, ...range]);
  const first = (names: readonly string[]) =>
    names.map((name) => all.get(name)).find((value) => value !== undefined && value !== null);
  const path = first(["absolutefilepath", "filepath", "path", "file"]);
  const start = first(["start", "startline", "line"]);
  return place(typeof path === "string" ? path : "", start, first(["end", "endline"]));
}

type Place = Pick<RawFinding, "path" | "startLine" | "endLine">;
const NOWHERE: Place = { path: "", startLine: 0, endLine: 0 };

function place(path: string, start: unknown, end: unknown): Place {
  if (path.trim() === "") return NOWHERE;
  const lines = [start, end].map(lineOf).filter((line) => line > 0);
  if (lines.length === 0) return { ...NOWHERE, path };
  return { path, startLine: Math.min(...lines), endLine: Math.max(...lines) };
}

function lineOf(value: unknown): number {
  const line = Math.floor(numberOf(value) ?? 0);
  return Number.isSafeInteger(line) ? line : 0;
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function confidenceOf(value: unknown): number | null {
  const number = numberOf(value);
  return number === undefined ? null : Math.min(Math.max(number, 0), 1);
}

const wordsOf = (value: unknown): string | null =>
  typeof value === "string" ? value.trim() || null : null;

/** Takes the tag off a title; without any rank a finding counts as 1, so that it cannot slip through. */
function ranked(words: string, given?: Priority): Pick<RawFinding, "title" | "priority"> {
  const title = words.replace(/\s+/g, " ");
  const tag = /^\[P[0-3]\]/i.exec(title)?.[0] ?? "";
  return {
    title: title.slice(tag.length).trim() || title,
    priority: given ?? priorityOf(tag) ?? 1,
  };
}

function priorityOf(value: unknown): Priority | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const rank = /^\[?P?([0-3])(?:\.0+)?\]?$/i.exec(String(value).trim())?.[1];
  return rank === undefined ? undefined : (Number(rank) as Priority);
}

/** Each finding once, as grave as it was ever called. */
function withoutRepeats(findings: readonly RawFinding[]): RawFinding[] {
  const kept = new Map<string, RawFinding>();
  for (const finding of findings) {
    const { title, path, startLine, endLine } = finding;
    const key = JSON.stringify([title, path, startLine, endLine]);
    const known = kept.get(key);
    if (known === undefined || finding.priority < known.priority) kept.set(key, finding);
  }
  return [...kept.values()];
}

/** The server writes the explanation, a heading and a list; bodies are moved in by two spaces. */
function fromText(text: string): Verdict | undefined {
  const lines = text.split(/\r?\n/);
  const heading = lines.findLastIndex((line) => /^(?:Full r|R)eview comments?:\s*$/.test(line));
  const explanation = lines.slice(0, Math.max(heading, 0)).join("\n");
  if (heading === -1 || heldIn(explanation) === BROKEN) return undefined;
  const items: string[][] = [];
  for (const line of lines.slice(heading + 1)) {
    if (isItem(line)) items.push([line]);
    else if (items.length > 0) items.at(-1)?.push(line);
    else if (line.trim() !== "") return undefined;
  }
  const findings = items.map(([title = "", ...body]) => itemOf(title, body));
  if (findings.length === 0 || !findings.every((item) => item !== undefined)) return undefined;
  return { ...UNSAID, explanation: wordsOf(explanation), findings: withoutRepeats(findings) };
}

/** What the server leaves out of its text. */
const UNSAID = { source: "text", correctness: null, confidence: null } as const;

const isItem = (line: string): boolean =>
  line.startsWith("- ") && (/^- \[P\d\]/i.test(line) || placedTitle(line) !== undefined);

function itemOf(line: string, below: readonly string[]): RawFinding | undefined {
  const { title, place } = placedTitle(line) ?? { title: line.slice(2), place: NOWHERE };
  if (title.trim() === "") return undefined;
  const body = below.map((row) => row.replace(/^ {2}/, "")).join("\n");
  return { ...ranked(title.trim()), body: body.trim(), confidence: null, ...place };
}

/** Titles and paths may hold the dash too: the last one before an absolute path parts them, else the last. */
function placedTitle(line: string): { title: string; place: Place } | undefined {
  const parts = line.slice(2).trimEnd().split(DASH);
  const absolute = parts.findLastIndex((part) => /^(?:\/|\\\\|[a-z]:[\\/])/i.test(part));
  const at = absolute > 0 ? absolute : parts.length - 1;
  const [, path, start, end] = /^(.+):(\d+)(?:-(\d+))?$/.exec(parts.slice(at).join(DASH)) ?? [];
  if (at === 0 || path === undefined) return undefined;
  return { title: parts.slice(0, at).join(DASH), place: place(path, start, end) };
}

const DASH = " — ";
