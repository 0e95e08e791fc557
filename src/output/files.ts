import { randomUUID } from "node:crypto";
import { constants, statSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { chmod, open, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { CliError, reasonOf } from "../outcome/errors.js";

/** Writes a file whole or not at all: a reader never sees half of it, and a full disk costs nothing. */
export async function replace(path: string, text: string): Promise<void> {
  try {
    const there = statSync(path, { throwIfNoEntry: false });
    if (there !== undefined && !there.isFile()) throw new Error("it is not a regular file");
    await swap(there === undefined ? path : await realpath(path), text, there?.mode);
  } catch (error) {
    throw new CliError("output_failed", `cannot write ${path}: ${reasonOf(error)}`);
  }
}

async function swap(target: string, text: string, mode: number | undefined): Promise<void> {
  // A name of its own: a longer one than the target's may be too long.
  const draft = join(dirname(target), `.turnpipe-${randomUUID()}.tmp`);
  try {
    await writeDraft(draft, text, mode);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    // In a folder that takes no new file, an old one may still be written.
    if (mode === undefined || !CLOSED.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    await overwrite(target, Buffer.from(text));
  }
}

/** A new file, with the mode of the one it replaces whatever the umask. */
async function writeDraft(draft: string, text: string, mode: number | undefined): Promise<void> {
  await writeFile(draft, text, { flag: "wx", ...(mode === undefined ? {} : { mode: OWN }) });
  if (mode !== undefined) await chmod(draft, mode & 0o7777);
}

/** Until it is complete, it is nobody else's. */
const OWN = 0o600;

/** Writes an old file in place. What makes it longer comes first: a full disk is met with all of it there. */
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

const CLOSED: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS"]);
