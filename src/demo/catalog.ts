import contextFull from "./scenarios/context-full.json" with { type: "json" };
import cutOff from "./scenarios/cut-off.json" with { type: "json" };
import edit from "./scenarios/edit.json" with { type: "json" };
import hello from "./scenarios/hello.json" with { type: "json" };
import overloaded from "./scenarios/overloaded.json" with { type: "json" };
import rateLimited from "./scenarios/rate-limited.json" with { type: "json" };
import review from "./scenarios/review.json" with { type: "json" };
import slow from "./scenarios/slow.json" with { type: "json" };
import unauthorized from "./scenarios/unauthorized.json" with { type: "json" };
import { parseScenario, type Scenario } from "./scenario.js";

const CATALOG: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["hello", hello],
  ["edit", edit],
  ["review", review],
  ["rate-limited", rateLimited],
  ["unauthorized", unauthorized],
  ["overloaded", overloaded],
  ["context-full", contextFull],
  ["slow", slow],
  ["cut-off", cutOff],
]);

/** The scenarios `--demo` knows, in the order help shows them. */
export const DEMO_NAMES: readonly string[] = [...CATALOG.keys()];

/** Returns the scenario of that name, if there is one. */
export function demoScenario(name: string): Scenario | undefined {
  return CATALOG.has(name) ? parseScenario(CATALOG.get(name)) : undefined;
}
