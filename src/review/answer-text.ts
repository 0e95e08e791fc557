import { MALFORMED, AMBIGUOUS, reviewInJson } from "./answer-json.js";
import type { RawFinding, RawPlace, ReviewAnswer } from "./raw-finding.js";
import {
  NOWHERE,
  ranked,
  rawPlace,
  taggedRanks,
  withoutRepeats,
  worstRank,
} from "./raw-finding.js";

/**
 * Reads the text the server makes of a review: the explanation, a heading and a list, with bodies moved
 * in by two spaces. Undefined when it is no such text, or when JSON in it cannot be read.
 */
export function reviewInText(text: string): ReviewAnswer | undefined {
  const lines = text.split(/\r?\n/);
  const heading = lines.findLastIndex(isHeading);
  if (heading === -1 || hasUnreadableJson(lines.slice(0, heading).join("\n"))) return undefined;
  const items: string[][] = [];
  for (const line of lines.slice(heading + 1)) {
    if (isItem(line)) items.push([line]);
    else if (items.length > 0) items.at(-1)?.push(line);
    else if (line.trim() !== "") return undefined;
  }
  const findings = items.map(([title = "", ...body]) => itemOf(title, body));
  if (findings.length === 0 || !findings.every((item) => item !== undefined)) return undefined;
  const explanation = lines.slice(0, heading).join("\n").trim() || null;
  return { ...UNSAID, explanation, findings: withoutRepeats(findings) };
}

/** The worst priority that the titles of such a text state; 4 when they state none. */
export function worstTagInText(text: string): number {
  const lines = text.split(/\r?\n/);
  const items = lines.slice(lines.findLastIndex(isHeading) + 1).filter(isItem);
  return worstRank(items.flatMap((line) => taggedRanks(line.slice(2))));
}

const isHeading = (line: string): boolean => /^(?:Full r|R)eview comments?:\s*$/.test(line);

/** Whether a text holds JSON about findings that says nothing for sure. */
export const hasUnreadableJson = (text: string): boolean => {
  const read = reviewInJson(text);
  return read === MALFORMED || read === AMBIGUOUS;
};

/** What the server leaves out of its text. */
const UNSAID = { source: "text", correctness: null, confidence: null } as const;

const isItem = (line: string): boolean =>
  line.startsWith("- ") && (/^- \[P\d\]/i.test(line) || placedTitle(line) !== undefined);

function itemOf(line: string, below: readonly string[]): RawFinding | undefined {
  const { title, place } = placedTitle(line) ?? { title: line.slice(2), place: NOWHERE };
  if (title.trim() === "") return undefined;
  const body = below.map((row) => row.replace(/^ {2}/, "")).join("\n");
  return { ...ranked(title, undefined), body: body.trim(), confidence: null, ...place };
}

/** Titles and paths may hold the dash too: the last one before an absolute path parts them, else the last. */
function placedTitle(line: string): { title: string; place: RawPlace } | undefined {
  const parts = line.slice(2).trimEnd().split(DASH);
  const absolute = parts.findLastIndex((part) => /^(?:\/|\\\\|[a-z]:[\\/])/i.test(part));
  const at = absolute > 0 ? absolute : parts.length - 1;
  const [, path, start, end] = /^(.+):(\d+)(?:-(\d+))?$/.exec(parts.slice(at).join(DASH)) ?? [];
  if (at === 0 || path === undefined) return undefined;
  return { title: parts.slice(0, at).join(DASH), place: rawPlace(path, start, end) };
}

const DASH = " — ";
