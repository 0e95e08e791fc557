import { randomUUID } from "node:crypto";
import type { Dirent } from "node:fs";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";

import { CliError, errorMessage } from "../outcome/errors.js";
import { realPathOrSame } from "./real-path.js";

/** A codex home that links everything of another one, except some entries. */
export interface LinkedHome {
  path: string;
  /** Moves what was written here, instead of through a link, to the other home. */
  publish(): void;
}

/** What a linked home can leave out. */
export type OmittedEntry = "config.toml" | "rules";

/**
 * Makes or updates the home that leaves out these entries. There is one for each set of them, inside
 * of the other home, and it stays: codex stores the path of a thread's file with the home it ran in, and
 * cannot resume the thread when that path is gone (seen on codex 0.166). Runs share it; it holds nothing but links.
 */
export function linkedHome(home: string, omitted: readonly OmittedEntry[]): LinkedHome {
  const path = join(home, OWN_DIRECTORY, `without-${omitted.join("-and-")}`);
  const update = (): void => {
    publishEntries(path, home, [...omitted, ABSENT]);
    linkEntries(path, home, omitted);
  };
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    for (const name of DIRECTORIES) mkdirSync(join(home, name), { recursive: true });
    // A run that was killed may have left something.
    update();
  } catch (error) {
    throw new CliError("config", `cannot link ${home} in ${path}: ${errorMessage(error)}`);
  }
  const publish = (): void => {
    try {
      update();
    } catch {
      // the next run tries again, and says why it cannot
    }
  };
  return { path, publish };
}

const OWN_DIRECTORY = ".turnpipe";
const ABSENT = "absent";

/** Made by every run of codex; a link to a directory that is not there could not be written through. */
const DIRECTORIES = [".tmp", "sessions", "shell_snapshots", "skills", "thread-writer-locks", "tmp"];

/** Files that codex may make: a link to one that is not there yet can be written through. */
const FILES = [
  ".credentials.json",
  ".sandbox_migration",
  "auth.json",
  "history.jsonl",
  "installation_id",
  "models_cache.json",
  "session_index.jsonl",
  "version.json",
];

/** The logs of a database stand beside the file itself, to which SQLite follows a link. */
const DATABASE_LOG = /\.sqlite-(?:wal|shm|journal)$/;

function linkEntries(path: string, home: string, omitted: readonly OmittedEntry[]): void {
  const hidden: readonly string[] = [OWN_DIRECTORY, ...omitted];
  for (const name of new Set([...readdirSync(home), ...FILES])) {
    if (hidden.includes(name) || DATABASE_LOG.test(name)) continue;
    addLink(join("..", "..", name), join(path, name));
  }
  // These read as absent, and nobody can make them: a run must not meet what another one has written.
  addLink(join("missing", "missing"), join(path, ABSENT));
  for (const name of omitted) addLink(join(ABSENT, name), join(path, name));
}

function addLink(target: string, path: string): void {
  try {
    symlinkSync(target, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function publishEntries(path: string, home: string, hidden: readonly string[]): void {
  for (const entry of ownEntries(path)) {
    const [own, other] = [join(path, entry.name), join(home, entry.name)];
    if (hidden.includes(entry.name)) {
      // Made without what the user has there: it must not replace that.
      rmSync(own, { recursive: true, force: true });
    } else if (entry.isDirectory()) {
      publishDirectory(own, other);
    } else {
      publishFile(own, other);
      // In one step: another run may be reading it.
      const link = temporary(own);
      symlinkSync(join("..", "..", entry.name), link);
      renameSync(link, own);
    }
  }
}

/** What is no link. A database of a codex that makes its own here may be in use: it stays. */
const ownEntries = (path: string): Dirent[] =>
  readdirSync(path, { withFileTypes: true }).filter(
    (entry) => (entry.isFile() || entry.isDirectory()) && !entry.name.includes(".sqlite"),
  );

function publishDirectory(own: string, other: string): void {
  if (!existsSync(other)) {
    renameSync(own, other);
    return;
  }
  for (const entry of ownEntries(own)) {
    const [from, to] = [join(own, entry.name), join(other, entry.name)];
    if (entry.isDirectory()) publishDirectory(from, to);
    else if (modified(to) <= modified(from)) renameSync(from, to);
  }
  if (readdirSync(own).length === 0) rmdirSync(own);
}

/** Puts a file in the place of another one, unless that is newer. */
function publishFile(own: string, other: string): void {
  const target = realPathOrSame(other);
  const [from, to] = [statSync(own), statSync(target, { throwIfNoEntry: false })];
  if (to !== undefined && (to.mtimeMs > from.mtimeMs || to.ino === from.ino)) return;
  const copy = temporary(target);
  try {
    // The same file under two names: a writer that has it open loses nothing.
    linkSync(own, copy);
  } catch {
    copyFileSync(own, copy);
  }
  renameSync(copy, target);
}

const modified = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const temporary = (path: string): string => `${path}.turnpipe-${randomUUID()}`;
