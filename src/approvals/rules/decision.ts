/** Why something is allowed or not. */
export type Why = "allowed" | "denied" | "unlisted" | "unclear";

/** One thing that was asked about: a simple command, a path, a tool, a host. */
export interface Part {
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
  parts: readonly Part[];
  option?: string;
}

/** Puts parts together: what is denied speaks first, then whatever else is not allowed. */
export function ruleDecision(parts: readonly Part[]): RuleDecision {
  const against =
    parts.find(({ why }) => why === "denied") ??
    parts.find(({ decision }) => decision === "decline");
  if (against !== undefined) {
    const { decision, why, rule, reason, option } = against;
    return { decision, why, rule, reason, parts, ...(option === undefined ? {} : { option }) };
  }
  const [first] = parts;
  if (first === undefined) return ambiguous("it names nothing");
  const { decision, why } = first;
  if (parts.every(({ rule }) => rule === first.rule)) {
    return { decision, why, rule: first.rule, reason: first.reason, parts };
  }
  const reason = `each of its ${parts.length} parts is allowed by a rule`;
  return { decision, why, rule: null, reason, parts };
}

/** The answer to what cannot be understood for sure. */
export const ambiguous = (problem: string): RuleDecision => ({
  decision: "decline",
  why: "unclear",
  rule: null,
  reason: `not clear enough to allow: ${problem}`,
  parts: [],
});

/** The part a pair of rules decides; deny wins, and silence declines. */
export function partOf(
  what: string,
  { allow, deny }: { allow: { text: string } | undefined; deny: { text: string } | undefined },
): Part {
  if (deny !== undefined) return declined(what, "denied", deny.text);
  if (allow === undefined) return declined(what, "unlisted", `no rule allows ${told(what)}`);
  const reason = `allowed by the rule ${told(allow.text)}`;
  return { what, decision: "accept", why: "allowed", rule: allow.text, reason };
}

/** A part that is turned down; what denies it is a rule, anything else a reason. */
export function declined(what: string, why: Exclude<Why, "allowed">, cause: string): Part {
  return why === "denied"
    ? {
        what,
        decision: "decline",
        why,
        rule: cause,
        reason: `${told(what)} is denied by the rule ${told(cause)}`,
      }
    : { what, decision: "decline", why, rule: null, reason: cause };
}

/** A text in quotation marks, not too long for a sentence. */
export const told = (text: string): string =>
  JSON.stringify(text.length > 120 ? `${text.slice(0, 119)}…` : text);
