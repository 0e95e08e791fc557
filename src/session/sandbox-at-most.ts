import type { SandboxMode } from "../protocol/params.js";
import type { Settings } from "../protocol/results.js";
import { hasProfile, permissions } from "./exec-params.js";

/** A sandbox that a project's config file asks for; it may narrow the one in force, not widen it. */
export interface SandboxAtMost {
  mode: SandboxMode;
  /** The file that says so. */
  file: string;
}

/** The sandbox to name for the thread, if any, and the warning where the file's word does not count. */
export function narrowed(
  { mode, file }: SandboxAtMost,
  inForce: SandboxMode | null,
): { sandbox: SandboxMode | null; warning: string | undefined } {
  // A permission profile of the user's own is neither wider nor narrower: it stays.
  const distance = inForce === null ? -1 : MODES.indexOf(inForce) - MODES.indexOf(mode);
  if (distance > 0) return { sandbox: mode, warning: undefined };
  // The same need not be named: codex has more to say about it than its name.
  if (distance === 0) return { sandbox: null, warning: undefined };
  const instead =
    inForce === null ? "the permissions of codex's own config stay" : `it stays ${inForce}`;
  const warning =
    `${file}: ignored sandbox: ${instead} ` +
    "(a project file may not loosen this; --trust-project-config allows it)";
  return { sandbox: null, warning };
}

/** From the narrowest to the widest. */
const MODES: readonly SandboxMode[] = ["read-only", "workspace-write", "danger-full-access"];

/** The sandbox a new thread gets where nobody names one; null for a permission profile of the user's. */
export function sandboxInForce(cwd: string, settings: Settings): SandboxMode | null {
  const named = hasProfile(settings) ? undefined : settings.sandbox_mode;
  const mode = named ?? PROFILES.get(permissions(cwd, settings));
  return MODES.find((known) => known === mode) ?? null;
}

const PROFILES: ReadonlyMap<string, SandboxMode> = new Map([
  [":read-only", "read-only"],
  [":workspace", "workspace-write"],
]);
