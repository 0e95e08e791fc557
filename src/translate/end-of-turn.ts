import type { ServerItem } from "../protocol/items.js";
import type { RateLimits } from "../protocol/limits.js";
import type { Turn, TurnError } from "../protocol/turn.js";
import { failureOfTurn, unknownEnd } from "./failure.js";
import type { TurnSnapshot, TurnResult } from "./turn-end.js";

/** What was heard of a turn before its end. */
export interface Heard {
  snapshot: TurnSnapshot;
  lastError: TurnError | undefined;
  limits: RateLimits | undefined;
}

/** How a turn ended. It is a success only if it says so, and names no error. */
export function endOfTurn(
  { status, error, durationMs }: Turn,
  items: readonly ServerItem[],
  { snapshot, lastError, limits }: Heard,
): TurnResult {
  const sofar = { ...snapshot, durationMs: durationMs ?? null };
  const failure = error ? failureOfTurn(error, limits) : null;
  switch (status) {
    case "completed": {
      if (failure !== null) return { ...sofar, status: "failed", failure };
      const finalMessage = lastText(items) ?? sofar.finalMessage;
      return { ...sofar, status, finalMessage, failure };
    }
    case "interrupted":
      return { ...sofar, status, failure };
    case "failed": {
      const told = failure ?? failureOfTurn(lastError ?? { message: "turn failed" }, limits);
      return { ...sofar, status, failure: told };
    }
    case "inProgress":
      return { ...sofar, status: "failed", failure: failure ?? unknownEnd(status, error) };
    default:
      return { ...sofar, status: "failed", failure: unknownEnd(status, error) };
  }
}

/** The last message of a turn, else the text of its last plan. */
function lastText(items: readonly ServerItem[]): string | undefined {
  const texts = (type: "agentMessage" | "plan"): string[] =>
    items.flatMap((item) => (item.type === type ? [item.text] : []));
  return texts("agentMessage").at(-1) ?? texts("plan").at(-1);
}
