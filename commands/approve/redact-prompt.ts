import type { Approver } from "../../src/approvals/approver.js";
import type { AskPerson } from "../../src/approvals/by-person.js";
import { byPerson } from "../../src/approvals/by-person.js";
import { harmless } from "../../src/harmless.js";
import type { Redactor } from "../../src/redact/redactor.js";

/** A person who is shown what is asked for without its secrets. */
export function redactPrompt(ask: AskPerson | undefined, redactor: Redactor): Approver {
  // Once more behind the control sequences: without them two halves of a secret are one.
  const person = byPerson(ask && ((text, stop) => ask(redactor.text(harmless(text)), stop)));
  return {
    ...person,
    // Before lines are cut or wrapped: half a secret is not recognised.
    decide: (request, stop) => person.decide(redactor.value(request), stop),
  };
}
