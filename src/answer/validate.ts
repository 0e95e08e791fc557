import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";

import { reasonOf } from "../outcome/errors.js";

/** A schema, and an answer where there is one to check; both as JSON text. */
export interface AnswerTask {
  schema: string;
  answer?: string;
}

/** What came of it: a schema that is none, an answer that does not match, or neither. */
export type AnswerOutcome = { invalidSchema: string } | { mismatch: string } | { mismatch: null };

/** Compiles a JSON Schema and checks an answer against it. It may take for ever: see `in-worker.ts`. */
export function validateAnswer({ schema, answer }: AnswerTask): AnswerOutcome {
  let validate;
  try {
    validate = compile(JSON.parse(schema) as object | boolean);
  } catch (error) {
    return { invalidSchema: reasonOf(error) };
  }
  if (answer === undefined) return { mismatch: null };
  const parsed = parseJson(answer);
  if (parsed === undefined) return { mismatch: "the answer is not JSON" };
  try {
    if (validate(parsed.value)) return { mismatch: null };
  } catch (error) {
    // Nested deeper than the stack, or a schema that refers to itself without end.
    return { mismatch: `the answer could not be checked: ${reasonOf(error)}` };
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
  // An engine knows the `$schema` of its own draft only, letter for letter; `$async` is its own invention.
  const plain: object | boolean =
    typeof schema === "object" ? { ...schema, $schema: undefined, $async: undefined } : schema;
  return new Engine({ strict: false, validateFormats: false }).compile(plain);
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
