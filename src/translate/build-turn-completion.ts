import type { ServerItem } from "../protocol/items.js";
import type { ServerRateLimits } from "../protocol/limits.js";
import type { Turn, TurnError } from "../protocol/turn.js";
import { turnFailure, unknownStatusFailure } from "./failure.js";
import type { TurnSnapshot, TurnCompletion } from "./turn-completion.js";

/** What was received of a turn before its end. */
export interface TurnProgress {
  snapshot: TurnSnapshot;
  lastError: TurnError | undefined;
  limits: ServerRateLimits | undefined;
}

/** Builds the result of a turn. It is a success only if its status says so and it has no error. */
export function buildTurnCompletion(
  { status, error, durationMs }: Turn,
  items: readonly ServerItem[],
  { snapshot, lastError, limits }: TurnProgress,
): TurnCompletion {
  const soFar = { ...snapshot, durationMs: durationMs ?? null };
  const failure = error ? turnFailure(error, limits) : null;
  switch (status) {
    case "completed": {
      if (failure !== null) return { ...soFar, status: "failed", failure };
      const finalMessage = lastText(items) ?? soFar.finalMessage;
      return { ...soFar, status, finalMessage, failure };
    }
    case "interrupted":
      return { ...soFar, status, failure };
    case "failed": {
      const reported = failure ?? turnFailure(lastError ?? { message: "turn failed" }, limits);
      return { ...soFar, status, failure: reported };
    }
    case "inProgress":
      return {
        ...soFar,
        status: "failed",
        failure: failure ?? unknownStatusFailure(status, error),
      };
    default:
      return { ...soFar, status: "failed", failure: unknownStatusFailure(status, error) };
  }
}

/** The last agent message of a turn, else its last plan. */
function lastText(items: readonly ServerItem[]): string | undefined {
  const texts = (type: "agentMessage" | "plan"): string[] =>
    items.flatMap((item) => (item.type === type ? [item.text] : []));
  return texts("agentMessage").at(-1) ?? texts("plan").at(-1);
}
