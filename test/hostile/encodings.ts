import type * as z from "zod";

/** A way in which a secret may turn up in a text, and how somebody would get it back. */
export interface Encoding {
  readonly name: string;
  encode(secret: string): string;
  decode(text: string): string;
}

const base64 = (text: string) => Buffer.from(text).toString("base64");
const url = (text: string) => text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const quote = (text: string) => JSON.stringify(text).slice(1, -1);
const broken = (text: string, width: number, end = "\n") =>
  text.replaceAll(new RegExp(`(.{${String(width)}})`, "g"), `$1${end}`);
const percent = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
const entities = (text: string) =>
  Array.from(text, (each) => `&#${String(each.codePointAt(0))};`).join("");
const unicode = (text: string) =>
  Array.from(
    { length: text.length },
    (_, at) => String.raw`\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");

/** Every way that there is: name, encoder, decoder. */
export const ENCODINGS: readonly Encoding[] = [
  way(
    "plain",
    (secret) => secret,
    (text) => text,
  ),
  way("JSON", quote, unquoted),
  way(
    "JSON in JSON",
    (secret) => quote(quote(secret)),
    (text) => unquoted(unquoted(text)),
  ),
  way("unicode escapes", unicode, unquoted),
  way("percent", encodeURIComponent, unpercent),
  way("percent, lower case", (secret) => lower(encodeURIComponent(secret)), unpercent),
  way("percent, every byte", percent, unpercent),
  way(
    "percent but for slashes",
    (secret) => encodeURIComponent(secret).replaceAll("%2F", "/"),
    unpercent,
  ),
  way(
    "percent twice",
    (secret) => encodeURIComponent(encodeURIComponent(secret)),
    (text) => unpercent(unpercent(text)),
  ),
  way(
    "a form",
    (secret) => encodeURIComponent(secret).replaceAll("%20", "+"),
    (text) => unpercent(text.replaceAll("+", " ")),
  ),
  way("entities", entities, (text) =>
    text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))),
  ),
  way("hex", (secret) => Buffer.from(secret).toString("hex"), unhex),
  way("hex, upper case", (secret) => Buffer.from(secret).toString("hex").toUpperCase(), unhex),
  ...["", "u", "us", "user:"].flatMap((before) => [
    way(
      `base64 behind ${String(before.length)}`,
      (secret) => base64(`${before}${secret}!`),
      unbase64,
    ),
    way(
      `base64url behind ${String(before.length)}`,
      (secret) => url(base64(`${before}${secret}`)),
      unbase64,
    ),
    way(
      `base64 in lines behind ${String(before.length)}`,
      (secret) => broken(base64(`${before}${secret}`), 10),
      unbase64,
    ),
  ]),
  way(
    "base64 in lines of 76",
    (secret) => broken(base64(`${"-".repeat(50)}${secret}`), 76, "\r\n"),
    unbase64,
  ),
  way(
    "base64 in lines, in JSON",
    (secret) => quote(broken(base64(secret), 12)),
    (text) => unbase64(unquoted(text)),
  ),
  way(
    "base64 in an address",
    (secret) => encodeURIComponent(base64(secret)),
    (text) => unbase64(unpercent(text)),
  ),
  way(
    "base64 of base64",
    (secret) => base64(`{"auth":"${base64(`me:${secret}`)}"}`),
    (text) => unbase64(unbase64(text)),
  ),
  way(
    "base64 of JSON",
    (secret) => base64(JSON.stringify({ secret })),
    (text) => unquoted(unbase64(text)),
  ),
];

function way(name: string, encode: Encoding["encode"], decode: Encoding["decode"]): Encoding {
  return { name, encode, decode };
}

function lower(text: string): string {
  return text.replaceAll(/%../g, (each) => each.toLowerCase());
}

function unquoted(text: string): string {
  return text.replaceAll(/\\u([0-9a-f]{4})|\\(.)/gi, (_, hex: string | undefined, each: string) =>
    hex === undefined
      ? ({ n: "\n", r: "\r", t: "\t" }[each] ?? each)
      : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** What is no text is left as it is. */
function unpercent(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll("%", ""), "hex").toString(),
  );
}

function unhex(text: string): string {
  return text.replaceAll(/[0-9a-f]{8,}/gi, (run) => Buffer.from(run, "hex").toString());
}

/** Every run of digits, read from each of its first four, whatever lines it is in. */
function unbase64(text: string): string {
  const runs = text.replaceAll(/\s/g, "").match(/[\w+/-]+/g) ?? [];
  return runs
    .flatMap((run) => [0, 1, 2, 3].map((at) => Buffer.from(run.slice(at), "base64").toString()))
    .join(" ");
}

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
