import { CliError } from "../../src/outcome/errors.js";
import { tomlValue } from "../cli/toml-value.js";

/** A TOML table. */
export type TomlTable = Readonly<Record<string, unknown>>;

/**
 * Puts the settings of a profile below those given with `-c`, as codex does with its layers: tables are
 * merged, also with a table given as a whole, which would replace one of the same list.
 */
export function withProfile(
  profile: TomlTable,
  given: readonly string[],
  describeKey: (key: string) => string,
): string[] {
  const layer = layerOf(given);
  // Something is not `key=value`: codex says so.
  if (layer === undefined) return [...overridesOf(profile, describeKey), ...given];
  return overridesOf(merged(profile, layer), describeKey);
}

/** The settings of a file with the overrides of a command line above them. */
export const withOverrides = (table: TomlTable, given: readonly string[]): TomlTable =>
  merged(table, layerOf(given) ?? {});

/** Applies a list of overrides in order, each in the place of what is there, as codex does. */
function layerOf(overrides: readonly string[]): TomlTable | undefined {
  const layer = emptyTable();
  for (const override of overrides) {
    const [, key = "", value = ""] = /^([^=]*)=([^]*)$/.exec(override) ?? [];
    if (key.trim() === "") return undefined;
    const path = key.trim().split(".");
    const last = path.pop() ?? "";
    let table = layer;
    for (const part of path) {
      const below = Object.assign(emptyTable(), isTable(table[part]) ? table[part] : {});
      table[part] = below;
      table = below;
    }
    table[last] = tomlValue(value);
  }
  return layer;
}

function merged(below: TomlTable, above: TomlTable): TomlTable {
  const result = Object.assign(emptyTable(), below);
  for (const [key, value] of Object.entries(above)) {
    const other = result[key];
    result[key] = isTable(value) && isTable(other) ? merged(other, value) : value;
  }
  return result;
}

/** Without a prototype: any key is just a key. */
const emptyTable = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

/** Flattens tables, so that they add to those of config.toml instead of replacing them. */
function overridesOf(
  table: TomlTable,
  describeKey: (key: string) => string,
  prefix: readonly string[] = [],
): string[] {
  const rows = Object.entries(table);
  const quoted = rows.filter(([key]) => !BARE_KEY.test(key));
  const [unnamable] = quoted[0] ?? [];
  if (unnamable !== undefined && prefix.length === 0) {
    throw new CliError("config", `${describeKey(unnamable)} cannot be passed as an override`, {
      hint: "put it into config.toml: codex overrides cannot name such a key",
    });
  }
  const plain = rows.filter(([key]) => BARE_KEY.test(key));
  return [
    // Only a table can name such a key. It comes first, as it replaces what the list has said of it before.
    ...(quoted.length === 0 ? [] : [`${prefix.join(".")}=${inlineTable(quoted)}`]),
    ...plain.flatMap(([key, value]) => {
      const path = [...prefix, key];
      return isTable(value) && Object.keys(value).length > 0
        ? overridesOf(value, describeKey, path)
        : [`${path.join(".")}=${inline(value)}`];
    }),
  ];
}

const BARE_KEY = /^[\w-]+$/;

/** A value in TOML's one-line form. */
function inline(value: unknown): string {
  if (typeof value === "string") return inlineText(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (value instanceof Date) return value.toISOString();
  return isTable(value) ? inlineTable(Object.entries(value)) : String(value);
}

const inlineTable = (rows: readonly (readonly [string, unknown])[]): string =>
  `{${rows.map(([key, value]) => `${inlineText(key)} = ${inline(value)}`).join(", ")}}`;

const inlineText = (text: string): string => JSON.stringify(text).replaceAll("\u007f", "\\u007f");

const isTable = (value: unknown): value is TomlTable =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
