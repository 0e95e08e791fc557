import { describe, expect, test } from "vitest";

import { Translator } from "../../src/translate/translator.js";
import {
  command,
  completed,
  ended,
  failedWith,
  message,
  notification,
  started,
} from "./notifications.js";

const saying = (delta: string) => notification("item/agentMessage/delta", { itemId: "m", delta });
const begun = (id: string) => started({ type: "agentMessage", id, text: "", phase: null });
const diff = (text: string) => notification("turn/diff/updated", { diff: text });

const NO_TOKENS = {
  inputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteInputTokens: 0,
  outputTokens: 0,
  reasoningOutputTokens: 0,
};

/** A translator that has heard this. */
function heard(...pieces: Parameters<Translator["translate"]>[0][]): Translator {
  const translator = new Translator(new Set());
  for (const piece of pieces) translator.translate(piece);
  return translator;
}

describe("the last words", () => {
  const last = (...pieces: Parameters<typeof heard>) => heard(...pieces).snapshot().finalMessage;

  test("are those of a message that is not whole, before any that is", () => {
    expect([
      last(),
      last(begun("m")),
      last(begun("m"), saying("Hel"), saying("lo")),
      last(message("a", "Before."), begun("m"), saying("Hel")),
      last(message("a", "Before."), begun("m")),
    ]).toEqual([null, null, "Hello", "Hel", "Before."]);
  });

  test("are the message itself once it is whole, and not twice", () => {
    expect([
      last(begun("m"), saying("Hel"), message("m", "Hello.")),
      last(begun("m"), saying("Hel"), message("m", "Hello."), begun("n"), saying("An")),
    ]).toEqual(["Hello.", "An"]);
  });

  test("of a turn that completed are in its end, whatever was heard of it", () => {
    const items = [{ type: "agentMessage", id: "m", text: "Whole.", phase: null }];
    const { end } = heard(begun("m"), saying("Who")).translate(ended({ items }));
    expect(end?.finalMessage).toBe("Whole.");
  });
});

describe("whether anything was done", () => {
  const acted = (...pieces: Parameters<typeof heard>) => heard(...pieces).mayHaveActed();
  const call = { type: "mcpToolCall", id: "c", server: "s", tool: "t" };

  test.each<[string, boolean, Parameters<typeof heard>[0]]>([
    ["a message", false, message("m", "Hi")],
    ["reasoning", false, started({ type: "reasoning", id: "r" })],
    ["a search", false, started({ type: "webSearch", id: "w", query: "x" })],
    ["a plan", false, notification("turn/plan/updated", { plan: [] })],
    ["a command that starts", true, started(command({ status: "inProgress" }))],
    ["a command whose start was lost", true, completed(command())],
    ["a change", true, started({ type: "fileChange", id: "f", changes: [], status: "inProgress" })],
    ["a call of a shape that nobody knows", true, started({ ...call, status: 7 })],
    ["a tool of the client", true, started({ type: "dynamicToolCall", id: "d" })],
  ])("%s: %s", (_, expected, piece) => {
    expect([acted(), acted(piece)]).toEqual([false, expected]);
  });

  test("is to be feared after an answer, but not for what the thread used before", () => {
    const tokens = (outputTokens: number) => ({ ...NO_TOKENS, outputTokens });
    const usage = (total: number) => ({ total: tokens(total), last: tokens(5) });
    const before = heard();
    before.setEarlierUsage(usage(20));
    const answer = heard(notification("thread/tokenUsage/updated", { tokenUsage: usage(25) }));
    expect([before.mayHaveActed(), answer.mayHaveActed()]).toEqual([false, true]);
  });

  test("is also told by a stored turn, and not forgotten with the next", () => {
    const translator = heard(ended({ items: [command()], itemsView: "full" }));
    translator.nextTurn();
    expect(translator.mayHaveActed()).toBe(true);
  });
});

describe("another turn of the same run", () => {
  test("has words and an error of its own, and the changes of both", () => {
    const translator = heard(
      message("a", "One."),
      begun("m"),
      saying("Tw"),
      diff("first\n"),
      notification("error", { error: { message: "broke" } }),
    );
    translator.nextTurn();
    expect(translator.snapshot()).toMatchObject({ finalMessage: null, diff: "first\n" });
    translator.translate(diff("second\n"));
    expect(translator.translate(failedWith(null as never)).end).toMatchObject({
      diff: "first\nsecond\n",
      failure: { message: "turn failed" },
    });
  });

  test("has the changes of all turns before it", () => {
    const translator = heard(diff("first\n"));
    translator.nextTurn();
    translator.translate(diff("second\n"));
    translator.nextTurn();
    expect(translator.snapshot().diff).toBe("first\nsecond\n");
  });

  test("counts its items on", () => {
    const translator = heard(message("a", "One."));
    translator.nextTurn();
    const { events } = translator.translate(message("b", "Two."));
    expect(events).toEqual([
      {
        type: "item.completed",
        item: { id: "item_1", type: "agent_message", text: "Two.", phase: null },
      },
    ]);
  });
});

describe("a turn that was read back", () => {
  const items = [
    { type: "userMessage", id: "u", content: [] },
    command({ id: "c" }),
    { type: "agentMessage", id: "m", text: "Done.", phase: null },
  ];
  const kinds = (events: readonly object[]) =>
    events.map((event) => [
      (event as { type: string }).type,
      (event as { item?: { type: string } }).item?.type,
    ]);

  test("tells what was not told, in its order, and nothing twice", () => {
    const turn = { items, itemsView: "full" };
    const told = [[], [completed(command({ id: "c" }))], [message("m", "Done.")]].map((pieces) =>
      kinds(heard(...pieces).translate(ended(turn)).events),
    );
    const [ran, said] = [
      ["item.completed", "command_execution"],
      ["item.completed", "agent_message"],
    ];
    expect(told).toEqual([[ran, said], [said], [ran]]);
  });

  test("in short tells only what is still open", () => {
    const open = started(command({ id: "c", status: "inProgress" }));
    expect([
      kinds(heard().translate(ended({ items, itemsView: "summary" })).events),
      kinds(heard(open).translate(ended({ items, itemsView: "summary" })).events),
    ]).toEqual([[], [["item.completed", "command_execution"]]]);
  });
});
