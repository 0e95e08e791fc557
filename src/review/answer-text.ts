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
 * Parses the text the server renders from a review: the explanation, a heading and a list, with bodies
 * indented by two spaces. Undefined when it has another shape, or contains unreadable JSON.
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
  return { ...NOT_IN_TEXT, explanation, findings: withoutRepeats(findings) };
}

/** The worst priority in the titles of such a text; 4 when there is none. */
export function worstTagInText(text: string): number {
  const lines = text.split(/\r?\n/);
  const items = lines.slice(lines.findLastIndex(isHeading) + 1).filter(isItem);
  return worstRank(items.flatMap((line) => taggedRanks(line.slice(2))));
}

const isHeading = (line: string): boolean => /^(?:Full r|R)eview comments?:\s*$/.test(line);

/** Whether a text contains malformed or ambiguous JSON about findings. */
export const hasUnreadableJson = (text: string): boolean => {
  const read = reviewInJson(text);
  return read === MALFORMED || read === AMBIGUOUS;
};

/** The fields that the server leaves out of its text. */
const NOT_IN_TEXT = { source: "text", correctness: null, confidence: null } as const;

const isItem = (line: string): boolean =>
  line.startsWith("- ") && (/^- \[P\d\]/i.test(line) || placedTitle(line) !== undefined);

function itemOf(line: string, below: readonly string[]): RawFinding | undefined {
  const { title, place } = placedTitle(line) ?? { title: line.slice(2), place: NOWHERE };
  if (title.trim() === "") return undefined;
  const body = below.map((row) => row.replace(/^ {2}/, "")).join("\n");
  return { ...ranked(title, undefined), body: body.trim(), confidence: null, ...place };
}

/**
 * Splits at the last dash before an absolute path, else at the last: titles and paths may contain it
 * too.
 */
function placedTitle(line: string): { title: string; place: RawPlace } | undefined {
  const parts = line.slice(2).trimEnd().split(DASH);
  const absolute = parts.findLastIndex((part) => /^(?:\/|\\\\|[a-z]:[\\/])/i.test(part));
  const at = absolute > 0 ? absolute : parts.length - 1;
  const [, path, start, end] = /^(.+):(\d+)(?:-(\d+))?$/.exec(parts.slice(at).join(DASH)) ?? [];
  if (at === 0 || path === undefined) return undefined;
  return { title: parts.slice(0, at).join(DASH), place: rawPlace(path, start, end) };
}

const DASH = " — ";
