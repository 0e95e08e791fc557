import type { ApprovalRequest } from "../../src/dialect/approval.js";
import type { PresetAnswers } from "../../src/approvals/preset-answers.js";
import type { Approver } from "../../src/approvals/approver.js";
import type { Redactor } from "../../src/redact/redactor.js";
import { isSecretName } from "../../src/redact/secret-names.js";

/** Registers the answers to secret questions with the redactor before they are used. */
export function redactAnswers(
  approver: Approver,
  answers: PresetAnswers,
  redactor: Redactor,
): Approver {
  for (const [name, answer] of answers) if (isSecretName(name)) redactor.addSecret(answer);
  return {
    ...approver,
    decide(request, stop) {
      for (const name of secretKeys(request)) redactor.addSecret(answers.get(name) ?? "");
      return approver.decide(request, stop);
    },
  };
}

/** The keys of the secret answers that a request asks for. */
function secretKeys(request: ApprovalRequest): string[] {
  if (request.kind === "user_input") {
    return request.questions.filter(({ secret }) => secret).map(({ id }) => id);
  }
  if (request.kind !== "elicitation") return [];
  const { properties } = (request.schema ?? {}) as { properties?: unknown };
  return Object.entries((properties ?? {}) as Record<string, unknown>)
    .filter(([name, field]) => isSecretName(name) || isSecretField(field))
    .map(([name]) => name);
}

function isSecretField(field: unknown): boolean {
  const { format, writeOnly, title } = (field ?? {}) as Record<string, unknown>;
  return (
    format === "password" ||
    writeOnly === true ||
    (typeof title === "string" && isSecretName(title))
  );
}
