import { describe, expect, test, vi } from "vitest";

import type { ApprovalRequest } from "../../src/dialect/approval.js";
import type { Approver } from "../../src/approvals/approver.js";
import type { Decision } from "../../src/approvals/response.js";
import { ThreadEvent } from "../../src/dialect/events.js";
import type { AppServer } from "../../src/protocol/app-server.js";
import { parseNotification } from "../../src/protocol/notifications.js";
import { parseServerRequest, type RpcResponse } from "../../src/protocol/server-requests.js";
import { ServerRequestHandler } from "../../src/turn/server-requests.js";
import type { Include } from "../../src/translate/include.js";

const COMMAND = "item/commandExecution/requestApproval";
const CHANGE = "item/fileChange/requestApproval";
const ELICITATION = "mcpServer/elicitation/request";
const IDS = { threadId: "t-1", turnId: "u-1", itemId: "i-1" };
const RM = { ...IDS, command: "rm x", cwd: "/repo" };

type Id = string | number;

/** Questions with everything they do to the outside, in its order. */
function setUp({
  approver,
  include = [],
  printsApprovals,
}: { approver?: Approver; include?: Include[]; printsApprovals?: boolean } = {}) {
  const done: unknown[] = [];
  const declined: string[] = [];
  const stop = new AbortController();
  const gone = new AbortController();
  const handler = new ServerRequestHandler(
    {
      include: new Set(include),
      emit: async (event) => void done.push(ThreadEvent.parse(event)),
      notes: { warn: (text) => void done.push(`warning: ${text}`), note: () => undefined },
      stop: stop.signal,
      approver,
      ...(printsApprovals !== undefined && { printsApprovals }),
    },
    (subject) => void declined.push(subject),
  );
  const server = {
    answer: (id: Id, response: RpcResponse) => void done.push([id, response]),
    gone: gone.signal,
  } as unknown as AppServer;
  const ask = (method: string, params: unknown, id: Id = 0) =>
    handler.answer(parseServerRequest({ id, method, params }), server, () => {
      done.push("interrupt");
    });
  return { handler, ask, done, declined, stop, gone };
}

/** Somebody who always decides the same, and what they were asked. */
function deciding(decision: Decision["decision"], reason = "because") {
  const decide = vi.fn<Approver["decide"]>().mockResolvedValue({ decision, reason });
  return { approver: { decide }, asked: () => decide.mock.calls.map(([request]) => request) };
}

const started = (item: object) => parseNotification("item/started", { ...IDS, item });
const completed = (item: object) => parseNotification("item/completed", { ...IDS, item });

describe("events, where they are wanted", () => {
  test("a fractional request id is printed as text and answered unchanged", async () => {
    const { ask, done } = setUp({ include: ["approvals"] });
    await ask("new/question", null, 1.5);
    expect(done).toEqual([
      { type: "approval.requested", request_id: "1.5", kind: "unknown", request: null },
      [1.5, expect.objectContaining({ error: expect.anything() as unknown })],
      expect.objectContaining({ type: "approval.resolved", request_id: "1.5" }),
    ]);
  });

  test.each<[name: string, how: Parameters<typeof setUp>[0]]>([
    ["with --include approvals", { include: ["approvals"] }],
    ["for people", { printsApprovals: true }],
  ])("tell the question before and the decision after its reply, %s", async (_name, how) => {
    const { approver } = deciding("accept", "sure");
    const { ask, done, declined } = setUp({ ...how, approver });
    await ask(COMMAND, RM, 3);
    expect(done).toEqual([
      { type: "approval.requested", request_id: 3, kind: "command", request: RM },
      [3, { result: { decision: "accept" } }],
      {
        type: "approval.resolved",
        request_id: 3,
        kind: "command",
        decision: "accept",
        reason: "sure",
        subject: "run: rm x",
      },
    ]);
    expect(declined).toEqual([]);
  });

  test.each<Id>([0, 7, "", "abc", "0"])("keep the id %j as it came", async (id) => {
    const { ask, done } = setUp({ include: ["approvals"] });
    await ask(COMMAND, undefined, id);
    expect(done).toEqual([
      { type: "approval.requested", request_id: id, kind: "command", request: null },
      [id, { result: { decision: "decline" } }],
      {
        type: "approval.resolved",
        request_id: id,
        kind: "command",
        decision: "decline",
        reason: "approvals are disabled for this run",
        subject: "run: ",
      },
    ]);
  });

  test("include unknown requests, resolved as an error", async () => {
    const { approver, asked } = deciding("accept");
    const { ask, done, declined } = setUp({ include: ["approvals"], approver });
    await ask("brand/new", { a: 1 });
    const message = "brand/new is not supported by turnpipe";
    expect(done).toEqual([
      { type: "approval.requested", request_id: 0, kind: "unknown", request: { a: 1 } },
      [0, { error: { code: -32_601, message } }],
      {
        type: "approval.resolved",
        request_id: 0,
        kind: "unknown",
        decision: "unsupported",
        reason: message,
        subject: "unknown",
      },
    ]);
    expect([asked(), declined]).toEqual([[], []]);
  });
});

describe("without events", () => {
  const warning = "warning: declined a request of the server (command): so be it";

  test.each<[decision: Decision["decision"], words: string[]]>([
    ["accept", []],
    ["acceptForSession", []],
    ["decline", [warning]],
  ])("only a no is a warning: %s", async (decision, words) => {
    const { ask, done } = setUp({ approver: deciding(decision, "so be it").approver });
    await ask(COMMAND, RM);
    expect(done).toEqual([[0, { result: { decision } }], ...words]);
  });

  test("the end of the turn is requested before the response: the model might go on", async () => {
    const { ask, done } = setUp({ approver: deciding("cancel", "so be it").approver });
    await ask(COMMAND, RM);
    expect(done).toEqual(["interrupt", [0, { result: { decision: "cancel" } }], warning]);
  });

  test("an unknown request is answered with an error at once, and a warning", async () => {
    const never: Approver = { decide: () => new Promise(() => undefined) };
    const { ask, done, declined } = setUp({ approver: never });
    await ask("brand/new", null);
    const message = "brand/new is not supported by turnpipe";
    expect(done).toEqual([
      [0, { error: { code: -32_601, message } }],
      `warning: declined a request of the server (unknown): ${message}`,
    ]);
    expect(declined).toEqual([]);
  });

  test("a tool of ours is refused in its own shape, and nobody is asked", async () => {
    const { approver, asked } = deciding("accept");
    const { ask, done } = setUp({ approver });
    await ask("item/tool/call", { ...IDS, tool: "x" });
    const text = "this client runs no tools of its own";
    expect(done).toEqual([
      [0, { result: { contentItems: [{ type: "inputText", text }], success: false } }],
      "warning: declined a request of the server (dynamicTool): no approver can decide this",
    ]);
    expect(asked()).toEqual([]);
  });
});

describe("what was declined is counted", () => {
  const subjects = async (...asked: [method: string, params: unknown, id: Id][]) => {
    const { ask, declined } = setUp();
    for (const [method, params, id] of asked) await ask(method, params, id);
    return declined;
  };

  test("by its item, so that asking twice for one is one", async () => {
    const twice = await subjects([COMMAND, IDS, 0], [CHANGE, IDS, 1], [COMMAND, IDS, 2]);
    expect([...new Set(twice)]).toEqual(["i-1"]);
  });

  test("each for itself where there is no item", async () => {
    expect(
      await subjects(
        [ELICITATION, { threadId: "t-1" }, 0],
        [ELICITATION, null, "0x"],
        [COMMAND, "odd", 2],
      ),
    ).toEqual(["request 0", "request 0x", "request 2"]);
  });

  test("by its call on an old server, whose items have the same id", async () => {
    const legacy = { conversationId: "t-1", callId: "i-1", command: ["x"] };
    expect(await subjects(["execCommandApproval", legacy, 0])).toEqual(["i-1"]);
  });

  test("but nothing that was accepted is", async () => {
    const all = await Promise.all(
      (["accept", "acceptForSession"] as const).map(async (decision) => {
        const { ask, declined } = setUp({ approver: deciding(decision).approver });
        await ask(COMMAND, RM);
        return declined;
      }),
    );
    expect(all).toEqual([[], []]);
  });
});

describe("a decision to cancel the turn", () => {
  test.each<[decision: Decision["decision"], method: string, aborted: string | null]>([
    ["cancel", COMMAND, "enough"],
    ["cancel", CHANGE, "enough"],
    ["cancel", "execCommandApproval", "enough"],
    ["cancel", ELICITATION, null],
    ["decline", COMMAND, null],
    ["accept", COMMAND, null],
  ])("after %s to %s is %j", async (decision, method, aborted) => {
    const { handler, ask, done } = setUp({ approver: deciding(decision, "enough").approver });
    expect(handler.aborted).toBeNull();
    await ask(method, IDS);
    expect([handler.aborted, done.includes("interrupt")]).toEqual([aborted, aborted !== null]);
  });

  test("does not occur for requests that no approver decides", async () => {
    const { handler, ask } = setUp({ approver: deciding("cancel").approver });
    await ask("brand/new", IDS);
    await ask("item/tool/call", IDS);
    expect(handler.aborted).toBeNull();
  });
});

test.each(["stop", "gone"] as const)(
  "who decides hears when nobody waits any more: %s",
  async (whose) => {
    const onNotification: boolean[] = [];
    const approver: Approver = {
      async decide(_request, stop) {
        onNotification.push(stop.aborted);
        ends[whose].abort();
        onNotification.push(stop.aborted);
        return { decision: "decline", reason: "no" };
      },
    };
    const ends = setUp({ approver });
    await ends.ask(COMMAND, RM);
    expect(onNotification).toEqual([false, true]);
  },
);

describe("what is going on", () => {
  const CHANGING = {
    type: "fileChange",
    id: "i-1",
    status: "inProgress",
    changes: [{ path: "/repo/a", kind: { type: "add" }, diff: "+a\n" }],
  };
  const asked = (changes: unknown[]): ApprovalRequest[] => [
    {
      kind: "file_change",
      thread_id: "t-1",
      turn_id: "u-1",
      item_id: "i-1",
      reason: null,
      changes: changes as never,
      grant_root: null,
    },
  ];

  test("is passed to the approver", async () => {
    const { approver, asked: seen } = deciding("accept");
    const { handler, ask } = setUp({ approver });
    handler.onNotification(started(CHANGING));
    handler.onNotification(parseNotification("brand/new", {}));
    await ask(CHANGE, IDS);
    expect(seen()).toEqual(
      asked([{ path: "/repo/a", kind: "add", move_path: null, diff: "+a\n" }]),
    );
  });

  test("is forgotten when it is over", async () => {
    const { approver, asked: seen } = deciding("accept");
    const { handler, ask } = setUp({ approver });
    handler.onNotification(started(CHANGING));
    handler.onNotification(completed({ ...CHANGING, status: "completed" }));
    await ask(CHANGE, IDS);
    expect(seen()).toEqual(asked([]));
  });
});
