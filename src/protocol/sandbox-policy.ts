import type { SandboxMode, SandboxPolicy } from "./params.js";

/** The policy for a mode that may write, with the settings codex has for it. */
export const sandboxPolicy = (
  mode: Exclude<SandboxMode, "read-only">,
  roots: readonly string[],
  settings: WorkspaceWriteSettings,
): SandboxPolicy =>
  mode === "danger-full-access"
    ? { type: "dangerFullAccess" }
    : {
        type: "workspaceWrite",
        writableRoots: [...new Set([...roots, ...(settings.writable_roots ?? [])])],
        networkAccess: settings.network_access === true,
        excludeTmpdirEnvVar: settings.exclude_tmpdir_env_var === true,
        excludeSlashTmp: settings.exclude_slash_tmp === true,
      };

/** `sandbox_workspace_write` of codex's config. */
interface WorkspaceWriteSettings {
  writable_roots?: readonly string[] | null | undefined;
  network_access?: unknown;
  exclude_tmpdir_env_var?: unknown;
  exclude_slash_tmp?: unknown;
}
