import { randomUUID } from "node:crypto";
import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { join, resolve } from "node:path";

import { CliError, errorMessage } from "../outcome/errors.js";
import { isTurnpipe, isTurnpipeName } from "../process/program-name.js";

/** What stands in a directory under the name `codex`. */
export type ShimState =
  | { kind: "absent"; path: string }
  /** A link to turnpipe; `works` is false when it leads nowhere. */
  | { kind: "own"; path: string; target: string; works: boolean }
  | { kind: "other"; path: string };

/** What was done to the link. */
export interface ShimChange {
  change: "installed" | "updated" | "unchanged" | "removed" | "absent";
  path: string;
}

/** Looks at the `codex` of a directory. */
export function shimState(dir: string): ShimState {
  const path = join(dir, "codex");
  return withLinkErrors(path, () => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { kind: "absent", path };
    if (!stats.isSymbolicLink()) return { kind: "other", path };
    const target = resolve(dir, readlinkSync(path));
    const works = isTurnpipe(path);
    return works || (isTurnpipeName(target) && leadsNowhere(path))
      ? { kind: "own", path, target, works }
      : { kind: "other", path };
  });
}

/** Makes the link, or lets an existing one of ours lead to this turnpipe. */
export function installShim(dir: string, program: string): ShimChange {
  const state = shimState(dir);
  const { path } = state;
  const target = linkTarget(program);
  requireExecutable(target);
  if (state.kind === "other") {
    throw new CliError("input", `${path} exists and is not a link to turnpipe`, {
      hint: "name another directory, before that one on PATH: turnpipe shim install --dir DIR",
    });
  }
  if (state.kind === "own" && state.works && state.target === target) {
    return { change: "unchanged", path };
  }
  return withLinkErrors(path, () => {
    mkdirSync(dir, { recursive: true });
    if (state.kind === "absent") {
      symlinkSync(target, path);
      return { change: "installed", path };
    }
    const temporary = `${path}.${randomUUID()}`;
    symlinkSync(target, temporary);
    renameSync(temporary, path);
    return { change: "updated", path };
  });
}

/** Removes the link if it is ours. */
export function uninstallShim(dir: string): ShimChange {
  const { kind, path } = shimState(dir);
  if (kind !== "own") return { change: "absent", path };
  return withLinkErrors(path, () => {
    rmSync(path);
    return { change: "removed", path };
  });
}

/** The link that started us, which outlives an update; the file itself if a link has another name. */
const linkTarget = (program: string): string =>
  isTurnpipeName(program) ? program : realpathSync(program);

/** From source there is nothing that a shell could start. */
function requireExecutable(target: string): void {
  try {
    accessSync(target, constants.X_OK);
  } catch {
    throw new CliError("input", `${target} is not executable: a link to it would not work`, {
      hint: "build and install turnpipe, and start the installed program",
    });
  }
}

function leadsNowhere(path: string): boolean {
  try {
    realpathSync(path);
    return false;
  } catch {
    return true;
  }
}

function withLinkErrors<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new CliError("input", `cannot access ${path}: ${errorMessage(error)}`, {
      hint: "name a directory you may write to: --dir DIR",
      cause: error,
    });
  }
}
