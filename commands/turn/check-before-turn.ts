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

/** Checks the sandbox and the login, for `--preflight`. */
export async function runPreflight(
  { server }: Session,
  { thread }: TurnRequest,
  { notes, stop }: TurnContext,
): Promise<void> {
  const { preflight } = await import("../../src/session/preflight.js");
  await abortable(preflight(server, thread, notes), stop);
}
