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
import { CliError, reasonOf } from "../outcome/errors.js";
import {
  BARE_SCRIPT,
  EARLIER_HOOK,
  hookBlock,
  isShellScript,
  isTorn,
  readBlock,
  withBlock,
  withoutBlock,
  type Chained,
  type HookBlock,
  type HookOptions,
} from "./hook-script.js";

/** Where git looks for the hooks of a repository: `git rev-parse --git-path hooks`, as an absolute path. */
export interface HookPlace {
  readonly hooksDir: string;
}

/** What became of the hook. */
export interface HookChange {
  readonly path: string;
  readonly change: "installed" | "updated" | "unchanged" | "removed" | "absent";
  readonly chained: Chained;
}

/** What stands there now. */
export interface HookStatus {
  /** Whether git runs our part: a hook that is not executable it passes over. */
  readonly installed: boolean;
  readonly mode: HookOptions["mode"] | null;
  readonly onError: HookOptions["onError"] | null;
  readonly path: string;
  readonly chained: Chained;
}

/** Puts the review before a push, in front of whatever hook is there already. */
export function installHook({ hooksDir }: HookPlace, options: HookOptions): HookChange {
  const path = join(hooksDir, "pre-push");
  return onDisk(path, () => {
    mkdirSync(hooksDir, { recursive: true });
    const hook = look(path);
    if (hook?.block !== undefined) return update(hook, hook.block, options);
    const chained = placeFor(hook);
    const block = blockBytes(options, chained);
    if (hook !== undefined && chained === "inside")
      write(path, withBlock(hook.text, block), hook.mode);
    else writeOwn(path, withBlock(BARE_SCRIPT, block), chained);
    return { path, change: "installed", chained };
  });
}

/** Takes our part away and leaves the hook that was there before, byte for byte. */
export function uninstallHook({ hooksDir }: HookPlace): HookChange {
  const path = join(hooksDir, "pre-push");
  return onDisk(path, () => {
    const hook = look(path);
    if (hook?.block === undefined) return { path, change: "absent", chained: "none" };
    const chained = chainOf(hook, hook.block);
    const rest = withoutBlock(hook.text);
    if (chained === "inside") write(path, rest, hook.mode);
    else if (chained === "none") rmSync(path);
    else if (rest === BARE_SCRIPT) renameSync(earlier(path), path);
    else throw new CliError("input", `${path} has more in it than turnpipe's part`, { hint: TWO });
    return { path, change: "removed", chained };
  });
}

/** Says whether and how a push is reviewed here. */
export function hookStatus({ hooksDir }: HookPlace): HookStatus {
  const path = join(hooksDir, "pre-push");
  return onDisk(path, () => {
    const hook = look(path);
    if (hook?.block === undefined)
      return { installed: false, mode: null, onError: null, path, chained: "none" };
    const { mode, onError } = hook.block;
    const chained = chainOf(hook, hook.block);
    return { installed: hook.executable, mode, onError, path, chained };
  });
}

const TWO = `Your earlier hook is ${EARLIER_HOOK} beside it: make one of the two by hand.`;
const TORN = "Remove what is left of it by hand, then try again.";
const LOCKED = "`git rev-parse --git-path hooks` names the folder; it must be writable.";

interface Hook {
  readonly path: string;
  /** One character a byte: a script may be in any encoding, and comes back as it was. */
  readonly text: string;
  readonly mode: number;
  readonly executable: boolean;
  /** Whether it is a file, not a link or something stranger. */
  readonly plain: boolean;
  readonly block: HookBlock | undefined;
}

function look(path: string): Hook | undefined {
  // `core.hooksPath=/dev/null` is how people switch all hooks off.
  if (statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  const plain = stat.isFile();
  const text = plain ? contentOf(path) : "";
  if (isTorn(text))
    throw new CliError("input", `${path} has only one of turnpipe's two markers`, { hint: TORN });
  const executable = isExecutable(path);
  return { path, text, mode: stat.mode & 0o7777, executable, plain, block: readBlock(text) };
}

/** One that is larger is no script; it is refused, because turnpipe's part may be in it. */
function contentOf(path: string): string {
  try {
    return readRegular(path, MAX_HOOK_BYTES, { followLink: false }).toString("latin1");
  } catch (error) {
    throw new CliError("input", `cannot read the hook ${path}: ${reasonOf(error)}`, {
      hint: "Move it away, or replace it by a script that runs it; then try again.",
    });
  }
}

const MAX_HOOK_BYTES = 16 * 1024 * 1024;

/** As git asks. */
function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A script that is not executable stays apart: in a file that is, it would begin to run. */
function placeFor(hook: Hook | undefined): Chained {
  if (hook === undefined) return "none";
  return hook.plain && hook.executable && isShellScript(hook.text) ? "inside" : "beside";
}

/** What really stands behind our part, which may not be what was there when it was written. */
function chainOf({ path, text }: Hook, { chained }: HookBlock): Chained {
  if ((chained === "beside" || chained === null) && exists(earlier(path))) return "beside";
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

/** Writes a file of our own, after what may be there has made room. */
function writeOwn(path: string, text: string, chained: Chained): void {
  if (chained !== "beside") {
    write(path, text, EXECUTABLE);
    return;
  }
  if (exists(earlier(path)))
    throw new CliError("input", `${earlier(path)} is there already`, {
      hint: "It is where turnpipe would keep the hook you have now. Move it away first.",
    });
  renameSync(path, earlier(path));
  try {
    write(path, text, EXECUTABLE);
  } catch (error) {
    renameSync(earlier(path), path);
    throw error;
  }
}

/** Writes a file whole or not at all: git may run it at any moment. */
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
const earlier = (path: string): string => join(dirname(path), EARLIER_HOOK);
const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

function onDisk<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof CliError) throw error;
    const message = `cannot work on the hook ${path}: ${reasonOf(error)}`;
    throw new CliError("input", message, { hint: LOCKED, cause: error });
  }
}
