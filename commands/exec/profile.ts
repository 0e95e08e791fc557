import { join } from "node:path";

import { parse } from "smol-toml";

import { readRegular } from "../../src/files/bounded-read.js";
import { CliError, errorMessage } from "../../src/outcome/errors.js";

/**
 * Converts a profile to overrides, one for each value: the codex app-server rejects `--profile` but
 * takes overrides. Undefined if there is no such profile.
 */
export function profileOverrides(codexHome: string, name: string): string[] | undefined {
  const path = join(codexHome, `${name}.config.toml`);
  const table = readToml(path);
  return table === undefined ? undefined : leaves(table, "", path);
}

/** Reads a top-level string from one of codex's TOML files. */
export function topSetting(path: string, key: string): string | undefined {
  const value = readToml(path)?.[key];
  return typeof value === "string" ? value : undefined;
}

function readToml(path: string): Record<string, unknown> | undefined {
  let text: string;
  try {
    text = readRegular(path, MAX_BYTES).toString("utf8");
  } catch {
    return undefined;
  }
  try {
    return parse(text, { integersAsBigInt: "asNeeded" });
  } catch (error) {
    throw new CliError("config", `${path}: ${errorMessage(error)}`);
  }
}

const MAX_BYTES = 16 * 1024 * 1024;

/** Flattens tables, so that they add to the user's own instead of replacing them. */
function leaves(table: Record<string, unknown>, prefix: string, path: string): string[] {
  return Object.entries(table).flatMap(([key, value]) => {
    if (!/^[\w-]+$/.test(key)) {
      throw new CliError(
        "config",
        `${path}: ${prefix}${JSON.stringify(key)} cannot be passed as an override`,
        {
          hint: "put it into config.toml: codex overrides cannot name such a key",
        },
      );
    }
    const name = `${prefix}${key}`;
    return isTable(value) && Object.keys(value).length > 0
      ? leaves(value, `${name}.`, path)
      : [`${name}=${inline(value)}`];
  });
}

/** A value in TOML's one-line form. */
function inline(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (value instanceof Date) return value.toISOString();
  if (isTable(value)) {
    const pairs = Object.entries(value).map(
      ([key, part]) => `${JSON.stringify(key)} = ${inline(part)}`,
    );
    return `{${pairs.join(", ")}}`;
  }
  return String(value);
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
