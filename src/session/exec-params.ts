import type { SandboxMode, ThreadParams } from "../protocol/params.js";
import type { CodexSettings } from "../protocol/results.js";
import { repositoryRoot } from "../files/repository-root.js";

/**
 * The thread parameters codex exec would send. It repeats codex's current settings when it resumes
 * a thread, which then runs with those; we have to read them from the server first.
 */
export function execParams(
  kind: "new" | "resume" | "fork",
  params: ThreadParams,
  settings: CodexSettings,
): ThreadParams {
  const complete = {
    ...params,
    workspaceRoots: [...new Set([...params.workspaceRoots, ...writableRoots(settings)])],
    approvalPolicy: params.approvalPolicy ?? approvalPolicy(settings),
  };
  // The server applies the current settings to a new thread.
  if (kind === "new") return complete;
  const configured = hasPermissionProfile(settings) ? null : (settings.sandbox_mode ?? null);
  const sandbox = params.sandbox ?? (configured as SandboxMode | null);
  return {
    ...complete,
    model: params.model ?? settings.model ?? null,
    modelProvider: params.modelProvider ?? settings.model_provider ?? "openai",
    sandbox,
    permissions: sandbox === null ? permissionProfile(params.cwd, settings) : null,
  };
}

/** Nobody can approve, except the automatic reviewer. */
const approvalPolicy = (settings: CodexSettings): unknown =>
  settings.approvals_reviewer === "auto_review"
    ? (settings.approval_policy ?? "on-request")
    : "never";

/** Writable roots from the config, for any sandbox; a permission profile has its own. */
const writableRoots = (settings: CodexSettings): readonly string[] =>
  hasPermissionProfile(settings) ? [] : (settings.sandbox_workspace_write?.writable_roots ?? []);

export const hasPermissionProfile = ({ default_permissions }: CodexSettings): boolean =>
  (default_permissions ?? null) !== null;

/** The permission profile without a sandbox mode: a directory with any trust level is writable. */
export function permissionProfile(
  cwd: string,
  { default_permissions, projects }: CodexSettings,
): string {
  if (default_permissions !== undefined && default_permissions !== null) return default_permissions;
  const places = [cwd, repositoryRoot(cwd)].filter((place) => place !== undefined);
  const hasTrustLevel = places.some((place) => (projects?.[place]?.trust_level ?? null) !== null);
  return hasTrustLevel ? ":workspace" : ":read-only";
}
