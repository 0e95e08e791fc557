import type { ApprovalRequest } from "../dialect/approval.js";
import type { Approver } from "./approver.js";
import type { Decision } from "./response.js";

/** Answers given with `--answer`, by question id or form field. */
export type PresetAnswers = ReadonlyMap<string, string>;

/** Answers questions and forms from preset answers; everything else goes to the approver. */
export const withPresetAnswers = (approver: Approver, answers: PresetAnswers): Approver => ({
  isPerson: approver.isPerson,
  decide(request, stop) {
    if (request.kind === "user_input") return Promise.resolve(answerQuestions(request, answers));
    if (request.kind === "elicitation") return Promise.resolve(fillForm(request, answers));
    return approver.decide(request, stop);
  },
});

type RequestOf<K extends ApprovalRequest["kind"]> = Extract<ApprovalRequest, { kind: K }>;

/** Declines unless every question has a preset answer. */
function answerQuestions({ questions }: RequestOf<"user_input">, answers: PresetAnswers): Decision {
  const missing = questions.find(({ id }) => !answers.has(id));
  if (missing !== undefined || questions.length === 0) {
    return { decision: "decline", reason: missingReason(missing?.id ?? "") };
  }
  return {
    decision: "accept",
    reason: "answered beforehand (--answer)",
    answers: Object.fromEntries(questions.map(({ id }) => [id, [answers.get(id) ?? ""]])),
  };
}

/** Fills in a form, or cancels it if a required field has no preset answer. */
function fillForm({ schema, url }: RequestOf<"elicitation">, answers: PresetAnswers): Decision {
  const { properties, required } = fieldsIn(schema);
  const names = Object.keys(properties);
  const missing = required.map(String).find((name) => !answers.has(name));
  if (url !== null || missing !== undefined || !names.some((name) => answers.has(name))) {
    return { decision: "cancel", reason: missingReason(missing ?? names[0] ?? "") };
  }
  const given = names.filter((name) => answers.has(name));
  const content = given.map(
    (name) => [name, convertAnswer(answers.get(name) ?? "", properties[name]?.type)] as const,
  );
  const unexpected = content.find(([, value]) => value === undefined);
  if (unexpected !== undefined)
    return { decision: "cancel", reason: mismatchReason(unexpected[0], properties) };
  return {
    decision: "accept",
    reason: "answered beforehand (--answer)",
    content: Object.fromEntries(content),
  };
}

const missingReason = (name: string): string =>
  name === "" ? "no answer is available" : `no answer given for ${JSON.stringify(name)} (--answer)`;

type Properties = Readonly<Record<string, { type?: unknown } | null>>;

/** Reads the fields of a form. The schema comes from an MCP server and may be any value. */
function fieldsIn(schema: unknown): { properties: Properties; required: readonly unknown[] } {
  const { properties, required } = (schema ?? {}) as Record<string, unknown>;
  const isForm = typeof properties === "object" && properties !== null;
  return {
    properties: isForm ? (properties as Properties) : {},
    required: Array.isArray(required) ? required : [],
  };
}

const mismatchReason = (name: string, properties: Properties): string =>
  `the answer to ${JSON.stringify(name)} is not a valid ${String(properties[name]?.type)} (--answer)`;

/** Converts an answer to the type of its field; undefined if it does not fit. */
function convertAnswer(answer: string, type: unknown): unknown {
  if (type === "number" || type === "integer") {
    const number = answer.trim() === "" ? Number.NaN : Number(answer);
    const fits = type === "integer" ? Number.isInteger(number) : Number.isFinite(number);
    return fits ? number : undefined;
  }
  if (type === "boolean") return BOOLEANS.get(answer);
  return answer;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["false", false],
  ["no", false],
]);
