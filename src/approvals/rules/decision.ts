/** Why something is allowed or declined, as in the `why` field of the output. */
export type Why = "allowed" | "denied" | "unlisted" | "unclear";

/** The decision about one simple command, path, tool or host of a request. */
export interface PartDecision {
  what: string;
  decision: "accept" | "decline";
  why: Why;
  /** The text of the rule that decided. */
  rule: string | null;
  reason: string;
  /** The option, sub-command or operand that decided, if one did. */
  option?: string;
}

/** The decision about a request, which is accepted only if every part is. */
export interface RuleDecision {
  decision: "accept" | "decline";
  why: Why;
  /** The one rule that decided; null when none or several did. */
  rule: string | null;
  reason: string;
  parts: readonly PartDecision[];
  option?: string;
}

/** Combines the decisions about parts: a denied part comes first, then any other declined one. */
export function combineParts(parts: readonly PartDecision[]): RuleDecision {
  const declining =
    parts.find(({ why }) => why === "denied") ??
    parts.find(({ decision }) => decision === "decline");
  if (declining !== undefined) {
    const { decision, why, rule, reason, option } = declining;
    return { decision, why, rule, reason, parts, ...(option === undefined ? {} : { option }) };
  }
  const [first] = parts;
  if (first === undefined) return ambiguousDecision("the request is empty");
  const { decision, why } = first;
  if (parts.every(({ rule }) => rule === first.rule)) {
    return { decision, why, rule: first.rule, reason: first.reason, parts };
  }
  const reason = `each of its ${parts.length} parts is allowed by a rule`;
  return { decision, why, rule: null, reason, parts };
}

/** Declines a request whose meaning is uncertain. */
export const ambiguousDecision = (problem: string): RuleDecision => ({
  decision: "decline",
  why: "unclear",
  rule: null,
  reason: `not clear enough to allow: ${problem}`,
  parts: [],
});

/** Decides about a part by the rules that match it; deny wins, and no rule declines. */
export function decidePart(
  what: string,
  { allow, deny }: { allow: { text: string } | undefined; deny: { text: string } | undefined },
): PartDecision {
  if (deny !== undefined) return declinedPart(what, "denied", deny.text);
  if (allow === undefined)
    return declinedPart(what, "unlisted", `no rule allows ${inQuotes(what)}`);
  const reason = `allowed by the rule ${inQuotes(allow.text)}`;
  return { what, decision: "accept", why: "allowed", rule: allow.text, reason };
}

/** A declined part. `cause` is the rule's text if a rule denies it, otherwise the reason. */
export function declinedPart(
  what: string,
  why: Exclude<Why, "allowed">,
  cause: string,
): PartDecision {
  return why === "denied"
    ? {
        what,
        decision: "decline",
        why,
        rule: cause,
        reason: `${inQuotes(what)} is denied by the rule ${inQuotes(cause)}`,
      }
    : { what, decision: "decline", why, rule: null, reason: cause };
}

/** Quotes a text for a message, shortened to 120 characters. */
export const inQuotes = (text: string): string =>
  JSON.stringify(text.length > 120 ? `${text.slice(0, 119)}…` : text);
