import type { AppServer } from "../protocol/app-server.js";
import type { SandboxMode } from "../protocol/params.js";
import type { StoredThread } from "../protocol/results.js";
import type { TurnContext } from "./latest-turn.js";
import { latestTurn } from "./latest-turn.js";

/**
 * The sandbox that a thread last ran in, to be named when it goes on: in a directory that the user's
 * config does not judge, the server takes read-only for workspace-write (seen on 0.166). Null if it is
 * not known, or known to the server by a name.
 */
export async function ownSandbox(
  server: Pick<AppServer, "readThread">,
  id: string,
): Promise<SandboxMode | null> {
  // The file of a copy begins where that of its source ends.
  let next: string | null = id;
  for (let age = 0; next !== null && age < OLDEST; age++) {
    const thread: StoredThread | undefined = await server.readThread(next).catch(() => undefined);
    const sandbox = await latestTurn({ path: thread?.path }, sandboxOf);
    if (sandbox !== undefined) return sandbox.mode;
    next = thread?.forkedFromId ?? null;
  }
  return null;
}

/** Copies of copies that nothing was said in: more are not believed. */
const OLDEST = 16;

function sandboxOf(context: TurnContext): { mode: SandboxMode | null } | undefined {
  // A permission profile is known by its name, and kept.
  if ((context.active_permission_profile ?? null) !== null) return { mode: null };
  const type = context.sandbox_policy?.type;
  if (typeof type !== "string") return undefined;
  return { mode: MODES.find((mode) => mode === type) ?? null };
}

const MODES: readonly SandboxMode[] = ["read-only", "workspace-write", "danger-full-access"];
