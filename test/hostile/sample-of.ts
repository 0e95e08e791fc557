import type * as z from "zod";

type Schema = z.core.JSONSchema.JSONSchema;

/** Values that a JSON Schema describes, one for each of its alternatives, with this text wherever any is allowed. */
export function samplesOf(schema: Schema, text: string): unknown[] {
  const [type] = [schema.type].flat();
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum !== undefined) return [schema.enum[0]];
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) {
    const all = options.flatMap((option) => samplesOf(schemaIn(option), text));
    return all.filter((each) => each !== null);
  }
  if (type === "string") return [schema.format === "date-time" ? "2026-01-02T03:04:05Z" : text];
  if (type === "array") return samplesOf(schemaIn(schema.items), text).map((each) => [each]);
  if (type === "integer" || type === "number") return [1];
  if (type === "boolean") return [true];
  if (type === "null") return [null];
  if (type === "object") return objectsOf(schema, text);
  // Anything at all: then the secret under names that mean something elsewhere.
  return [{ type: text, text, method: text, delta: text, nested: [{ type: text, [text]: text }] }];
}

/** One object for each sample of the field that has most. */
function objectsOf({ properties = {}, additionalProperties }: Schema, text: string): unknown[] {
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, samplesOf(schemaIn(field), text)] as const,
  );
  const more =
    typeof additionalProperties === "object" ? samplesOf(additionalProperties, text) : [];
  const count = Math.max(1, ...fields.map(([, samples]) => samples.length));
  return Array.from({ length: count }, (_, at) => ({
    ...Object.fromEntries(fields.map(([name, all]) => [name, all[at] ?? all.at(-1)])),
    ...(more.length > 0 ? { [text]: more[0] } : {}),
  }));
}

/** True and nothing allow anything. */
const schemaIn = (schema: unknown): Schema =>
  typeof schema === "object" && schema !== null && !Array.isArray(schema) ? (schema as Schema) : {};
