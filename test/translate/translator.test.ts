import { describe, expect, test } from "vitest";

import { Translator } from "../../src/translate/translator.js";
import {
  command,
  completed,
  lines,
  message,
  notification,
  plan,
  started,
  told,
} from "./notifications.js";

/** A line for an error that ends nothing. */
const errorItem = (id: string, text: string) => ({
  type: "item.completed",
  item: { id, type: "error", message: text },
});

test("the start of the turn is one line", () => {
  const turn = { id: "u-1", status: "inProgress", items: [] };
  expect(lines([notification("turn/started", { turn })])).toEqual([{ type: "turn.started" }]);
});

describe("commands", () => {
  test("start and complete as the same item, with their output at the end", () => {
    const start = command({ status: "inProgress", aggregatedOutput: null, exitCode: null });
    expect(lines([started(start), completed(command())])).toEqual([
      {
        type: "item.started",
        item: {
          id: "item_0",
          type: "command_execution",
          command: "/bin/bash -lc ls",
          aggregated_output: "",
          exit_code: null,
          status: "in_progress",
        },
      },
      {
        type: "item.completed",
        item: {
          id: "item_0",
          type: "command_execution",
          command: "/bin/bash -lc ls",
          aggregated_output: "a\n",
          exit_code: 0,
          status: "completed",
        },
      },
    ]);
  });
});

describe("ids", () => {
  const ids = (...pieces: Parameters<typeof lines>[0]) =>
    lines(pieces).map((line) => ("item" in line ? `${line.type} ${line.item.id}` : line.type));

  test("count what is shown, in order of first appearance", () => {
    expect(
      ids(
        started(command({ id: "a" })),
        started(command({ id: "b" })),
        completed(command({ id: "b" })),
        message("m", "hello"),
        completed(command({ id: "a" })),
        notification("warning", { message: "careful" }),
      ),
    ).toEqual([
      "item.started item_0",
      "item.started item_1",
      "item.completed item_1",
      "item.completed item_2",
      "item.completed item_0",
      "item.completed item_3",
    ]);
  });

  test("stay the same when an item starts again, and are new after it completed", () => {
    const again = [started(command()), started(command()), completed(command())];
    expect(ids(...again, completed(command()))).toEqual([
      "item.started item_0",
      "item.started item_0",
      "item.completed item_0",
      "item.completed item_1",
    ]);
  });

  test("are not spent on items that are not shown", () => {
    const silent = ["userMessage", "plan", "dynamicToolCall", "imageView", "brandNewThing"];
    const pieces = silent.flatMap((type) => {
      const item = { type, id: `${type}_1`, text: "x" };
      return [started(item), completed(item)];
    });
    expect(ids(...pieces, message("m", "hello"))).toEqual(["item.completed item_0"]);
  });

  test("of messages and reasoning are given when they are whole", () => {
    const text = { type: "agentMessage", id: "m", text: "" };
    const thought = { type: "reasoning", id: "r", summary: ["hm"] };
    expect(
      ids(
        started(text),
        started(thought),
        started(command()),
        completed(thought),
        message("m", "x"),
      ),
    ).toEqual(["item.started item_0", "item.completed item_1", "item.completed item_2"]);
  });

  test("of web searches are the server's own, and are counted all the same", () => {
    const search = { type: "webSearch", id: "ws_1", query: "codex", action: null };
    expect(ids(started(search), completed(search), message("m", "x"))).toEqual([
      "item.started ws_1",
      "item.completed ws_1",
      "item.completed item_1",
    ]);
  });
});

describe("reasoning", () => {
  test.each([[["one", "two"], "one\ntwo"]])(
    "shows its summary %j, not its raw text",
    (summary, text) => {
      const item = { type: "reasoning", id: "rs_1", summary, content: ["raw thoughts"] };
      expect(lines([started(item), completed(item)])).toEqual([
        { type: "item.completed", item: { id: "item_0", type: "reasoning", text } },
      ]);
    },
  );

  test.each([[[]], [[""]], [["  ", "\n"]], [undefined]])(
    "without words (%j) is nothing",
    (summary) => {
      const item = { type: "reasoning", id: "rs_1", summary, content: ["raw thoughts"] };
      expect(lines([completed(item), message("m", "x")])).toEqual([
        {
          type: "item.completed",
          item: { id: "item_0", type: "agent_message", text: "x", phase: null },
        },
      ]);
    },
  );
});

describe("errors that end nothing", () => {
  test("warnings of every kind are error items", () => {
    expect(
      lines([
        notification("warning", { message: "careful" }),
        notification("configWarning", { summary: "odd key", details: "in line 3" }),
        notification("configWarning", { summary: "odd key", details: "" }),
        notification("deprecationNotice", { summary: "old", details: null }),
      ]),
    ).toEqual([
      errorItem("item_0", "careful"),
      errorItem("item_1", "odd key (in line 3)"),
      errorItem("item_2", "odd key"),
      errorItem("item_3", "old"),
    ]);
  });

  test("a rerouted model is an error item that names both and the reason", () => {
    const params = { fromModel: "big", toModel: "small", reason: "highRiskCyberActivity" };
    expect(lines([notification("model/rerouted", params)])).toEqual([
      errorItem("item_0", "model rerouted: big -> small (HighRiskCyberActivity)"),
    ]);
  });

  test.each([true, false])(
    "an error (willRetry %j) is a line of its own, with details",
    (willRetry) => {
      const error = { message: "Reconnecting... 1/2", additionalDetails: "stream closed" };
      expect(lines([notification("error", { error, willRetry })])).toEqual([
        { type: "error", message: "Reconnecting... 1/2 (stream closed)" },
      ]);
    },
  );
});

test("what codex exec shows nothing for is no line", () => {
  const tokens = { inputTokens: 1, outputTokens: 1 };
  const pieces = [
    notification("turn/diff/updated", { diff: "d" }),
    notification("thread/tokenUsage/updated", { tokenUsage: { total: tokens, last: tokens } }),
    notification("account/rateLimits/updated", { rateLimits: { primary: null } }),
    notification("item/agentMessage/delta", { itemId: "m", delta: "x" }),
    notification("item/reasoning/summaryTextDelta", { itemId: "m", delta: "x" }),
    notification("item/commandExecution/outputDelta", { itemId: "m", delta: "x" }),
    notification("item/plan/delta", { itemId: "m", delta: "x" }),
    notification("mcpServer/startupStatus/updated", { name: "docs", status: "ready" }),
    notification("hook/started", {}),
    notification("model/verification", {}),
    notification("brand/new", {}),
  ];
  expect(told(pieces)).toEqual(pieces.map(() => ({ events: [] })));
});

test("open items are known until they complete", () => {
  const translator = new Translator(new Set());
  const open = [started(command()), plan(["look", "pending"]), completed(command())].map(
    (piece) => {
      translator.translate(piece);
      return translator.hasOpenItems();
    },
  );
  expect(open).toEqual([true, true, false]);
});
