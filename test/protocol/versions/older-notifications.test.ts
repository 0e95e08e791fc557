import { describe, expect, test } from "vitest";

import { CliError } from "../../../src/outcome/errors.js";
import { appServer } from "../../../src/protocol/app-server.js";
import { Peer } from "../../../src/rpc/peer.js";
import { threadParams } from "../../../src/session/thread-params.js";
import { memoryTransport } from "../../helpers/memory-transport.js";

/** A notification of the server: its method and params. */
type Sent = readonly [method: string, params: Readonly<Record<string, unknown>>];

const NOTHING_ASKED = { approvalPolicy: "never", ephemeral: false };
const OURS = { threadId: "t", turnId: "u" };
const turn = (status: string) => ({ threadId: "t", turn: { id: "u", status } });
const STARTED: Sent = ["turn/started", turn("inProgress")];
const COMPLETED: Sent = ["turn/completed", turn("completed")];
const item = (type: string, kind = "started"): Sent => [
  `item/${kind}`,
  { ...OURS, item: { type, id: "i", text: "", command: "", status: "inProgress" } },
];
const usage = (total: number, last: number): Sent => [
  "thread/tokenUsage/updated",
  { ...OURS, tokenUsage: { total: { inputTokens: total }, last: { inputTokens: last } } },
];

/** What becomes of what a server of this version sends: kinds, with totals and turns of usage. */
async function adapted(
  version: string,
  sent: readonly Sent[],
  { isNew = false } = {},
): Promise<string[]> {
  const wire = memoryTransport();
  const send = (value: unknown): void => {
    wire.transport.send(value);
    const { id, method } = value as { id: number; method: string };
    if (method === "thread/start") wire.say({ id, result: { thread: { id: "t" } } });
  };
  const peer = new Peer({ ...wire.transport, send }, () => new CliError("server_crashed", "gone"));
  const server = appServer(peer);
  const initialized = server.initialize({ deltas: false, diff: false, mcp: false, raw: false });
  wire.say({ id: 0, result: { userAgent: `codex_exec/${version}` } });
  await initialized;
  if (isNew) await server.startThread(threadParams({ cwd: "/w", ...NOTHING_ASKED }));
  for (const [method, params] of sent) wire.say({ method, params });
  await wire.die();
  const kinds: string[] = [];
  try {
    for await (const event of server.openThreadEvents("t")) {
      if (event.kind !== "notification") continue;
      const { notification } = event;
      kinds.push(
        notification.kind === "usageUpdated"
          ? `usage ${String(notification.tokenUsage.total.inputTokens)} of ${notification.turnId || "before"}`
          : notification.kind,
      );
    }
  } catch {
    // The server is gone.
  }
  return kinds;
}

describe("a usage report up to 0.130", () => {
  const stored = [STARTED, usage(10, 10), item("agentMessage"), usage(30, 20), COMPLETED];

  test.each(["0.105.0", "0.130.0"])("of %s comes first from before the turn", async (version) => {
    expect(await adapted(version, stored)).toEqual([
      "turnStarted",
      "usage 10 of before",
      "itemStarted",
      "usage 30 of u",
      "turnCompleted",
    ]);
  });

  test("is not repeated, and comes after the tools of its answer", async () => {
    const sent = [
      ...[STARTED, item("userMessage"), item("agentMessage"), usage(10, 10)],
      ...[item("commandExecution"), item("commandExecution", "completed"), usage(10, 10)],
      ...[item("agentMessage"), usage(30, 20), COMPLETED],
    ];
    expect(await adapted("0.118.0", sent)).toEqual([
      ...["turnStarted", "itemStarted", "itemStarted"],
      ...["itemStarted", "itemCompleted", "usage 10 of u", "ignored"],
      ...["itemStarted", "usage 30 of u", "turnCompleted"],
    ]);
  });

  test("of a new thread is counted also before its first item, a tool", async () => {
    const sent = [STARTED, usage(10, 10), item("commandExecution"), usage(10, 10), COMPLETED];
    expect(await adapted("0.105.0", sent, { isNew: true })).toEqual([
      ...["turnStarted", "itemStarted", "usage 10 of u", "ignored", "turnCompleted"],
    ]);
  });

  test("is counted in a further turn of the same thread", async () => {
    const more = [STARTED, usage(30, 20), item("agentMessage"), usage(60, 30), COMPLETED];
    expect((await adapted("0.130.0", [...stored, ...more])).slice(5)).toEqual([
      "turnStarted",
      "ignored",
      "itemStarted",
      "usage 60 of u",
      "turnCompleted",
    ]);
  });

  test("is taken as it comes from 0.131 on", async () => {
    expect(await adapted("0.131.0", stored)).toEqual([
      "turnStarted",
      "usage 10 of u",
      "itemStarted",
      "usage 30 of u",
      "turnCompleted",
    ]);
  });
});

describe("a compaction", () => {
  const sent = [item("contextCompaction"), item("contextCompaction", "completed"), COMPLETED];

  test("has a start where the server sends none", async () => {
    expect(await adapted("0.107.0", sent)).toEqual([
      "turnStarted",
      "itemStarted",
      "itemCompleted",
      "turnCompleted",
    ]);
  });

  test("inside a turn, or of a newer server, does not start it twice", async () => {
    const inside = [STARTED, ...sent];
    expect([await adapted("0.107.0", inside), await adapted("0.110.0", inside)]).toEqual([
      ["turnStarted", "itemStarted", "itemCompleted", "turnCompleted"],
      ["turnStarted", "itemStarted", "itemCompleted", "turnCompleted"],
    ]);
  });
});

test("a declined file change ends once", async () => {
  const change = (kind: string, status: string): Sent => [
    `item/${kind}`,
    { ...OURS, item: { type: "fileChange", id: "c", changes: [], status } },
  ];
  const declined = change("completed", "declined");
  const sent = [STARTED, change("started", "inProgress"), declined, declined, COMPLETED];
  expect(await adapted("0.118.0", sent)).toEqual([
    "turnStarted",
    "itemStarted",
    "itemCompleted",
    "ignored",
    "turnCompleted",
  ]);
});

test("events of the older protocol, which repeat the others, are not even unknown", async () => {
  const sent: Sent[] = [["codex/event/agent_message", { conversationId: "t", msg: {} }]];
  expect([await adapted("0.114.0", sent), await adapted("0.166.0", sent)]).toEqual([
    ["ignored"],
    ["unknown"],
  ]);
});
