import contextFull from "./scenarios/context-full.json" with { type: "json" };
import cutOff from "./scenarios/cut-off.json" with { type: "json" };
import edit from "./scenarios/edit.json" with { type: "json" };
import hello from "./scenarios/hello.json" with { type: "json" };
import overloaded from "./scenarios/overloaded.json" with { type: "json" };
import rateLimited from "./scenarios/rate-limited.json" with { type: "json" };
import review from "./scenarios/review.json" with { type: "json" };
import slow from "./scenarios/slow.json" with { type: "json" };
import unauthorized from "./scenarios/unauthorized.json" with { type: "json" };
import type { DemoName } from "./names.js";
import { parseScenario, type Scenario } from "./scenario.js";

const CATALOG: Readonly<Record<DemoName, unknown>> = {
  hello,
  edit,
  review,
  "rate-limited": rateLimited,
  unauthorized,
  overloaded,
  "context-full": contextFull,
  slow,
  "cut-off": cutOff,
};

/** Returns the scenario of that name, if there is one. */
export const demoScenario = (name: string): Scenario | undefined =>
  Object.hasOwn(CATALOG, name) ? parseScenario(CATALOG[name as DemoName]) : undefined;
