import { CliError, errorMessage } from "../outcome/errors.js";
import type { AppServer } from "../protocol/app-server.js";
import type { ServerRateLimits } from "../protocol/limits.js";
import { RpcError } from "../rpc/peer.js";
import { limitsRecord, remainingQuota } from "../translate/limits-record.js";
import type { Notes } from "./session.js";

/**
 * Reads the account's limits before the turn. An account without limits, or a server that cannot
 * report them, does not stop the turn.
 */
export async function readQuota(
  server: AppServer,
  notes: Notes,
): Promise<ServerRateLimits | undefined> {
  try {
    return (await (await server.accounts()).readLimits())[0];
  } catch (error) {
    const timedOut = error instanceof CliError && error.kind === "server_unreachable";
    if (!timedOut && !(error instanceof RpcError)) throw error;
    notes.warn(`--min-quota cannot be checked: ${errorMessage(error)}`);
    return undefined;
  }
}

/** Throws if less than `atLeast` percent is left. */
export function requireQuota(limits: ServerRateLimits, atLeast: number, notes: Notes): void {
  const record = limitsRecord(limits);
  const left = record === null ? null : remainingQuota(record);
  if (left === null) notes.warn("--min-quota cannot be checked: the server reports no limits");
  else if (left.percent < atLeast) throw quotaError(left, atLeast);
}

export const quotaError = (
  { percent, resetsAt }: { percent: number; resetsAt: string | null },
  atLeast: number,
): CliError =>
  new CliError(
    "usage_limit",
    `${String(percent)}% of the usage limit is left, less than the ${String(atLeast)}% asked for`,
    { resetsAt },
  );
