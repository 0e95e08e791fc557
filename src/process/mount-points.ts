import { lstatSync, readdirSync, readFileSync, realpathSync, rmdirSync } from "node:fs";
import { platform, tmpdir, userInfo } from "node:os";
import { join } from "node:path";

import { readProcess } from "./proc.js";

/** The directories that a sandbox may make where it lets commands write. */
export interface MountPoints {
  /** Removes those of them that are left, and empty. Safe to call at any time. */
  remove(): void;
}

/**
 * Remembers which mount points are there before a run. The Linux sandbox of codex makes one for each of
 * these names in every directory that commands may write to, and removes them when the command ends; a
 * sandbox that is killed leaves them (seen on 0.166).
 */
export function mountPoints(directories: readonly string[]): MountPoints {
  if (platform() !== "linux") return { remove: () => undefined };
  const paths = directories
    .flatMap(realPath)
    .flatMap((root) => NAMES.map((name) => join(root, name)));
  const candidates = [...new Set(paths)].filter((path) => !exists(path) || isLeftover(path));
  return {
    remove() {
      for (const path of candidates) if (isEmpty(path) && !usersOf(path).alive) removeEmpty(path);
    },
  };
}

const NAMES = [".agents", ".aws", ".codex", ".git"];

/** An earlier run may have been killed before it could clean up: codex's own record tells. */
const isLeftover = (path: string): boolean => {
  const users = isEmpty(path) ? usersOf(path) : NOBODY;
  return users.made && !users.alive;
};

const NOBODY = { made: false, alive: false };

/**
 * Who uses a mount point: codex keeps a folder for each, named by a hash of its path, with a file for each
 * sandbox, named by its process. One that lives would lose its protection with the directory.
 */
function usersOf(path: string): typeof NOBODY {
  const folder = join(
    tmpdir(),
    `codex-bwrap-synthetic-mount-targets-${userInfo().uid}`,
    hash(path),
  );
  const markers = namesIn(folder).filter((name) => /^\d{1,10}$/.test(name));
  return {
    made: markers.some((pid) => textOf(join(folder, pid)).startsWith("synthetic")),
    alive: markers.some((pid) => readProcess(Number(pid)) !== undefined),
  };
}

/** FNV-1a, 64 bits. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) {
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  }
  return value.toString(16).padStart(16, "0");
}

/** Also what we may not look at. */
function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** Whether it is an empty directory, and not a link to one. */
function isEmpty(path: string): boolean {
  try {
    return lstatSync(path).isDirectory() && readdirSync(path).length === 0;
  } catch {
    return false;
  }
}

function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // it is not empty any more, or not ours to remove
  }
}

function realPath(path: string): string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1").slice(0, 100);
  } catch {
    return "";
  }
}
