import { expect, test } from "vitest";

import type { Step } from "../helpers/fixture.js";
import { MOMENTS, until, type Moment, judged, judgedProcess, orderly } from "./conversation.js";

const HANG: Step = { hang: true };
const STUBBORN: Step = { hang: true, ignore: ["SIGTERM", "SIGHUP", "SIGINT"] };

const STARTUP = { args: ["--startup-timeout", "1s"], exit: 5 };
const WALL = { args: ["--timeout", "2s"], exit: 124 };
const IDLE = { args: ["--idle-timeout", "1s"], exit: 124 };
/** Nobody needs a limit here: what is wanted of the server is there. */
const DONE = { args: [], exit: 0 };

/** Which limit ends a server that goes silent in the place of a word. */
const LIMITS: Readonly<
  Record<Moment, { readonly args: readonly string[]; readonly exit: number }>
> = {
  "before the handshake": STARTUP,
  "initialize reply": STARTUP,
  "thread/start reply": WALL,
  "turn/start reply": WALL,
  "turn/started": IDLE,
  "item/started": IDLE,
  // While an item is in flight, its silence is not the server's.
  "item/completed": WALL,
  tokenUsage: IDLE,
  "turn/completed": IDLE,
  "unsubscribe reply": DONE,
  "after the last word": DONE,
};

const CASES = MOMENTS.flatMap((moment) => [
  { kind: "silent", moment, step: HANG, ...LIMITS[moment] },
  { kind: "silent and stubborn", moment, step: STUBBORN, ...LIMITS[moment] },
]);

test.concurrent.each(CASES)(
  "a server that goes $kind at: $moment, is exit $exit ($args)",
  async ({ moment, step, args, exit }) => {
    expect(await judged([...until(moment), step], args)).toEqual(orderly(exit));
  },
);

test.concurrent.each([HANG, STUBBORN])(
  "a process that goes silent in the middle of the turn is killed: %j",
  async (step) => {
    const { args, exit } = LIMITS["item/started"];
    expect(await judgedProcess([...until("item/started"), step], args)).toEqual(orderly(exit));
  },
);
