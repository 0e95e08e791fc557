import type { SandboxMode } from "../protocol/params.js";
import type { CodexSettings } from "../protocol/results.js";
import { hasPermissionProfile, permissionProfile } from "./exec-params.js";

/** A sandbox set by a project's config file: it may narrow the one in force, not widen it. */
export interface SandboxAtMost {
  mode: SandboxMode;
  /** The config file. */
  file: string;
}

/**
 * The sandbox to request for the thread, if any, and a warning if the file's setting is ignored.
 */
export function narrowSandbox(
  { mode, file }: SandboxAtMost,
  inForce: SandboxMode | null,
): { sandbox: SandboxMode | null; warning: string | undefined } {
  // A permission profile cannot be compared with a mode: it stays.
  const distance = inForce === null ? -1 : MODES.indexOf(inForce) - MODES.indexOf(mode);
  if (distance > 0) return { sandbox: mode, warning: undefined };
  // Not requested: codex's config may hold more settings for this mode than its name.
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

/** The sandbox a new thread gets by default; null for a permission profile of the user. */
export function sandboxInForce(cwd: string, settings: CodexSettings): SandboxMode | null {
  const named = hasPermissionProfile(settings) ? undefined : settings.sandbox_mode;
  const mode = named ?? PROFILES.get(permissionProfile(cwd, settings));
  return MODES.find((known) => known === mode) ?? null;
}

const PROFILES: ReadonlyMap<string, SandboxMode> = new Map([
  [":read-only", "read-only"],
  [":workspace", "workspace-write"],
]);
