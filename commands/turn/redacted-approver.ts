import type { Approver } from "../../src/approvals/approver.js";
import type { AskPerson } from "../../src/approvals/by-person.js";
import { byPerson } from "../../src/approvals/by-person.js";
import type { Redactor } from "../../src/redact/redactor.js";
import { sanitizeForTerminal } from "../../src/text/sanitize-for-terminal.js";

/** An approver that asks a person, who sees the request with secrets redacted. */
export function byPersonRedacted(
  ask: AskPerson | undefined,
  columns: () => number,
  redactor: Redactor,
): Approver {
  // Redacted again without control sequences: removing one may join two halves of a secret.
  const askRedacted: AskPerson | undefined =
    ask && ((text, stop) => ask(redactor.text(sanitizeForTerminal(text)), stop));
  const person = byPerson(askRedacted, columns);
  return {
    ...person,
    // Before lines are cut or wrapped: half a secret is not recognised.
    decide: (request, stop) => person.decide(redactor.value(request), stop),
  };
}
