import type { TerminalEvent } from "../../src/dialect/events.js";
import type { RunContext } from "../../src/context.js";
import type { LimitOptions } from "../../src/turn/limits.js";
import type { TurnSnapshot } from "../../src/translate/turn-completion.js";
import type { ResultContext } from "./write-results.js";
import { writeResults } from "./write-results.js";
import type { PreparedTurn } from "./prepare.js";
import type { ServerOptions } from "../../src/session/server-spec.js";
import type { TurnOptions } from "./options.js";

/** The options that a prepared turn still needs. */
export type PreparedTurnOptions = ServerOptions &
  Pick<TurnOptions, "json" | "level" | "color" | "include" | "failOn"> & {
    rawOutput?: boolean;
    minQuota?: number | undefined;
    preflight?: boolean;
    limits?: LimitOptions;
    startupMs?: number | undefined;
  };

/** A prepared turn with its options, runtime and outputs. */
export interface TurnSetup extends ResultContext {
  options: PreparedTurnOptions;
  runContext: RunContext;
  prepared: PreparedTurn;
}

/** Applies `conclude` to the last event and writes the results. */
export async function finishAndWrite(
  event: TerminalEvent,
  snapshot: TurnSnapshot,
  setup: TurnSetup,
): Promise<TerminalEvent> {
  const { conclude } = setup.prepared;
  const last = conclude === undefined ? event : await conclude(event, snapshot);
  return writeResults(last, snapshot, setup);
}
