/** Why something is allowed or not. */
export type Why = "allowed" | "denied" | "unlisted" | "unclear";

/** One thing that was asked about: a simple command, a path, a tool, a host. */
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

/** The answer to a request; accepted only if every part is. */
export interface RuleDecision {
  decision: "accept" | "decline";
  why: Why;
  /** The one rule that decided; null when none or several did. */
  rule: string | null;
  reason: string;
  parts: readonly PartDecision[];
  option?: string;
}

/** Puts parts together: what is denied speaks first, then whatever else is not allowed. */
export function combineParts(parts: readonly PartDecision[]): RuleDecision {
  const declining =
    parts.find(({ why }) => why === "denied") ??
    parts.find(({ decision }) => decision === "decline");
  if (declining !== undefined) {
    const { decision, why, rule, reason, option } = declining;
    return { decision, why, rule, reason, parts, ...(option === undefined ? {} : { option }) };
  }
  const [first] = parts;
  if (first === undefined) return ambiguousDecision("it names nothing");
  const { decision, why } = first;
  if (parts.every(({ rule }) => rule === first.rule)) {
    return { decision, why, rule: first.rule, reason: first.reason, parts };
  }
  const reason = `each of its ${parts.length} parts is allowed by a rule`;
  return { decision, why, rule: null, reason, parts };
}

/** The answer to what cannot be understood for sure. */
export const ambiguousDecision = (problem: string): RuleDecision => ({
  decision: "decline",
  why: "unclear",
  rule: null,
  reason: `not clear enough to allow: ${problem}`,
  parts: [],
});

/** The part a pair of rules decides; deny wins, and silence declines. */
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

/** A part that is turned down; what denies it is a rule, anything else a reason. */
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

/** A text in quotation marks, not too long for a sentence. */
export const inQuotes = (text: string): string =>
  JSON.stringify(text.length > 120 ? `${text.slice(0, 119)}…` : text);
