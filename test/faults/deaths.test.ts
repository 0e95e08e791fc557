import { expect, test } from "vitest";

import type { Step } from "../helpers/fixture.js";
import { isAfterTurn, MOMENTS, until, judged, judgedProcess, orderly } from "./conversation.js";

const DEATHS: Readonly<Record<string, readonly Step[]>> = {
  "leaves with status 0": [{ exit: 0 }],
  "dies with status 3": [{ exit: 3 }],
  "is killed": [{ signal: "SIGKILL" }],
  "closes its output and lives on": [{ close: "stdout" }, { hang: true }],
  "is cut off in the middle of a line": [
    { from: "server", raw: '{"method":"turn/comp' },
    { exit: 0 },
  ],
};

const CASES = Object.entries(DEATHS).flatMap(([how, steps]) =>
  MOMENTS.map((moment) => ({ how, moment, steps, exit: isAfterTurn(moment) ? 0 : 5 })),
);

test.concurrent.each(CASES)(
  "a server that $how at: $moment, is exit $exit",
  async ({ moment, steps, exit }) => {
    expect(await judged([...until(moment), ...steps])).toEqual(orderly(exit));
  },
);

test.concurrent.each(Object.entries(DEATHS))(
  "a process that %s in the middle of the turn is exit 5",
  async (_, steps) => {
    expect(await judgedProcess([...until("item/completed"), ...steps])).toEqual(orderly(5));
  },
);
