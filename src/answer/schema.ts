import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";

import { CliError, reasonOf } from "../errors.js";

/** Says what is wrong with an answer, or nothing. */
export type AnswerCheck = (answer: string | null) => string | undefined;

/** Compiles `--output-schema`; a schema that is none ends the run before it costs anything. */
export function answerCheck(schema: unknown): AnswerCheck {
  const isObject = typeof schema === "object" && schema !== null && !Array.isArray(schema);
  if (typeof schema !== "boolean" && !isObject) {
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
  const meta = typeof schema === "object" ? metaOf(schema) : "";
  const older = /draft-0\d/.test(meta) || (meta === "" && hasOldTuples(schema));
  const Engine = older ? Ajv : Ajv2020;
  // An engine knows the `$schema` of its own draft only, letter for letter; `$async` is its own invention.
  const plain: object | boolean =
    typeof schema === "object" ? { ...schema, $schema: undefined, $async: undefined } : schema;
  try {
    return new Engine({ strict: false, validateFormats: false }).compile(plain);
  } catch (error) {
    throw new CliError("input", `--output-schema: ${reasonOf(error)}`);
  }
}

/** A list of `items` is a tuple of the older drafts; the newest has another word for it. */
const hasOldTuples = (schema: object | boolean): boolean =>
  /"items":\s*\[/.test(JSON.stringify(schema));

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
