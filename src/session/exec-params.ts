import type { SandboxMode, ThreadParams } from "../protocol/params.js";
import type { Settings } from "../protocol/results.js";
import { repositoryRoot } from "../files/repository-root.js";

/**
 * The parameters codex exec would send. It knows the settings of codex and says them again for an
 * old thread, which then runs on today's; a server of its own must be asked for them first.
 */
export function likeExec(
  kind: "new" | "resume" | "fork",
  params: ThreadParams,
  settings: Settings,
): ThreadParams {
  const complete = {
    ...params,
    workspaceRoots: [...new Set([...params.workspaceRoots, ...writableRoots(settings)])],
    approvalPolicy: params.approvalPolicy ?? approvalPolicy(settings),
  };
  // A new thread gets today's settings from the server.
  if (kind === "new") return complete;
  const configured = hasProfile(settings) ? null : (settings.sandbox_mode ?? null);
  const sandbox = params.sandbox ?? (configured as SandboxMode | null);
  return {
    ...complete,
    model: params.model ?? settings.model ?? null,
    modelProvider: params.modelProvider ?? settings.model_provider ?? "openai",
    sandbox,
    permissions: sandbox === null ? permissions(params.cwd, settings) : null,
  };
}

/** Nobody is there to approve, unless it is the automatic reviewer. */
const approvalPolicy = (settings: Settings): unknown =>
  settings.approvals_reviewer === "auto_review"
    ? (settings.approval_policy ?? "on-request")
    : "never";

/** Roots the config adds, whatever the sandbox; a permission profile has roots of its own. */
const writableRoots = (settings: Settings): readonly string[] =>
  hasProfile(settings) ? [] : (settings.sandbox_workspace_write?.writable_roots ?? []);

export const hasProfile = ({ default_permissions }: Settings): boolean =>
  (default_permissions ?? null) !== null;

/** The profile in force when nothing names a sandbox: a directory that was ever judged is writable. */
export function permissions(cwd: string, { default_permissions, projects }: Settings): string {
  if (default_permissions !== undefined && default_permissions !== null) return default_permissions;
  const places = [cwd, repositoryRoot(cwd)].filter((place) => place !== undefined);
  const judged = places.some((place) => (projects?.[place]?.trust_level ?? null) !== null);
  return judged ? ":workspace" : ":read-only";
}
