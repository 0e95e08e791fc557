import type { Priority } from "../finding.js";

/** How loud a viewer shows a finding of a priority. */
export const LEVEL = {
  0: "error",
  1: "error",
  2: "warning",
  3: "note",
} as const satisfies Record<Priority, string>;

/** One rule per priority, at the index of its number: a review knows no finer kinds. */
export const RULES = [
  rule(0, "StopEverything", {
    short: "Stops everything.",
    full: "The change breaks something for everybody, whatever they do with it.",
    help: "Fix it before anything else is done.",
  }),
  rule(1, "FixBeforeMerge", {
    short: "To be fixed before the merge.",
    full: "The change breaks something that people will run into.",
    help: "Fix it before the change is merged.",
  }),
  rule(2, "FixSoon", {
    short: "To be fixed soon.",
    full: "The change has a defect that shows in some cases, or makes the code harder to live with.",
    help: "Fix it with this change or soon after.",
  }),
  rule(3, "NiceToHave", {
    short: "Nice to have.",
    full: "The change works, and could be a little better.",
    help: "Take it or leave it.",
  }),
];

interface Words {
  short: string;
  full: string;
  help: string;
}

function rule(priority: Priority, name: string, { short, full, help }: Words) {
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
