import { lstatSync, readdirSync, readFileSync, realpathSync, rmdirSync } from "node:fs";
import { platform, tmpdir, userInfo } from "node:os";
import { join } from "node:path";

import { readProcess } from "./proc.js";

/** Directories that a sandbox may create where it lets commands write. */
export interface MountPoints {
  /** Removes the ones that are left and empty. Safe to call at any time. */
  remove(): void;
}

/**
 * Records which mount points do not exist before a run, so that they can be removed after it. The Linux
 * sandbox of codex creates one for each of these names in every directory that commands may write to, and
 * removes them when the command ends; a sandbox that is killed leaves them (seen on 0.166).
 */
export function mountPoints(directories: readonly string[]): MountPoints {
  if (platform() !== "linux") return { remove: () => undefined };
  const paths = directories
    .flatMap(realPath)
    .flatMap((root) => MOUNT_POINT_NAMES.map((name) => join(root, name)));
  const candidates = [...new Set(paths)].filter((path) => !exists(path) || isLeftover(path));
  return {
    remove() {
      for (const path of candidates)
        if (isEmpty(path) && !markersOf(path).isInUse) removeEmpty(path);
    },
  };
}

const MOUNT_POINT_NAMES = [".agents", ".aws", ".codex", ".git"];

/** Whether an earlier run, killed before it could clean up, left this directory. */
const isLeftover = (path: string): boolean => {
  const markers = isEmpty(path) ? markersOf(path) : NO_MARKERS;
  return markers.isSynthetic && !markers.isInUse;
};

const NO_MARKERS = { isSynthetic: false, isInUse: false };

/**
 * Reads codex's own records of a mount point: a directory named by a hash of its path, with a file for each
 * sandbox that uses it, named by its pid. A running sandbox would lose its protection with the directory.
 */
function markersOf(path: string): typeof NO_MARKERS {
  const folder = join(
    tmpdir(),
    `codex-bwrap-synthetic-mount-targets-${userInfo().uid}`,
    hash(path),
  );
  const names = listDirectory(folder).filter((name) => /^\d{1,10}$/.test(name));
  return {
    isSynthetic: names.some((pid) => readStart(join(folder, pid)).startsWith("synthetic")),
    isInUse: names.some((pid) => readProcess(Number(pid)) !== undefined),
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

/** Whether a path exists; true if we may not read it. */
function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** Whether a path is an empty directory, not a link to one. */
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
    // it is no longer empty, or we may not remove it
  }
}

function realPath(path: string): string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}

function listDirectory(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function readStart(path: string): string {
  try {
    return readFileSync(path, "latin1").slice(0, 100);
  } catch {
    return "";
  }
}
