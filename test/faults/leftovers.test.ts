import { expect, test } from "vitest";

import type { Step } from "../helpers/fixture.js";
import { from, isAfterTurn, until, judgedProcess, orderly } from "./conversation.js";

const HOLDER: Step = { start: ["sleep", "300"] };
const ESCAPED: Step = { start: ["setsid", "sleep", "300"] };
const MOMENTS = [
  ...(["before the handshake", "initialize reply", "thread/start reply"] as const),
  ...(["item/started", "turn/completed", "unsubscribe reply"] as const),
];
const DEATHS: Readonly<Record<string, Step>> = {
  "leaves with status 0": { exit: 0 },
  "is killed": { signal: "SIGKILL" },
};

const CASES = MOMENTS.flatMap((moment) =>
  Object.entries(DEATHS).map(([how, death]) => ({ moment, how, death })),
);

test.concurrent.each(CASES)(
  "a program that holds the pipes of a server that $how at: $moment, goes with it",
  async ({ moment, death }) => {
    const exit = isAfterTurn(moment) ? 0 : 5;
    expect(await judgedProcess([...until(moment), HOLDER, death])).toEqual(orderly(exit));
  },
);

test.concurrent.each(CASES)(
  "one in a session of its own goes, too, when its server $how at: $moment",
  async ({ moment, death }) => {
    const exit = isAfterTurn(moment) ? 0 : 5;
    expect(await judgedProcess([...until(moment), ESCAPED, death])).toEqual(orderly(exit));
  },
);

test.concurrent.each(MOMENTS)("one that was started at: %s, goes in the end", async (moment) => {
  const steps = [...until(moment), HOLDER, ...from(moment)];
  expect(await judgedProcess(steps)).toEqual(orderly(0));
});
