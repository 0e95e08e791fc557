import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod";

import { SCHEMAS, schemaText } from "../../commands/schema/schema.js";
import { ThreadEvent, Work } from "../../src/dialect/events.js";
import { Usage } from "../../src/dialect/usage.js";
import { ThreadItem } from "../../src/dialect/items.js";
import { RateLimitsRecord } from "../../src/dialect/records.js";
import { ReportedFinding, ReviewReport } from "../../src/review/report.js";

/** Writes what `import "turnpipe"` is typed by, and the schemas it exports. */
export async function writeLibrary(dist: string): Promise<void> {
  await mkdir(join(dist, "schema"));
  const names = Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[];
  const schemas = names.map((name) =>
    writeFile(join(dist, "schema", `${name}.json`), schemaText(name)),
  );
  await Promise.all([...schemas, writeFile(join(dist, "parse-events.d.ts"), declarations())]);
}

const declarations = (): string =>
  plainTypes({
    ThreadEvent,
    ...membersOf(ThreadEvent, "Event"),
    ThreadItem,
    ...membersOf(ThreadItem, "Item"),
    ReviewReport,
    ReportedFinding,
    RateLimits: RateLimitsRecord,
    Usage,
    Work,
  }) + FUNCTIONS;

/** The types of a union by name: `turn.completed` is a TurnCompletedEvent. */
const membersOf = (
  { options }: typeof ThreadEvent | typeof ThreadItem,
  kind: string,
): Record<string, (typeof options)[number]> =>
  Object.fromEntries(
    options.map((option) => {
      const words = option.shape.type.value.split(/[._]/);
      const name = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
      return [name.endsWith(kind) ? name : name + kind, option];
    }),
  );

/** Of src/dialect/parse-events.ts; a test compiles a program against both. */
const FUNCTIONS = `
/** An event, or an item in one, that this version does not know: \`event\` is the line as it is. */
export interface UnknownEvent {
  type: "unknown";
  event: Record<string, unknown>;
}

/** Text or bytes in chunks of any size: stdout of a child process, a file, the body of a response. */
export type EventInput =
  | AsyncIterable<string | Uint8Array>
  | Iterable<string | Uint8Array>
  | string
  | Uint8Array;

export interface ParseEventsOptions {
  /** The longest line accepted, in characters; 64 Mi if absent. */
  maxLineLength?: number;
}

/** A line that is not an event: not JSON, cut off, too long, or an event with a wrong field. */
export class InvalidEventLine extends Error {
  readonly name: "InvalidEventLine";
  /** Counted from 1. */
  readonly line: number;
  constructor(line: number, problem: string, options?: { cause?: unknown });
}

/** The events in the JSON lines of \`turnpipe run --json\`; throws \`InvalidEventLine\` at a line that is none. */
export function parseEvents(
  input: EventInput,
  options?: ParseEventsOptions,
): AsyncGenerator<ThreadEvent | UnknownEvent, void, undefined>;
`;

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Prints TypeScript declarations of zod schemas that need no zod; a named schema is used by its name. */
function plainTypes(named: Readonly<Record<string, z.core.$ZodType>>): string {
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
