import { AMBIGUOUS, MALFORMED, reviewInJson } from "./answer-json.js";
import { hasUnreadableJson, reviewInText, worstTagInText } from "./answer-text.js";
import type { ReviewAnswer } from "./raw-finding.js";
import { worstOf } from "./raw-finding.js";

interface Said {
  /** The reviewer's messages as its model wrote them, in order. */
  messages: readonly string[];
  /** What the server made of them. */
  text: string | null;
}

/**
 * Reads the reviewer's answer from its own JSON, or from the server's text where there is none. Undefined
 * when nothing in it can be trusted: an answer that reads as two different ones counts as no answer.
 */
export function readReviewAnswer({ messages, text }: Said): ReviewAnswer | undefined {
  const own = lastReview(messages) ?? lastReview(looksLikeJson(text) ? [text] : []);
  if (own === AMBIGUOUS) return undefined;
  const rendered = text === null ? undefined : reviewInText(text);
  // What stands behind JSON that cannot be read may be a part of it.
  if (own === MALFORMED) return hasUnreadableJson(text ?? "") ? undefined : rendered;
  if (own === undefined) return rendered;
  if (rendered !== undefined && own.findings.length > 0)
    return worstTagInText(text ?? "") < worstOf(own.findings) ? undefined : own;
  // A draft without findings must not hide those of a later answer in words.
  const hides = own.findings.length === 0 && own.explanation !== text?.trim();
  return hides ? (rendered ?? own) : own;
}

const looksLikeJson = (text: string | null): text is string => /^\s*(?:\{|```)/.test(text ?? "");

type Read = ReturnType<typeof reviewInJson>;

/** The last message with JSON decides, unless an earlier one was worse: then no one knows which holds. */
function lastReview(messages: readonly string[]): Read {
  const reads = messages.map(reviewInJson);
  const at = reads.findLastIndex((read) => read !== undefined);
  const last = reads[at];
  if (typeof last !== "object") return last;
  const worst = worstOf(last.findings);
  const isWorse = (earlier: Read, index: number): boolean => {
    if (typeof earlier === "object") return worstOf(earlier.findings) < worst;
    const isAboutFindings = earlier !== undefined && /finding/i.test(messages[index] ?? "");
    return isAboutFindings && last.findings.length === 0;
  };
  return reads.slice(0, at).some(isWorse) ? AMBIGUOUS : last;
}
