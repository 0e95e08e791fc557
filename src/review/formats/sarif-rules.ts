import type { Priority } from "../finding.js";

/** SARIF level of each priority. */
export const LEVEL = {
  0: "error",
  1: "error",
  2: "warning",
  3: "note",
} as const satisfies Record<Priority, string>;

/** One rule per priority, at the index of its number: a review has no finer categories. */
export const RULES = [
  rule(0, "StopEverything", {
    short: "Stops everything.",
    full: "The change breaks something for all users.",
    help: "Fix it before anything else is done.",
  }),
  rule(1, "FixBeforeMerge", {
    short: "To be fixed before the merge.",
    full: "The change breaks something that users will encounter.",
    help: "Fix it before the change is merged.",
  }),
  rule(2, "FixSoon", {
    short: "To be fixed soon.",
    full: "The change has a defect that shows in some cases, or makes the code harder to maintain.",
    help: "Fix it with this change or soon after.",
  }),
  rule(3, "NiceToHave", {
    short: "Nice to have.",
    full: "The change works, and could be a little better.",
    help: "Fixing it is optional.",
  }),
];

interface RuleText {
  short: string;
  full: string;
  help: string;
}

function rule(priority: Priority, name: string, { short, full, help }: RuleText) {
  return {
    id: `P${priority}`,
    name,
    shortDescription: { text: short },
    fullDescription: { text: full },
    help: {
      text: `${help} A finding that is wrong can be accepted in the baseline, with a reason.`,
    },
    defaultConfiguration: { level: LEVEL[priority] },
  };
}
