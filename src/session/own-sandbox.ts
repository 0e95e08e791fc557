import type { AppServer } from "../protocol/app-server.js";
import type { SandboxMode } from "../protocol/params.js";
import type { StoredThread } from "../protocol/results.js";
import type { RolloutTurnContext } from "./latest-turn.js";
import { findInLatestTurn } from "./latest-turn.js";

/**
 * Finds the sandbox that a thread last ran in, to pass it on resume: in a directory without a trust
 * level in the user's config, the server turns workspace-write into read-only (seen on 0.166). Null
 * if it is not known, or is a permission profile, which the server keeps.
 */
export async function ownSandbox(
  server: Pick<AppServer, "readThread">,
  id: string,
): Promise<SandboxMode | null> {
  // The file of a fork starts where that of its source ends.
  let next: string | null = id;
  for (let depth = 0; next !== null && depth < MAX_FORKS; depth++) {
    const thread: StoredThread | undefined = await server.readThread(next).catch(() => undefined);
    const sandbox = await findInLatestTurn({ path: thread?.path }, sandboxOf);
    if (sandbox !== undefined) return sandbox.mode;
    next = thread?.forkedFromId ?? null;
  }
  return null;
}

/** How many forks without a turn of their own are followed. */
const MAX_FORKS = 16;

function sandboxOf(context: RolloutTurnContext): { mode: SandboxMode | null } | undefined {
  // The server keeps a permission profile.
  if ((context.active_permission_profile ?? null) !== null) return { mode: null };
  const type = context.sandbox_policy?.type;
  if (typeof type !== "string") return undefined;
  return { mode: MODES.find((mode) => mode === type) ?? null };
}

const MODES: readonly SandboxMode[] = ["read-only", "workspace-write", "danger-full-access"];
