import * as z from "zod";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Prints TypeScript declarations of zod schemas that need no zod; a named schema is used by its name. */
export function plainTypes(named: Readonly<Record<string, z.core.$ZodType>>): string {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => id });
  return Object.keys(named)
    .map((name) => declaration(name, schemas[name] ?? {}))
    .join("\n");
}

function declaration(name: string, schema: JsonSchema): string {
  return schema.type === "object"
    ? `export interface ${name} ${objectType(schema, "")}\n`
    : `export type ${name} = ${typeOf(schema, "")};\n`;
}

function typeOf(schema: JsonSchema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return unionOf(schema.enum.map((value) => JSON.stringify(value)));
  const options = schema.oneOf ?? schema.anyOf;
  if (options !== undefined) {
    return unionOf(options.map((option) => typeOf(option, indent)));
  }
  if (schema.type === "object") return objectType(schema, indent);
  if (schema.type === "array") return `Array<${typeOf(schema.items as JsonSchema, indent)}>`;
  // zod writes a nullable string as ["string", "null"].
  const types = [schema.type ?? "unknown"].flat();
  return unionOf(types.map((type) => (type === "integer" ? "number" : type)));
}

const unionOf = (types: readonly string[]): string => [...new Set(types)].join(" | ");

function objectType(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  indent: string,
): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? "" : "?";
    return `${inner}${name}${mark}: ${typeOf(schema as JsonSchema, inner)};\n`;
  });
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  const rest = isOpen
    ? [`${inner}[name: string]: ${restType(additionalProperties, fields, inner)};\n`]
    : [];
  return `{\n${[...fields, ...rest].join("")}${indent}}`;
}

/** Beside fields of any type, the rest has to be of any type too. */
const restType = (schema: unknown, fields: readonly string[], indent: string): string =>
  fields.length > 0 || schema === true ? "unknown" : typeOf(schema as JsonSchema, indent);
