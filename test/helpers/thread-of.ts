import type { ThreadRequest } from "../../src/session/open-thread.js";
import type { TurnRequest } from "../../src/turn/turn-runner.js";

/** The thread a turn asks for, which is not one that is only looked at. */
export function threadOf({ thread }: TurnRequest): ThreadRequest {
  if (thread.kind === "reopen") throw new TypeError("no turn is played on a thread as it is");
  return thread;
}
