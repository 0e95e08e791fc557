import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";

import { errorMessage } from "../outcome/errors.js";

/** A schema to compile and, optionally, an answer to check; both as JSON text. */
export interface AnswerTask {
  schema: string;
  answer?: string;
}

/** An invalid schema, an answer that does not match, or neither. */
export type AnswerOutcome = { invalidSchema: string } | { mismatch: string } | { mismatch: null };

/** Compiles a JSON Schema and checks an answer against it. May never return, so it runs in a worker. */
export function validateAnswer({ schema, answer }: AnswerTask): AnswerOutcome {
  let validate;
  try {
    validate = compile(JSON.parse(schema) as object | boolean);
  } catch (error) {
    return { invalidSchema: errorMessage(error) };
  }
  if (answer === undefined) return { mismatch: null };
  const parsed = parseJson(answer);
  if (parsed === undefined) return { mismatch: "the answer is not JSON" };
  try {
    if (validate(parsed.value)) return { mismatch: null };
  } catch (error) {
    // Nested deeper than the stack, or a schema that refers to itself without end.
    return { mismatch: `the answer could not be checked: ${errorMessage(error)}` };
  }
  const [first] = validate.errors ?? [];
  return {
    mismatch: `the answer${first?.instancePath ?? ""} ${first?.message ?? "does not match"}`,
  };
}

function compile(schema: object | boolean) {
  const meta = typeof schema === "object" ? metaOf(schema) : "";
  const older = /draft-0\d/.test(meta) || (meta === "" && hasOldTuples(schema));
  const Engine = older ? Ajv : Ajv2020;
  // Ajv accepts only the exact `$schema` of its own draft; `$async` is an extension of Ajv.
  const plain: object | boolean =
    typeof schema === "object" ? { ...schema, $schema: undefined, $async: undefined } : schema;
  return new Engine({ strict: false, validateFormats: false }).compile(plain);
}

/** An `items` array is a tuple in the older drafts; the newest calls it `prefixItems`. */
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
