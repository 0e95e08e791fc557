import { cosmiconfig } from "cosmiconfig";
import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";

import { CliError, reasonOf } from "../src/errors.js";
import { nearest } from "./nearest.js";
import { ConfigFile } from "./schema.js";

// The small zod has no words of its own for what is wrong.
z.config(en());

/** Reads and checks one config file; what is wrong is named by file, key and problem. */
export async function loadConfig(path: string): Promise<ConfigFile> {
  const parsed = ConfigFile.safeParse((await readConfig(path)) ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === "unrecognized_keys") throw unknownKey(path, issue.keys[0] ?? "");
  const key = issue?.path.join(".") ?? "";
  throw new CliError("config", `${path}: ${key === "" ? "" : `${key}: `}${issue?.message ?? ""}`);
}

async function readConfig(path: string): Promise<unknown> {
  try {
    const found = await cosmiconfig("turnpipe").load(path);
    return found?.config as unknown;
  } catch (error) {
    throw new CliError("config", `${path}: ${reasonOf(error)}`);
  }
}

function unknownKey(path: string, key: string): CliError {
  const guess = nearest(key, Object.keys(ConfigFile.shape));
  const hint = guess === undefined ? undefined : `did you mean "${guess}"?`;
  return new CliError("config", `${path}: unknown key "${key}"`, { hint });
}
