import { expect, test } from "vitest";

import type { Step } from "../helpers/fixture.js";
import { from, until, judged, orderly } from "./conversation.js";

const MEGABYTES = 65;
const LONG: Step = { from: "server", raw: "0123456789abcdef".repeat(65_536), times: MEGABYTES };
const END: Step = { from: "server", raw: "\n" };

test.each(["thread/start reply", "item/completed"] as const)(
  "a line over the limit at: %s, costs that line alone",
  async (moment) => {
    expect(await judged([...until(moment), LONG, END, ...from(moment)])).toEqual(orderly(0));
  },
);

test("a line over the limit that never ends is exit 5 with its server", async () => {
  expect(await judged([...until("item/completed"), LONG, { exit: 0 }])).toEqual(orderly(5));
});

test("a line over the limit in the place of the end of the turn is no success", async () => {
  const steps = [...until("turn/completed"), LONG, END, { hang: true } as const];
  expect(await judged(steps, ["--timeout", "3s"])).toEqual(orderly(124));
});
