import type { ApprovalRequest } from "../dialect/approval.js";
import { approvalPrompt } from "./approval-prompt.js";
import type { Approver } from "./approver.js";
import type { Decision } from "./response.js";

/** Shows a text on the terminal and returns the line typed, or null at end of input. */
export type AskPerson = (text: string, stop: AbortSignal) => Promise<string | null>;

/** Asks a person on the terminal; declines if there is no terminal. */
export function byPerson(ask: AskPerson | undefined, columns: () => number): Approver {
  return {
    isPerson: true,
    async decide(request, stop) {
      if (ask === undefined) return NO_TERMINAL;
      // Questions and forms cannot be answered with yes or no.
      if (request.kind === "user_input" || request.kind === "elicitation") return NOT_FILLED_IN;
      const question = (whole: boolean): string => questionText(request, columns(), whole);
      for (let text = question(false); ;) {
        const line = (await ask(text, stop))?.trim().toLowerCase();
        if (line === undefined) return { decision: "decline", reason: "no answer was given" };
        const decision = ANSWERS.get(line);
        if (decision !== undefined) return decision;
        text = VIEW.has(line) ? question(true) : REPEAT;
      }
    },
  };
}

/** The prompt and its last line, which offers the full view if rows were left out. */
function questionText(request: ApprovalRequest, columns: number, whole: boolean): string {
  const { text, cut } = approvalPrompt(request, { columns, whole });
  const view = cut && !whole ? "not all of it is shown, [v]iew it; " : "";
  return `${text}${view}${OPTIONS}`;
}

const OPTIONS = "allow it? [y]es, for this [s]ession, [n]o, [a]bort the turn: ";
const REPEAT = "y, s, n or a: ";
const VIEW: ReadonlySet<string> = new Set(["v", "view"]);
const NO_TERMINAL: Decision = {
  decision: "decline",
  reason: "there is no terminal to ask on (--approve rules or exec:CMD need none)",
};

const NOT_FILLED_IN: Decision = { decision: "decline", reason: "no answer was given (--answer)" };

const fromTerminal = (decision: Decision["decision"]): Decision => ({
  decision,
  reason: "answered on the terminal",
});

const ANSWERS: ReadonlyMap<string, Decision> = new Map(
  Object.entries({
    y: fromTerminal("accept"),
    yes: fromTerminal("accept"),
    s: fromTerminal("acceptForSession"),
    session: fromTerminal("acceptForSession"),
    n: fromTerminal("decline"),
    no: fromTerminal("decline"),
    a: fromTerminal("cancel"),
    abort: fromTerminal("cancel"),
  }),
);
