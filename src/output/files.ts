import { statSync } from "node:fs";
import { realpath, rename, rm, writeFile } from "node:fs/promises";

import { CliError, reasonOf } from "../errors.js";

/** Writes a file as it stands there: its owner, mode and links stay. */
export async function overwrite(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: unknown) => {
    throw new CliError("output_failed", `cannot write ${path}: ${reasonOf(error)}`);
  });
}

/** Writes a file whole or not at all, so that a reader never sees half of it. */
export async function replace(path: string, text: string): Promise<void> {
  const there = statSync(path, { throwIfNoEntry: false });
  // A device or a pipe cannot be replaced, only written to.
  if (there !== undefined && !there.isFile()) return overwrite(path, text);
  const target = there === undefined ? path : await realpath(path);
  const draft = `${target}.${Math.random().toString(36).slice(2)}.tmp`;
  try {
    await writeFile(draft, text, there === undefined ? {} : { mode: there.mode });
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw new CliError("output_failed", `cannot write ${path}: ${reasonOf(error)}`);
  }
}
