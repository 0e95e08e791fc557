import { expect, test } from "vitest";

import { decideCommandLine, rulesOf } from "../approvals/rules/rules-of.js";
import { READING_LINES, USUAL_RULES } from "./reading-lines.js";

const RULES = rulesOf(USUAL_RULES);

test("what agents run to read and to test stays allowed by rules that name programs", () => {
  const refused = READING_LINES.map((line) => ({ line, reason: decideCommandLine(RULES, line) }))
    .filter(({ reason: { decision } }) => decision !== "accept")
    .map(({ line, reason: { reason } }) => ({ line, reason }));
  expect(refused).toEqual([]);
  expect(READING_LINES.length).toBeGreaterThan(250);
});
