import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";

import { CliError, reasonOf } from "../errors.js";

/** Says what is wrong with an answer, or nothing. */
export type AnswerCheck = (answer: string | null) => string | undefined;

/** Compiles `--output-schema`; a schema that is none ends the run before it costs anything. */
export function answerCheck(schema: unknown): AnswerCheck {
  if (typeof schema !== "boolean" && (typeof schema !== "object" || schema === null)) {
    throw new CliError("input", "--output-schema: a JSON Schema is an object");
  }
  const validate = compile(schema);
  return (answer) => {
    if (answer === null) return "there is no answer";
    const parsed = parseJson(answer);
    if (parsed === undefined) return "the answer is not JSON";
    if (validate(parsed.value)) return undefined;
    const [first] = validate.errors ?? [];
    return `the answer${first?.instancePath ?? ""} ${first?.message ?? "does not match"}`;
  };
}

function compile(schema: object | boolean) {
  const draft07 = typeof schema === "object" && /draft-0[67]/.test(metaOf(schema));
  const Engine = draft07 ? Ajv : Ajv2020;
  try {
    return new Engine({ strict: false, validateFormats: false }).compile(schema);
  } catch (error) {
    throw new CliError("input", `--output-schema: ${reasonOf(error)}`);
  }
}

const metaOf = (schema: object): string => {
  const meta = (schema as { $schema?: unknown }).$schema;
  return typeof meta === "string" ? meta : "";
};

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
