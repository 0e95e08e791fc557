import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import type { Cause } from "../../src/outcome/causes.js";
import type { TurnCompletion } from "../../src/translate/turn-completion.js";
import { answered, IDLE, ours, status as thread, stored, watched } from "../turn/watched.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Ends that no version of codex sends: each is text, so the server meant something by it. */
const UNKNOWN = [
  ...["", " ", "paused", "Completed", "COMPLETED", "completed ", "complete", "done"],
  ...["in_progress", "cancelled", "aborted", "null", "0", "__proto__", "toString", "constructor"],
  ...["a\u001b[31m\u0007\u009b", "‮detelpmoc", "completed\n", "x".repeat(5000), "💥"],
];
/** What is no text at all: the message is damaged, so the stored turn is asked for. */
const DAMAGED = [undefined, null, 0, 7, true, [], ["completed"], {}, { type: "completed" }];
const KNOWN = ["completed", "failed", "interrupted"] as const;

const ERRORS: readonly { error: unknown; cause: Cause | null }[] = [
  { error: undefined, cause: null },
  { error: null, cause: null },
  { error: { message: "boom" }, cause: "failed" },
  { error: { message: "boom", codexErrorInfo: "usageLimitExceeded" }, cause: "usage_limit" },
  { error: { message: "boom", codexErrorInfo: "unauthorized" }, cause: "unauthorized" },
  { error: { message: 7, codexErrorInfo: "contextWindowExceeded" }, cause: "context_window" },
  { error: "boom", cause: "failed" },
  ...["", 0, false, [], {}].map((error) => ({ error, cause: "failed" as const })),
];

/** What the thread had said by then. */
const WORDS = { nothing: [], "an answer": [answered("Done.")] } as const;

const NOT_STORED = { error: { code: -32600, message: "not here" } };
const STORES = {
  "is stored as completed": stored("completed", []),
  "is stored as running": stored("inProgress", []),
  "is stored in the same words": "same",
  "is not stored": NOT_STORED,
} as const;

interface Case {
  status: unknown;
  error: unknown;
  said: keyof typeof WORDS;
  store: keyof typeof STORES;
}

const casesOf = (status: unknown): (Case & { cause: Cause | null })[] =>
  ERRORS.flatMap(({ error, cause }) =>
    (Object.keys(WORDS) as (keyof typeof WORDS)[]).flatMap((said) =>
      (Object.keys(STORES) as (keyof typeof STORES)[]).map((store) => ({
        ...{ status, error, cause, said, store },
      })),
    ),
  );

/** The exit status that an end of a turn leads to, and how it is explained. */
async function outcomeOf({ status, error, said, store }: Case): Promise<[number, string | null]> {
  const turn = { id: "u-1", status, ...(error === undefined ? {} : { error }) };
  const list = STORES[store] === "same" ? { data: [turn], nextCursor: null } : STORES[store];
  const run = await watched({
    "thread/turns/list": list,
    "thread/read": { thread: { status: IDLE } },
  });
  run.say(...WORDS[said], ours("turn/completed", { turn }), thread(IDLE));
  await run.pass(60_000);
  const end = (await run.end) as TurnCompletion | CliError;
  if (end instanceof CliError) return [exitCodeOf(end.kind), end.message];
  return [exitCodeOf(end.failure?.cause ?? "completed"), end.failure?.message ?? null];
}

test.each(UNKNOWN.map((status) => [JSON.stringify(status).slice(0, 40), status] as const))(
  "an end with the status %s is exit 5, and names it",
  async (_, status) => {
    const name = JSON.stringify(status.length > 80 ? `${status.slice(0, 80)}…` : status);
    for (const each of casesOf(status)) {
      const [exit, message] = await outcomeOf(each);
      const says = `the turn ended with a status that this version does not know: ${name}`;
      expect({ each, exit, message: message?.startsWith(says) }).toEqual({
        each,
        exit: 5,
        message: true,
      });
    }
  },
);

test.each(KNOWN)(
  "an end with the status %s is what it says, unless it names an error",
  async (status) => {
    const plain = { completed: 0, failed: 1, interrupted: 1 }[status];
    for (const each of casesOf(status)) {
      const expected = each.cause === null ? plain : exitCodeOf(each.cause);
      expect({ each, exit: (await outcomeOf(each))[0] }).toEqual({ each, exit: expected });
    }
  },
);

test.each(DAMAGED.map((status) => [JSON.stringify(status), status] as const))(
  "an end with the status %s is what is stored, else exit 5; with an error it is exit 5 at once",
  async (_, status) => {
    for (const each of casesOf(status)) {
      const isFound = each.store === "is stored as completed" && each.cause === null;
      const exit = isFound ? 0 : 5;
      expect({ each, exit: (await outcomeOf(each))[0] }).toEqual({ each, exit });
    }
  },
);

test("an end that is in progress is what is stored, else exit 5; or the error that it names", async () => {
  for (const each of casesOf("inProgress")) {
    const isStored = each.store === "is stored as completed";
    const exit = each.cause === null ? (isStored ? 0 : 5) : exitCodeOf(each.cause);
    expect({ each, exit: (await outcomeOf(each))[0] }).toEqual({ each, exit });
  }
});

/** What a thread may have done before it fell silent, and whether that shows that it was done. */
const TRACES: readonly { trace: string; messages: readonly object[]; exit: number }[] = [
  { trace: "nothing", messages: [], exit: 5 },
  { trace: "an answer", messages: [answered("Done.")], exit: 0 },
  { trace: "an empty answer", messages: [answered("")], exit: 5 },
  { trace: "a blank answer", messages: [answered(" \n")], exit: 5 },
  {
    trace: "words on the way",
    messages: [item("agentMessage", { text: "Hm.", phase: "commentary" })],
    exit: 5,
  },
  {
    trace: "a final answer",
    messages: [item("agentMessage", { text: "Yes.", phase: "final_answer" })],
    exit: 0,
  },
  { trace: "an answer nobody can read", messages: [item("agentMessage", { text: 7 })], exit: 5 },
  { trace: "a thought", messages: [item("reasoning", {})], exit: 5 },
  { trace: "a plan", messages: [item("plan", { text: "1. go" })], exit: 5 },
  {
    trace: "a command",
    messages: [item("commandExecution", { command: "ls", status: "completed" })],
    exit: 5,
  },
  { trace: "a summary", messages: [item("contextCompaction", {})], exit: 5 },
  { trace: "an unknown item", messages: [item("hologram", {})], exit: 5 },
  {
    trace: "an answer, then a command that began",
    messages: [
      answered("Done."),
      ours("item/started", {
        item: { type: "commandExecution", id: "c", command: "ls", status: "inProgress" },
      }),
    ],
    exit: 5,
  },
  { trace: "an answer of another turn", messages: [foreign({ turnId: "u-9" })], exit: 5 },
  { trace: "an answer of another thread", messages: [foreign({ threadId: "t-9" })], exit: 5 },
  { trace: "an error", messages: [failing(false)], exit: 1 },
  { trace: "an answer, then an error", messages: [answered("Done."), failing(false)], exit: 1 },
  { trace: "an error that is tried again", messages: [failing(true)], exit: 5 },
];
const STATES = ["idle", "notLoaded", "systemError"] as const;
const MISSING = {
  "is not stored": NOT_STORED,
  "is not in the store": { data: [], nextCursor: null },
  "is stored in a shape nobody can read": { data: [{ id: "u-1", status: 7 }] },
};

test.each(TRACES)("a lost end behind $trace", async ({ messages, exit }) => {
  for (const [how, list] of Object.entries(MISSING)) {
    for (const state of STATES) {
      const run = await watched({
        "thread/turns/list": list,
        "thread/read": { thread: { status: { type: state } } },
      });
      run.say(...messages, thread({ type: state }));
      await run.pass(10_000);
      const end = (await run.end) as TurnCompletion | CliError;
      const cause = end instanceof CliError ? end.kind : (end.failure?.cause ?? "completed");
      // Only an idle thread shows that all was well.
      const expected = exit === 0 && state !== "idle" ? 5 : exit;
      expect({ how, state, exit: exitCodeOf(cause) }).toEqual({ how, state, exit: expected });
    }
  }
});

function item(type: string, more: object): object {
  return ours("item/completed", { item: { type, id: `raw-${type}`, ...more } });
}

function foreign(where: object): object {
  const { method, params } = answered("Done.");
  return { method, params: { ...params, ...where } };
}

function failing(willRetry: boolean): object {
  return ours("error", { error: { message: "gone" }, willRetry });
}
