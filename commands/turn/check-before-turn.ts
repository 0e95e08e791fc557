import { existsSync } from "node:fs";
import { join } from "node:path";

import type { RunContext } from "../../src/context.js";
import { codexHome } from "../../src/files/home-directories.js";
import type { ServerOptions } from "../../src/session/server-spec.js";
import { apiKeyIn } from "../../src/session/server-spec.js";
import { abortable } from "../../src/async/abortable.js";
import type { Session } from "../../src/session/session.js";
import type { TurnContext } from "../../src/turn/run-turn.js";
import type { TurnRequest } from "../../src/turn/turn-runner.js";

/** Checks `--min-quota`; the limits it reads are reported with the turn. */
export async function checkQuota(
  { server }: Session,
  minQuota: number | undefined,
  context: TurnContext,
): Promise<void> {
  if (minQuota === undefined) return;
  const { readQuota, requireQuota } = await import("../../src/session/quota.js");
  context.rateLimits = await abortable(readQuota(server, context.notes), context.stop);
  if (context.rateLimits === undefined) return;
  requireQuota(context.rateLimits, minQuota, context.notes);
}

/**
 * Whether codex may have no login: without a key in the environment, and without the file that it keeps a
 * login in. It may still have one, in the system's keyring. A replay asks if the recorded run did.
 */
export function mayLackLogin(
  { connect, preflight }: Pick<ServerOptions, "connect"> & { preflight?: boolean },
  { env, cwd, recordingContext }: RunContext,
): boolean {
  if (preflight === true || connect !== undefined) return false;
  if (recordingContext?.isReplay === true) return recordingContext.readsLogin === true;
  return apiKeyIn(env) === undefined && !existsSync(join(codexHome({ env, cwd }), "auth.json"));
}

/** Checks the sandbox and the login, for `--preflight`. */
export async function runPreflight(
  { server }: Session,
  { thread }: TurnRequest,
  { notes, stop }: TurnContext,
): Promise<void> {
  const { preflight } = await import("../../src/session/preflight.js");
  await abortable(preflight(server, thread, notes), stop);
}
