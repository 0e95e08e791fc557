import { join } from "node:path";

import { parse } from "smol-toml";

import { readRegular } from "../../src/files/bounded-read.js";
import { CliError, errorMessage } from "../../src/outcome/errors.js";
import type { ExecOptions } from "./options.js";
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

/** codex's settings: those of the command line, and below them of config.toml, unless that is ignored. */
export function settingsIn(
  { config, ignoreUserConfig }: Pick<ExecOptions, "config" | "ignoreUserConfig">,
  codexHome: string,
): TomlTable {
  const file = ignoreUserConfig ? undefined : readToml(join(codexHome, "config.toml"));
  return withOverrides(file ?? {}, config);
}

/** One of these settings, if it is a text. */
export function textSetting(
  key: string,
  ...place: Parameters<typeof settingsIn>
): string | undefined {
  const value = settingsIn(...place)[key];
  return typeof value === "string" ? value : undefined;
}

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
