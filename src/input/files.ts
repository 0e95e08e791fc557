import type { Stats } from "node:fs";
import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";

import { readBounded, sizeName } from "../files/bounded-read.js";
import { CliError, reasonOf } from "../outcome/errors.js";
import { jsonDepth } from "../text/json-depth.js";
import { repositoryRoot } from "../files/repository-root.js";

/** The images to send, as full paths; one that is not there ends the run before it costs anything. */
export function imagePaths(images: readonly string[], cwd: string): string[] {
  return images.map((image) => {
    const path = resolve(cwd, image);
    const there = look(path);
    if (there?.isFile() !== true) throw new CliError("input", `--image ${image}: no such file`);
    if (there.size <= MAX_IMAGE_BYTES) return path;
    throw new CliError("input", `--image ${image} is larger than ${sizeName(MAX_IMAGE_BYTES)}`);
  });
}

/** The server reads them whole; a request to the model may have 50 MB. */
const MAX_IMAGE_BYTES = 256 * 1024 * 1024;

/** The directory the agent works in, under its real name. */
export const workingDirectory = (cd: string | undefined, cwd: string): string =>
  realpathSync(namedDirectory(cd, cwd));

/** The same under the name it was given. */
export function namedDirectory(cd: string | undefined, cwd: string): string {
  const path = resolve(cwd, cd ?? ".");
  if (!isDirectory(path)) throw new CliError("input", `--cd ${cd ?? "."}: no such directory`);
  return path;
}

/** Further directories the agent may write to. */
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

/** A JSON file, parsed; the flag is named in what can go wrong. */
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
    throw new CliError("input", `${what} is not JSON: ${reasonOf(error)}`);
  }
  if (jsonDepth(text) <= MAX_JSON_DEPTH) return value;
  throw new CliError("input", `${what} is nested more than ${String(MAX_JSON_DEPTH)} levels deep`, {
    hint: "codex refuses such a message; $defs and $ref make a schema flat",
  });
}

const MAX_JSON_BYTES = 1024 * 1024;

/** The server refuses a message of more than 127 levels, and this is not the first of them. */
const MAX_JSON_DEPTH = 120;

const isDirectory = (path: string): boolean => look(path)?.isDirectory() === true;

/** What is at a path; nothing, where nothing can be seen. */
function look(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
