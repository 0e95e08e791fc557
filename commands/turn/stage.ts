import type { TerminalEvent } from "../../src/dialect/events.js";
import type { Runtime } from "../../src/context.js";
import type { LimitWish } from "../../src/turn/limits.js";
import type { Standing } from "../../src/translate/turn-end.js";
import type { Counter } from "./write-results.js";
import { deliver } from "./write-results.js";
import type { PreparedTurn } from "./prepare.js";
import type { ServerChoice } from "../../src/session/server-spec.js";
import type { TurnOptions } from "./options.js";

/** What still matters of the options once a turn is prepared. */
export type PlayOptions = ServerChoice &
  Pick<TurnOptions, "json" | "level" | "color" | "include" | "failOn"> & {
    rawOutput?: boolean;
    minQuota?: number | undefined;
    preflight?: boolean;
    limits?: LimitWish;
    startupMs?: number | undefined;
  };

/** Everything a run stands on. */
export interface Stage extends Counter {
  options: PlayOptions;
  runtime: Runtime;
  prepared: PreparedTurn;
}

/** Hands out the last event, once everybody has had a say. */
export async function hand(
  event: TerminalEvent,
  standing: Standing,
  stage: Stage,
): Promise<TerminalEvent> {
  const { conclude } = stage.prepared;
  const last = conclude === undefined ? event : await conclude(event, standing);
  return deliver(last, standing, stage);
}
