import { randomUUID } from "node:crypto";
import { constants, statSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { chmod, open, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { CliError, errorMessage } from "../outcome/errors.js";

/**
 * Writes a file atomically: a reader never sees half of it, and a full disk does not lose the old
 * content.
 */
export async function replace(path: string, text: string): Promise<void> {
  try {
    const existing = statSync(path, { throwIfNoEntry: false });
    if (existing !== undefined && !existing.isFile()) throw new Error("it is not a regular file");
    await replaceByRename(
      existing === undefined ? path : await realpath(path),
      text,
      existing?.mode,
    );
  } catch (error) {
    throw new CliError("output_failed", `cannot write ${path}: ${errorMessage(error)}`);
  }
}

async function replaceByRename(
  target: string,
  text: string,
  mode: number | undefined,
): Promise<void> {
  // Not derived from the target's name: with a suffix that may be too long.
  const draft = join(dirname(target), `.turnpipe-${randomUUID()}.tmp`);
  try {
    await writeDraft(draft, text, mode);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    // In a read-only folder, an existing file may still be writable.
    if (mode === undefined || !NOT_PERMITTED.has((error as NodeJS.ErrnoException).code ?? ""))
      throw error;
    await overwrite(target, Buffer.from(text));
  }
}

/** Writes a new file, with the mode of the one it replaces, whatever the umask. */
async function writeDraft(draft: string, text: string, mode: number | undefined): Promise<void> {
  await writeFile(draft, text, {
    flag: "wx",
    ...(mode === undefined ? {} : { mode: PRIVATE_MODE }),
  });
  if (mode !== undefined) await chmod(draft, mode & 0o7777);
}

/** Readable by the owner only until it is complete. */
const PRIVATE_MODE = 0o600;

/**
 * Overwrites a file in place. The part beyond the old size comes first, so that a full disk leaves the
 * old content intact.
 */
async function overwrite(target: string, bytes: Buffer): Promise<void> {
  const file = await open(target, constants.O_WRONLY);
  try {
    const { size } = await file.stat();
    await writeAt(file, bytes.subarray(size), size).catch(async (error: unknown) => {
      await file.truncate(size);
      throw error;
    });
    await writeAt(file, bytes.subarray(0, size), 0);
    await file.truncate(bytes.length);
  } finally {
    await file.close();
  }
}

async function writeAt(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

const NOT_PERMITTED: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS"]);
