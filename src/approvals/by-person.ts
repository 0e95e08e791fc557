import type { ApprovalRequest } from "../dialect/approval.js";
import { approvalPrompt } from "./approval-prompt.js";
import type { Approver } from "./approver.js";
import type { Decision } from "./response.js";

/** A person at a terminal: shows a text and gives back the line that is typed, null when none will be. */
export type AskPerson = (text: string, stop: AbortSignal) => Promise<string | null>;

/** Asks somebody; without a terminal there is nobody, and that is a no. */
export function byPerson(ask: AskPerson | undefined, columns: () => number): Approver {
  return {
    isPerson: true,
    async decide(request, stop) {
      if (ask === undefined) return NOBODY;
      // What has to be filled in is not a matter of yes or no.
      if (request.kind === "user_input" || request.kind === "elicitation") return UNFILLED;
      const question = (whole: boolean): string => questionText(request, columns(), whole);
      for (let text = question(false); ;) {
        const line = (await ask(text, stop))?.trim().toLowerCase();
        if (line === undefined) return { decision: "decline", reason: "nobody answered" };
        const decision = ANSWERS.get(line);
        if (decision !== undefined) return decision;
        text = VIEW.has(line) ? question(true) : AGAIN;
      }
    },
  };
}

/** The last line is ours alone, and says so when the rows above are not all there is. */
function questionText(request: ApprovalRequest, columns: number, whole: boolean): string {
  const { text, cut } = approvalPrompt(request, { columns, whole });
  const view = cut && !whole ? "not all of it is shown, [v]iew it; " : "";
  return `${text}${view}${CHOICES}`;
}

const CHOICES = "allow it? [y]es, for this [s]ession, [n]o, [a]bort the turn: ";
const AGAIN = "y, s, n or a: ";
const VIEW: ReadonlySet<string> = new Set(["v", "view"]);
const NOBODY: Decision = {
  decision: "decline",
  reason: "there is no terminal to ask on (--approve rules or exec:CMD need none)",
};

const UNFILLED: Decision = { decision: "decline", reason: "nobody filled it in (--answer)" };

const said = (decision: Decision["decision"]): Decision => ({
  decision,
  reason: "said on the terminal",
});

const ANSWERS: ReadonlyMap<string, Decision> = new Map(
  Object.entries({
    y: said("accept"),
    yes: said("accept"),
    s: said("acceptForSession"),
    session: said("acceptForSession"),
    n: said("decline"),
    no: said("decline"),
    a: said("cancel"),
    abort: said("cancel"),
  }),
);
