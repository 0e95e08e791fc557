import type { Peer } from "../../rpc/peer.js";
import { METHOD } from "../methods.js";
import type { SandboxMode, ThreadParams } from "../params.js";
import { ConfigResult, readResponse } from "../results.js";
import type { Features } from "./features.js";
import { notSupported } from "./unknown-method.js";

/**
 * Spells the params of a thread as the server knows them. Older servers ignore unknown fields in
 * silence: what cannot be said in another way is an error.
 */
export async function paramsFor(
  peer: Peer,
  features: Features,
  params: ThreadParams,
): Promise<ThreadParams> {
  if (params.approvalsReviewer === "auto_review" && !features.has("approvalsReviewer"))
    throw notSupported("approvalsReviewer", features);
  const { sandbox, permissions } = permissionsFor(features, params);
  const config = await configFor(peer, features, params);
  return { ...params, sandbox, permissions, config };
}

/** A permission profile: first unknown, then an object, now its name. */
function permissionsFor(
  features: Features,
  { sandbox, permissions }: ThreadParams,
): Pick<ThreadParams, "sandbox" | "permissions"> {
  if (typeof permissions !== "string" || features.has("permissionsByName"))
    return { sandbox, permissions };
  if (features.has("permissions"))
    return { sandbox, permissions: { type: "profile", id: permissions } };
  // The server applies a profile of the user's config by itself.
  return { sandbox: sandbox ?? PRESETS.get(permissions) ?? null, permissions: null };
}

const PRESETS: ReadonlyMap<string, SandboxMode> = new Map([
  [":read-only", "read-only"],
  [":workspace", "workspace-write"],
]);

/** Additional directories: a setting on older servers, which replaces those of the user's config. */
async function configFor(
  peer: Peer,
  features: Features,
  { cwd, workspaceRoots, config }: ThreadParams,
): Promise<ThreadParams["config"]> {
  const added = workspaceRoots.filter((root) => root !== cwd);
  if (added.length === 0 || features.has("runtimeWorkspaceRoots")) return config;
  const response = await peer.request(METHOD.readConfig, { cwd, includeLayers: false });
  const { sandbox_workspace_write } = readResponse(
    METHOD.readConfig,
    ConfigResult,
    response,
  ).config;
  const roots = new Set([...(sandbox_workspace_write?.writable_roots ?? []), ...added]);
  return { ...config, "sandbox_workspace_write.writable_roots": [...roots] };
}
