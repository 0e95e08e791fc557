import { AMBIGUOUS, MALFORMED, reviewInJson } from "./answer-json.js";
import { hasUnreadableJson, reviewInText, worstTagInText } from "./answer-text.js";
import type { ReviewAnswer } from "./raw-finding.js";
import { worstOf } from "./raw-finding.js";

interface ReviewerOutput {
  /** The reviewer's messages as its model wrote them, in order. */
  messages: readonly string[];
  /** The text that the server rendered from them. */
  text: string | null;
}

/**
 * Parses the reviewer's answer from its own JSON, or from the server's text where there is none.
 * Undefined when it is unreadable or ambiguous.
 */
export function readReviewAnswer({ messages, text }: ReviewerOutput): ReviewAnswer | undefined {
  const own = lastReview(messages) ?? lastReview(startsLikeJson(text) ? [text] : []);
  if (own === AMBIGUOUS) return undefined;
  const rendered = text === null ? undefined : reviewInText(text);
  // Text after unreadable JSON may be a part of it.
  if (own === MALFORMED) return hasUnreadableJson(text ?? "") ? undefined : rendered;
  if (own === undefined) return rendered;
  if (rendered !== undefined && own.findings.length > 0)
    return worstTagInText(text ?? "") < worstOf(own.findings) ? undefined : own;
  // A draft without findings must not hide those of a later answer in prose.
  const hides = own.findings.length === 0 && own.explanation !== text?.trim();
  return hides ? (rendered ?? own) : own;
}

const startsLikeJson = (text: string | null): text is string => /^\s*(?:\{|```)/.test(text ?? "");

type JsonRead = ReturnType<typeof reviewInJson>;

/** Takes the last message with JSON; ambiguous if an earlier one had worse findings. */
function lastReview(messages: readonly string[]): JsonRead {
  const reads = messages.map(reviewInJson);
  const at = reads.findLastIndex((read) => read !== undefined);
  const last = reads[at];
  if (typeof last !== "object") return last;
  const worst = worstOf(last.findings);
  const isWorse = (earlier: JsonRead, index: number): boolean => {
    if (typeof earlier === "object") return worstOf(earlier.findings) < worst;
    const isAboutFindings = earlier !== undefined && /finding/i.test(messages[index] ?? "");
    return isAboutFindings && last.findings.length === 0;
  };
  return reads.slice(0, at).some(isWorse) ? AMBIGUOUS : last;
}
