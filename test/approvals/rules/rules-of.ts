import { decideByWords, type Rules } from "../../../src/approvals/rules/decide.js";
import type { RuleDecision } from "../../../src/approvals/rules/decision.js";
import { parseRule } from "../../../src/approvals/rules/rule.js";

/** Rules out of their texts. */
export const rulesOf = (allow: readonly string[], deny: readonly string[] = []): Rules => ({
  allow: allow.map(parseRule),
  deny: deny.map(parseRule),
});

/** What the rules say about a command. */
export const decideCommandLine = (
  rules: Rules,
  command: string | readonly string[],
): RuleDecision => decideByWords({ kind: "command", command }, rules);

/** The answer to a line that nobody can be sure about. */
export const ambiguousWith = (problem: string): RuleDecision => ({
  decision: "decline",
  why: "unclear",
  rule: null,
  reason: `not clear enough to allow: ${problem}`,
  parts: [],
});
