import { expect, test } from "vitest";

import { server } from "../helpers/conversation.js";
import type { Step, WireMessage } from "../helpers/fixture.js";
import { from, until, wordOf, type Word, judged, orderly } from "./conversation.js";

const RESPONSES = ["initialize reply", "thread/start reply", "turn/start reply"] as const;
type Asked = (typeof RESPONSES)[number] | "unsubscribe reply";

const ID: Readonly<Record<Asked, number>> = {
  "initialize reply": 0,
  "thread/start reply": 1,
  "turn/start reply": 2,
  "unsubscribe reply": 3,
};

/** Replies that are none, or not those that were hoped for, and what a run makes of them. */
const BAD: Readonly<
  Record<string, { readonly response: Omit<WireMessage, "id">; readonly exit: number }>
> = {
  "of nothing": { response: {}, exit: 5 },
  "of null": { response: { result: null }, exit: 5 },
  "of a text": { response: { result: "fine" }, exit: 5 },
  "of a list": { response: { result: [1] }, exit: 5 },
  "of an empty object": { response: { result: {} }, exit: 5 },
  "of wrong types": { response: { result: { userAgent: 1, thread: "t", turn: [] } }, exit: 5 },
  "that says overloaded": { response: { error: { code: -32001, message: "busy" } }, exit: 6 },
  "that says no": { response: { error: { code: -32600, message: "no" } }, exit: 1 },
  "whose error is a text": { response: { error: "no" }, exit: 1 },
};

const CASES = Object.entries(BAD).flatMap(([what, { response, exit }]) => [
  ...RESPONSES.map((word) => ({ word, what, response, exit })),
  // The turn is over: how the thread is left makes no difference.
  { word: "unsubscribe reply" as const, what, response, exit: 0 },
]);

test.concurrent.each(CASES)("a $word $what is exit $exit", async ({ word, response, exit }) => {
  expect(await judged(instead(word, { id: ID[word], ...response }))).toEqual(orderly(exit));
});

/** A reply that nobody can recognise never comes: a limit ends the wait for it. */
const LOST = [
  { word: "initialize reply", args: ["--startup-timeout", "1s"], exit: 5 },
  { word: "thread/start reply", args: ["--timeout", "2s"], exit: 124 },
  { word: "turn/start reply", args: ["--timeout", "2s"], exit: 124 },
  { word: "unsubscribe reply", args: [], exit: 0 },
] as const;

test.concurrent.each(LOST)(
  "a $word under another id is exit $exit",
  async ({ word, args, exit }) => {
    const { result } = (wordOf(word) as { message: WireMessage }).message;
    expect(await judged(instead(word, { id: 98, result }), args)).toEqual(orderly(exit));
  },
);

test.concurrent.each(LOST)("a $word under its id as a text is taken", async ({ word, args }) => {
  const { result } = (wordOf(word) as { message: WireMessage }).message;
  const id = String(ID[word]);
  expect(await judged(instead(word, { id, result }), args)).toEqual(orderly(0));
});

/** What comes too early waits until it can be understood. */
const EARLY: Readonly<Record<string, readonly Word[]>> = {
  "the start of the turn": ["turn/started"],
  "half of the turn": ["turn/started", "item/started", "item/completed"],
  "all of the turn": [
    "turn/started",
    "item/started",
    "item/completed",
    "tokenUsage",
    "turn/completed",
  ],
};

test.concurrent.each(Object.entries(EARLY))(
  "%s before the reply that names it is not lost",
  async (_, early) => {
    const rest = from("turn/start reply").filter((step) => !early.map(wordOf).includes(step));
    const steps = [...until("turn/start reply"), ...early.map(wordOf), ...rest];
    expect(await judged(steps)).toEqual(orderly(0));
  },
);

test.concurrent.each([
  ["that cannot be read", server({ method: "turn/completed", params: { turn: 7 } }), 5],
  ["of a status that is not known", ended("asleep"), 5],
  ["that failed", ended("failed"), 1],
  ["that was interrupted by somebody else", ended("interrupted"), 1],
] as const)("an end of the turn %s is no success", async (_, end, exit) => {
  expect(await judged([...until("turn/completed"), end])).toEqual(orderly(exit));
});

function ended(status: string): Step {
  const params = { threadId: "thread-1", turn: { id: "turn-1", status } };
  return server({ method: "turn/completed", params });
}

/** The conversation with another reply in the place of one. */
function instead(word: Asked, response: WireMessage): Step[] {
  // The recorded id would be turned into the one that was asked under.
  return [
    ...until(word),
    { from: "server", raw: `${JSON.stringify(response)}\n` },
    ...from(word).slice(1),
  ];
}
