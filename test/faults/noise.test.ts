import { expect, test } from "vitest";

import { notification, OURS, server } from "../helpers/conversation.js";
import type { Step } from "../helpers/fixture.js";
import { from, MOMENTS, until, wordOf, judged, orderly } from "./conversation.js";

const ANOTHER = { threadId: "thread-9", turnId: "turn-9" };
const raw = (text: string): Step => ({ from: "server", raw: text });

/** What a server may say at any time without harm. */
const NOISE: Readonly<Record<string, readonly Step[]>> = {
  "a line that is no JSON": [raw("thread 'main' panicked\n")],
  "JSON that is no message": ["null\n", "7\n", "[]\n", "{}\n", '"text"\n', "\n", "\r\n"].map(raw),
  "bytes that are no text": [{ from: "server", base64: "//79AAEC//4K" }],
  "replies to nobody": [
    server({ id: 99, result: {} }),
    server({ id: "99", result: {} }),
    server({ id: -1, error: { code: -32600, message: "who?" } }),
  ],
  "news of another thread": [
    notification("turn/started", {
      threadId: "thread-9",
      turn: { id: "turn-9", status: "inProgress" },
    }),
    notification("item/completed", {
      ...ANOTHER,
      item: { type: "agentMessage", id: "x", text: "Not ours" },
    }),
    notification("turn/completed", {
      threadId: "thread-9",
      turn: { id: "turn-9", status: "failed" },
    }),
  ],
  "news it does not know": [
    notification("new/thing", { deep: [1] }),
    notification("toString", null),
    notification("", {}),
  ],
  "known news of wrong shapes": [
    notification("item/started", null),
    notification("item/completed", { ...OURS, item: null }),
    notification("thread/tokenUsage/updated", { ...OURS, tokenUsage: "many" }),
    notification("turn/started", []),
  ],
  "questions it does not know": [{ ask: { method: "new/question", params: null }, times: 3 }],
};

const CASES = Object.entries(NOISE).flatMap(([what, steps]) =>
  MOMENTS.map((moment) => ({ what, moment, steps })),
);

test.concurrent.each(CASES)("$what at: $moment, costs nothing", async ({ moment, steps }) => {
  expect(await judged([...until(moment), ...steps, ...from(moment)])).toEqual(orderly(0));
});

const FLOODS = [
  { what: "2,000 questions", ask: { method: "new/question", params: {} } },
  {
    what: "2,000 requests for approval",
    ask: { method: "item/commandExecution/requestApproval", params: { ...OURS, command: "ls" } },
  },
].flatMap((flood) =>
  (["thread/start reply", "item/started", "turn/completed", "unsubscribe reply"] as const).map(
    (moment) => ({ ...flood, moment }),
  ),
);

test.concurrent.each(FLOODS)("$what at: $moment, are survived", async ({ ask, moment }) => {
  const steps = [...until(moment), { ask, times: 2_000 }, ...from(moment)];
  expect(await judged(steps)).toEqual(orderly(0));
});

test.concurrent.each(["initialize reply", "thread/start reply", "turn/start reply"] as const)(
  "a %s that comes twice counts once",
  async (word) => {
    const steps = [...until(word), wordOf(word), ...from(word)];
    expect(await judged(steps)).toEqual(orderly(0));
  },
);
