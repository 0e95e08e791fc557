import { randomUUID } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { readRegular } from "../files/bounded-read.js";
import { CliError, errorMessage } from "../outcome/errors.js";
import {
  BARE_SCRIPT,
  EARLIER_HOOK,
  hookBlock,
  isShellScript,
  hasUnpairedMarker,
  readBlock,
  withBlock,
  withoutBlock,
  type Chained,
  type HookBlock,
  type HookOptions,
} from "./hook-script.js";

/** The file of the hook, as an absolute path. */
export interface HookLocation {
  /** Where git looks for the hooks of a repository: `git rev-parse --git-path hooks`. */
  readonly hooksDir: string;
  /** The file, if it is not the one that git runs but one that a hook manager runs. */
  readonly path?: string | undefined;
  /** Whether it runs without being executable: a hook manager gives it to sh. */
  readonly runBySh?: boolean | undefined;
}

/** What was done to the hook. */
export interface HookChange {
  readonly path: string;
  readonly change: "installed" | "updated" | "unchanged" | "removed" | "absent";
  readonly chained: Chained;
}

/** The state of the hook. */
export interface HookStatus {
  /** Whether git runs our block; git ignores a hook that is not executable. */
  readonly installed: boolean;
  readonly mode: HookOptions["mode"] | null;
  readonly onError: HookOptions["onError"] | null;
  readonly path: string;
  readonly chained: Chained;
}

/** Installs the pre-push hook, ahead of any existing hook. */
export function installHook(location: HookLocation, options: HookOptions): HookChange {
  const path = hookPath(location);
  return withHookErrors(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    const hook = readHook(path, location);
    if (hook?.block !== undefined) return update(hook, hook.block, options);
    const chained = chainingFor(hook);
    const block = blockBytes(options, chained);
    if (hook !== undefined && chained === "inside")
      write(path, withBlock(hook.text, block), hook.mode);
    else writeNewHook(path, withBlock(BARE_SCRIPT, block), chained);
    return { path, change: "installed", chained };
  });
}

/** Removes our block and restores the earlier hook byte for byte. */
export function uninstallHook(location: HookLocation): HookChange {
  const path = hookPath(location);
  return withHookErrors(path, () => {
    const hook = readHook(path, location);
    if (hook?.block === undefined) return { path, change: "absent", chained: "none" };
    const chained = chainOf(hook, hook.block);
    const rest = withoutBlock(hook.text);
    if (chained === "inside") write(path, rest, hook.mode);
    else if (chained === "none") rmSync(path);
    else if (rest === BARE_SCRIPT) renameSync(earlierHookPath(path), path);
    else
      throw new CliError("input", `${path} has more in it than turnpipe's block`, {
        hint: TWO_HOOKS_HINT,
      });
    return { path, change: "removed", chained };
  });
}

/** Reports whether and how pushes are reviewed here. */
export function hookStatus(location: HookLocation): HookStatus {
  const path = hookPath(location);
  return withHookErrors(path, () => {
    const hook = readHook(path, location);
    if (hook?.block === undefined)
      return { installed: false, mode: null, onError: null, path, chained: "none" };
    const { mode, onError } = hook.block;
    const chained = chainOf(hook, hook.block);
    return { installed: hook.executable, mode, onError, path, chained };
  });
}

const hookPath = ({ hooksDir, path = join(hooksDir, "pre-push") }: HookLocation): string => path;

const TWO_HOOKS_HINT = `Your earlier hook is ${EARLIER_HOOK} beside it: merge the two by hand.`;
const UNPAIRED_HINT = "Remove the rest of turnpipe's block by hand, then try again.";
const HOOKS_DIR_HINT = "`git rev-parse --git-path hooks` names the folder; it must be writable.";

interface Hook {
  readonly path: string;
  /** Latin-1, one character per byte: a script may be in any encoding and is written back unchanged. */
  readonly text: string;
  readonly mode: number;
  readonly executable: boolean;
  /** Whether it is a regular file, not a link or anything else. */
  readonly isRegular: boolean;
  readonly block: HookBlock | undefined;
}

function readHook(path: string, { runBySh = false }: HookLocation): Hook | undefined {
  // `core.hooksPath=/dev/null` is how people switch all hooks off.
  if (statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  const isRegular = stat.isFile();
  const text = isRegular ? contentOf(path) : "";
  if (hasUnpairedMarker(text))
    throw new CliError("input", `${path} has only one of turnpipe's two markers`, {
      hint: UNPAIRED_HINT,
    });
  const executable = runBySh || isExecutable(path);
  return { path, text, mode: stat.mode & 0o7777, executable, isRegular, block: readBlock(text) };
}

/** Reads a hook; a larger file is an error and not skipped, because turnpipe's block may be in it. */
function contentOf(path: string): string {
  try {
    return readRegular(path, MAX_HOOK_BYTES, { followLink: false }).toString("latin1");
  } catch (error) {
    throw new CliError("input", `cannot read the hook ${path}: ${errorMessage(error)}`, {
      hint: "Move it away, or replace it with a script that runs it; then try again.",
    });
  }
}

const MAX_HOOK_BYTES = 16 * 1024 * 1024;

/** Checks as git does. */
function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Chooses where an existing hook goes. One that is not executable is kept apart: in an executable file
 * it would start to run.
 */
function chainingFor(hook: Hook | undefined): Chained {
  if (hook === undefined) return "none";
  return hook.isRegular && hook.executable && isShellScript(hook.text) ? "inside" : "beside";
}

/** How the earlier hook is chained now, which may differ from when our block was written. */
function chainOf({ path, text }: Hook, { chained }: HookBlock): Chained {
  if ((chained === "beside" || chained === null) && exists(earlierHookPath(path))) return "beside";
  return chained !== "inside" && withoutBlock(text) === BARE_SCRIPT ? "none" : "inside";
}

function update(hook: Hook, block: HookBlock, options: HookOptions): HookChange {
  const { path, text, mode, executable } = hook;
  const chained = chainOf(hook, block);
  const changed = withBlock(withoutBlock(text), blockBytes(options, chained));
  if (changed === text && executable) return { path, change: "unchanged", chained };
  write(path, changed, executable ? mode : EXECUTABLE);
  return { path, change: "updated", chained };
}

const blockBytes = (options: HookOptions, chained: Chained): string =>
  Buffer.from(hookBlock(options, chained)).toString("latin1");

/** Writes a hook file of our own, after moving an existing one aside. */
function writeNewHook(path: string, text: string, chained: Chained): void {
  if (chained !== "beside") {
    write(path, text, EXECUTABLE);
    return;
  }
  if (exists(earlierHookPath(path)))
    throw new CliError("input", `${earlierHookPath(path)} already exists`, {
      hint: "It is where turnpipe would keep the hook you have now. Move it away first.",
    });
  renameSync(path, earlierHookPath(path));
  try {
    write(path, text, EXECUTABLE);
  } catch (error) {
    renameSync(earlierHookPath(path), path);
    throw error;
  }
}

/** Writes a file atomically: git may run it at any moment. */
function write(path: string, text: string, mode: number): void {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(draft, text, "latin1");
    chmodSync(draft, mode);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

const EXECUTABLE = 0o755;
const earlierHookPath = (path: string): string => join(dirname(path), EARLIER_HOOK);
const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

function withHookErrors<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof CliError) throw error;
    const message = `cannot access the hook ${path}: ${errorMessage(error)}`;
    throw new CliError("input", message, { hint: HOOKS_DIR_HINT, cause: error });
  }
}
