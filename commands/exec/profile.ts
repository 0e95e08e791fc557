import { join } from "node:path";

import { parse } from "smol-toml";

import { readRegular } from "../../src/files/bounded-read.js";
import { CliError, errorMessage } from "../../src/outcome/errors.js";
import type { TomlTable } from "./overrides.js";
import { withOverrides, withProfile } from "./overrides.js";

/**
 * The overrides given on a command line, with those of a profile below them: the codex app-server rejects
 * `--profile` but takes overrides. Undefined if there is no such profile.
 */
export function profileOverrides(
  codexHome: string,
  name: string,
  given: readonly string[],
): string[] | undefined {
  const path = join(codexHome, `${name}.config.toml`);
  const table = readToml(path);
  if (table === undefined) return undefined;
  return withProfile(table, given, (key) => `${path}: ${JSON.stringify(key)}`);
}

/** Reads a top-level string from one of codex's TOML files. */
export function topSetting(path: string, key: string): string | undefined {
  const value = readToml(path)?.[key];
  return typeof value === "string" ? value : undefined;
}

/** The settings of one of codex's TOML files, and of overrides above it. */
export const settingsIn = (path: string, overrides: readonly string[]): TomlTable =>
  withOverrides(readToml(path) ?? {}, overrides);

function readToml(path: string): TomlTable | undefined {
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
