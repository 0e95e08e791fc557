import type { Approver } from "../../src/approvals/approver.js";
import type { AskPerson } from "../../src/approvals/by-person.js";
import { byPerson } from "../../src/approvals/by-person.js";
import type { Redactor } from "../../src/redact/redactor.js";
import { sanitizeForTerminal } from "../../src/text/sanitize-for-terminal.js";

/** A person who is shown what is asked for without its secrets. */
export function byPersonRedacted(
  ask: AskPerson | undefined,
  columns: () => number,
  redactor: Redactor,
): Approver {
  // Once more behind the control sequences: without them two halves of a secret are one.
  const askRedacted: AskPerson | undefined =
    ask && ((text, stop) => ask(redactor.text(sanitizeForTerminal(text)), stop));
  const person = byPerson(askRedacted, columns);
  return {
    ...person,
    // Before lines are cut or wrapped: half a secret is not recognised.
    decide: (request, stop) => person.decide(redactor.value(request), stop),
  };
}
