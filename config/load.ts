import { basename, dirname, resolve } from "node:path";

import { defaultLoadersSync } from "cosmiconfig";
import * as z from "zod/mini";

import { CliError, errorMessage } from "../src/outcome/errors.js";
import "../src/text/zod-messages.js";
import { nearest } from "./nearest.js";
import type { ConfigOwner } from "./read-file.js";
import { readConfigFile } from "./read-file.js";
import { ApprovalsSection, ConfigFile, ReviewSection } from "./schema.js";

/** Reads and validates one config file; errors name the file, the key and the problem. */
export function loadConfig(path: string, owner: ConfigOwner = "user"): ConfigFile {
  const parsed = ConfigFile.safeParse(readValue(path, owner));
  if (parsed.success) return withFullPaths(parsed.data, path);
  const [issue] = parsed.error.issues;
  if (issue?.code === "unrecognized_keys") throw unknownKey(path, issue.path, issue.keys[0] ?? "");
  const key = issue?.path.join(".") ?? "";
  throw new CliError("config", `${path}: ${key === "" ? "" : `${key}: `}${issue?.message ?? ""}`);
}

/**
 * Reads a project's config file, leaving out invalid keys and naming them: a change under review must
 * not be able to end its own review by a mistake in its config file.
 */
export function loadValidPart(path: string): { says: ConfigFile; problems: string[] } {
  const problems: string[] = [];
  try {
    const says = validPart(readValue(path, "project"), ConfigFile.shape, [], problems);
    return { says: withFullPaths(says, path), problems };
  } catch (error) {
    const [reason = ""] = errorMessage(error).replace(`${path}: `, "").split("\n");
    return { says: {}, problems: [reason] };
  }
}

/**
 * Parses a config file. Cosmiconfig's parsers are used, but not its search and loading: those run
 * `.config/config.js` of the working directory and whatever a file names under `$import`.
 */
function readValue(path: string, owner: ConfigOwner): unknown {
  const { text, problem } = readConfigFile(path, owner) as { text?: string; problem?: string };
  if (text === undefined) throw new CliError("config", `${path}: not read: ${problem ?? ""}`);
  try {
    if (text.trim() === "") return {};
    const load = defaultLoadersSync[path.endsWith(".json") ? ".json" : ".yaml"];
    const value: unknown = load(path, text);
    return (basename(path) === "package.json" ? ownSection(value) : value) ?? {};
  } catch (error) {
    throw new CliError("config", `${path}: ${errorMessage(error)}`);
  }
}

const ownSection = (manifest: unknown): unknown =>
  isObject(manifest) && Object.hasOwn(manifest, "turnpipe") ? manifest["turnpipe"] : undefined;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Shape = Readonly<Record<string, z.ZodMiniType>>;

const SECTIONS: Readonly<Record<string, Shape>> = {
  review: ReviewSection.shape,
  approvals: ApprovalsSection.shape,
};

function validPart(
  value: unknown,
  shape: Shape,
  path: readonly string[],
  problems: string[],
): Record<string, unknown> {
  if (!isObject(value)) {
    problems.push([...path, "expected keys and values"].join(": "));
    return {};
  }
  const valid: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) {
    const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
    const name = [...path, key].join(".");
    if (schema === undefined) {
      problems.push(`unknown key ${JSON.stringify(name)}`);
      continue;
    }
    const section = path.length === 0 && Object.hasOwn(SECTIONS, key) ? SECTIONS[key] : undefined;
    if (section !== undefined) {
      valid[key] = validPart(entry, section, [key], problems);
      continue;
    }
    const parsed = z.safeParse(schema, entry);
    if (parsed.success) valid[key] = parsed.data;
    else problems.push(`${name}: ${parsed.error.issues[0]?.message ?? "invalid"}`);
  }
  return valid;
}

/** A file named in a config file is relative to it, wherever the program runs. */
function withFullPaths(config: ConfigFile, path: string): ConfigFile {
  const file = config.review?.instructions_file;
  if (file === undefined) return config;
  const full = resolve(dirname(path), file);
  return { ...config, review: { ...config.review, instructions_file: full } };
}

function unknownKey(path: string, section: readonly PropertyKey[], key: string): CliError {
  const known = SECTIONS[String(section[0])] ?? ConfigFile.shape;
  const guess = nearest(key, Object.keys(known));
  const hint = guess === undefined ? undefined : `did you mean "${guess}"?`;
  const name = [...section, key].join(".");
  return new CliError("config", `${path}: unknown key "${name}"`, { hint });
}
