import { basename, dirname, extname, resolve } from "node:path";

import { defaultLoaders } from "cosmiconfig";
import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";

import { CliError, reasonOf } from "../src/errors.js";
import { configText } from "./bounds.js";
import { nearest } from "./nearest.js";
import { ApprovalsSection, ConfigFile, ReviewSection } from "./schema.js";

// The small zod has no words of its own for what is wrong.
z.config(en());

/** Reads and checks one config file; what is wrong is named by file, key and problem. */
export async function loadConfig(path: string): Promise<ConfigFile> {
  const parsed = ConfigFile.safeParse((await readConfig(path)) ?? {});
  if (parsed.success) return withFullPaths(parsed.data, path);
  const [issue] = parsed.error.issues;
  if (issue?.code === "unrecognized_keys") throw unknownKey(path, issue.path, issue.keys[0] ?? "");
  const key = issue?.path.join(".") ?? "";
  throw new CliError("config", `${path}: ${key === "" ? "" : `${key}: `}${issue?.message ?? ""}`);
}

async function readConfig(path: string): Promise<unknown> {
  try {
    // Read here, because cosmiconfig reads whatever is there to its end.
    const text = configText(path);
    if (text.trim() === "") return undefined;
    const value: unknown = await LOADERS[extname(path) as keyof typeof LOADERS](path, text);
    return basename(path) === "package.json" ? (value as { turnpipe?: unknown }).turnpipe : value;
  } catch (error) {
    throw new CliError("config", `${path}: ${reasonOf(error)}`);
  }
}

/** No JavaScript among them. */
const LOADERS = {
  "": defaultLoaders.noExt,
  ".json": defaultLoaders[".json"],
  ".yaml": defaultLoaders[".yaml"],
  ".yml": defaultLoaders[".yml"],
};

/** A file named in a config file is looked for beside it, wherever the program runs. */
function withFullPaths(config: ConfigFile, path: string): ConfigFile {
  const file = config.review?.instructions_file;
  if (file === undefined) return config;
  const full = resolve(dirname(path), file);
  return { ...config, review: { ...config.review, instructions_file: full } };
}

function unknownKey(path: string, section: readonly PropertyKey[], key: string): CliError {
  const known =
    section[0] === "review"
      ? ReviewSection.shape
      : section[0] === "approvals"
        ? ApprovalsSection.shape
        : ConfigFile.shape;
  const guess = nearest(key, Object.keys(known));
  const hint = guess === undefined ? undefined : `did you mean "${guess}"?`;
  const name = [...section, key].join(".");
  return new CliError("config", `${path}: unknown key "${name}"`, { hint });
}
