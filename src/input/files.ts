import type { Stats } from "node:fs";
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";

import { CliError, reasonOf } from "../errors.js";
import { repositoryRoot } from "../repository.js";

/** The images to send, as full paths; one that is not there ends the run before it costs anything. */
export function imagePaths(images: readonly string[], cwd: string): string[] {
  return images.map((image) => {
    const path = resolve(cwd, image);
    if (!isFile(path)) throw new CliError("input", `--image ${image}: no such file`);
    return path;
  });
}

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
export async function readJson(flag: string, file: string, cwd: string): Promise<unknown> {
  const bytes = await readFile(resolve(cwd, file)).catch((error: unknown) => {
    throw new CliError("input", `cannot read ${flag} ${file}: ${reasonOf(error)}`);
  });
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new CliError("input", `${flag} ${file} is not JSON: ${reasonOf(error)}`);
  }
}

/** Where a result will be written; checked first, so that no turn is spent on an answer nobody gets. */
export function writablePath(flag: string, file: string, cwd: string): string {
  const path = resolve(cwd, file);
  const there = look(path);
  const folder = dirname(path);
  // What is there is written to as it stands (a device lives where nobody may make files).
  const mayWrite =
    there === undefined
      ? isDirectory(folder) && isWritable(folder)
      : !there.isDirectory() && isWritable(path);
  if (!mayWrite) {
    throw new CliError("input", `${flag} ${file}: cannot be written`);
  }
  return path;
}

const isFile = (path: string): boolean => look(path)?.isFile() === true;

const isDirectory = (path: string): boolean => look(path)?.isDirectory() === true;

/** What is at a path; nothing, where nothing can be seen. */
function look(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
