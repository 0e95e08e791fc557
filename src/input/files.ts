import type { Stats } from "node:fs";
import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";

import { readBounded, sizeName } from "../files/bounded-read.js";
import { CliError, errorMessage } from "../outcome/errors.js";
import { jsonDepth } from "../text/json-depth.js";
import { repositoryRoot } from "../files/repository-root.js";

/** Resolves the images to send; throws before the run starts if one does not exist. */
export function imagePaths(images: readonly string[], cwd: string): string[] {
  return images.map((image) => {
    const path = resolve(cwd, image);
    const stats = statOrUndefined(path);
    if (stats?.isFile() !== true) throw new CliError("input", `--image ${image}: no such file`);
    if (stats.size <= MAX_IMAGE_BYTES) return path;
    throw new CliError(
      "input",
      `--image ${image} is larger than the limit of ${sizeName(MAX_IMAGE_BYTES)}`,
    );
  });
}

/** The server reads images whole; a request to the model may have 50 MB. */
const MAX_IMAGE_BYTES = 256 * 1024 * 1024;

/** The real path of the agent's working directory. */
export const workingDirectory = (cd: string | undefined, cwd: string): string =>
  realpathSync(namedDirectory(cd, cwd));

/** The agent's working directory with links unresolved. */
export function namedDirectory(cd: string | undefined, cwd: string): string {
  const path = resolve(cwd, cd ?? ".");
  if (!isDirectory(path)) throw new CliError("input", `--cd ${cd ?? "."}: no such directory`);
  return path;
}

/** Resolves additional directories the agent may write to. */
export function extraDirectories(dirs: readonly string[], cwd: string): string[] {
  return dirs.map((dir) => {
    const path = resolve(cwd, dir);
    if (!isDirectory(path)) throw new CliError("input", `--add-dir ${dir}: no such directory`);
    return path;
  });
}

/** An agent in a directory without history cannot be undone: that needs a word from the user. */
export function requireRepository(cwd: string): void {
  if (repositoryRoot(cwd) !== undefined) return;
  throw new CliError("usage", `${cwd} is not inside a git repository`, {
    hint: "add --skip-git-repo-check to run there anyway",
  });
}

/** Reads and parses a JSON file; errors name the flag. */
export async function readJson(
  flag: string,
  file: string,
  { cwd, signal }: { cwd: string; signal: AbortSignal },
): Promise<unknown> {
  const what = `${flag} ${file}`;
  const bytes = await readBounded(resolve(cwd, file), { what, maxBytes: MAX_JSON_BYTES, signal });
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    value = JSON.parse(text);
  } catch (error) {
    throw new CliError("input", `${what} is not JSON: ${errorMessage(error)}`, { cause: error });
  }
  if (jsonDepth(text) <= MAX_JSON_DEPTH) return value;
  throw new CliError("input", `${what} is nested more than ${String(MAX_JSON_DEPTH)} levels deep`, {
    hint: "codex rejects such a message; use $defs and $ref to flatten a schema",
  });
}

const MAX_JSON_BYTES = 1024 * 1024;

/**
 * The server rejects messages nested deeper than 127 levels; the message around this value needs some
 * of them.
 */
const MAX_JSON_DEPTH = 120;

export const isDirectory = (path: string): boolean => statOrUndefined(path)?.isDirectory() === true;

function statOrUndefined(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
