import { expect, test } from "vitest";

import { Continuity } from "../../../src/protocol/continuity/continuity.js";
import type { WireMessage } from "../../../src/protocol/continuity/tracked-thread.js";

const THREAD = "thread-1";
const TURN = "turn-1";

/** A server that answers requests from a table; what is not in it is an error response. */
function linkTo(answers: Readonly<Record<string, unknown>>, inbox: WireMessage[] = []) {
  const calls: [method: string, params: object][] = [];
  const link = {
    call: (method: string, params: object) => {
      calls.push([method, params]);
      return Promise.resolve(answers[method]);
    },
    notify: (method: string) => {
      calls.push([method, {}]);
    },
    take: (matches: (message: WireMessage) => boolean) => inbox.filter(matches),
  };
  return { link, calls };
}

const active = { thread: { status: { type: "active" } } };
const loaded = { initialize: { userAgent: "x" }, "thread/read": active, "thread/resume": {} };

const message = (id: string, text: string) => ({ type: "agentMessage", id, text });
const command = (id: string) => ({
  ...{ type: "commandExecution", id, command: "true", status: "completed" },
  ...{ aggregatedOutput: "done", exitCode: 0, durationMs: 5 },
});
const stored = (items: object[], status = "inProgress") => ({
  data: [{ id: TURN, rootTurnId: TURN, status, items }],
});

const of = (method: string, params: object): WireMessage => ({
  method,
  params: { threadId: THREAD, turnId: TURN, ...params },
});
const completed = (item: object) => of("item/completed", { item });
const begun = (item: object) => of("item/started", { item });
const turn = (status: string) => ({ id: TURN, rootTurnId: TURN, status, items: [] });
const ended = { method: "turn/completed", params: { threadId: THREAD, turn: turn("completed") } };
const turnStarted = {
  method: "turn/started",
  params: { threadId: THREAD, turn: turn("inProgress") },
};

/** A client whose turn runs, with what it has been sent. */
function inTurn(
  notifications: readonly WireMessage[] = [turnStarted],
  { withDeltas = false } = {},
) {
  const continuity = new Continuity();
  const exchange = (id: number, method: string, params: object, result: object) => {
    continuity.sent({ id, method, params });
    return continuity.received({ id, result });
  };
  const optOut = withDeltas ? [] : ["item/agentMessage/delta"];
  exchange(0, "initialize", { capabilities: { optOutNotificationMethods: optOut } }, {});
  exchange(
    1,
    "thread/start",
    { cwd: "/", sandbox: "read-only", ephemeral: false },
    {
      thread: { id: THREAD },
    },
  );
  exchange(2, "turn/start", { threadId: THREAD }, { turn: { id: TURN } });
  for (const each of notifications) continuity.received(each);
  continuity.cut();
  return continuity;
}

const delivered = (continuity: Continuity, messages: readonly WireMessage[]) =>
  messages.flatMap((each) => continuity.received(each).deliver);

test("what was missed is delivered once, an item that was missed as a whole with its start", async () => {
  const seen = completed(message("a", "one"));
  const continuity = inTurn([turnStarted, begun(message("a", "")), seen]);
  const { link, calls } = linkTo({
    ...loaded,
    "thread/turns/list": stored([message("a", "one"), command("b")]),
  });
  expect(await continuity.restore(link)).toEqual([
    begun({
      ...{ ...command("b"), status: "inProgress" },
      ...{ aggregatedOutput: null, exitCode: null, durationMs: null },
    }),
    completed(command("b")),
  ]);
  expect(calls.map(([method]) => method)).toEqual([
    ...["initialize", "initialized", "thread/read", "thread/resume", "thread/turns/list"],
  ]);
  // Sent by the server between the two requests.
  expect(delivered(continuity, [seen, completed(command("b"))])).toEqual([]);
  const next = [begun(message("c", "")), completed(message("c", "two"))];
  expect(delivered(continuity, next)).toEqual(next);
});

test("the rest of a message that was cut off comes as one delta", async () => {
  const delta = (text: string) => of("item/agentMessage/delta", { itemId: "a", delta: text });
  const continuity = inTurn([turnStarted, begun(message("a", "")), delta("one ")], {
    withDeltas: true,
  });
  const { link } = linkTo({ ...loaded, "thread/turns/list": stored([]) });
  expect(await continuity.restore(link)).toEqual([]);
  expect(delivered(continuity, [delta("three"), completed(message("a", "one two three"))])).toEqual(
    [delta("two three"), completed(message("a", "one two three"))],
  );
});

test("a turn that has ended meanwhile ends, with its usage", async () => {
  const continuity = inTurn([]);
  const usage = (turnId: string) => ({
    method: "thread/tokenUsage/updated",
    params: { threadId: THREAD, turnId, tokenUsage: { total: { inputTokens: 7 }, last: {} } },
  });
  const notice = { method: "deprecationNotice", params: { summary: "all turns" } };
  const { link } = linkTo(
    { ...loaded, "thread/turns/list": stored([message("a", "one")], "completed") },
    [notice, usage("an earlier turn")],
  );
  const missed = await continuity.restore(link);
  expect(missed.map(({ method }) => method)).toEqual([
    ...["turn/started", "item/started", "item/completed"],
    // The translator is told that nothing was used before this turn.
    ...["thread/tokenUsage/updated", "thread/tokenUsage/updated", "turn/completed"],
  ]);
  expect(missed.slice(3, 5)).toEqual([
    { ...usage(""), params: { ...usage("").params, tokenUsage: { total: {}, last: {} } } },
    usage(TURN),
  ]);
});

test("before the end of a turn that was cut, what was stored too late is read", async () => {
  const continuity = inTurn();
  await continuity.restore(linkTo({ ...loaded, "thread/turns/list": stored([]) }).link);
  const { deliver, fetch } = continuity.received(ended);
  const late = linkTo({ ...loaded, "thread/turns/list": stored([message("a", "one")]) });
  expect([deliver, await fetch?.(late.link)]).toEqual([
    [],
    [begun(message("a", "one")), completed(message("a", "one")), ended],
  ]);
});

test.each([
  ["an interrupted turn", stored([message("a", "one")], "interrupted")],
  ["no turn", { data: [] }],
])("a server that was restarted and has stored %s has lost it", async (_, turns) => {
  const notLoaded = { thread: { status: { type: "notLoaded" } } };
  const { link } = linkTo({ ...loaded, "thread/read": notLoaded, "thread/turns/list": turns });
  await expect(inTurn().restore(link)).rejects.toMatchObject({
    kind: "server_crashed",
    message: `the app-server was restarted: the turn on thread ${THREAD} is gone`,
    hint: `continue with: turnpipe resume ${THREAD}`,
  });
});

test("a thread that is not stored cannot be joined again", async () => {
  const { link } = linkTo({ ...loaded, "thread/resume": undefined });
  await expect(inTurn().restore(link)).rejects.toMatchObject({
    kind: "server_unreachable",
    hint: "without --ephemeral a turn survives a lost connection",
  });
});

test("a turn that the server has begun is not begun again, one that it has not is", async () => {
  const continuity = inTurn([turnStarted, ended]);
  const params = { threadId: THREAD, input: [] };
  const { params: sent } = continuity.sent({ id: 3, method: "turn/start", params });
  const { clientUserMessageId: clientId } = sent as { clientUserMessageId: string };
  const idle = { thread: { status: { type: "idle" } } };
  const unknown = linkTo({ ...loaded, "thread/read": idle, "thread/turns/list": stored([]) });
  expect(await continuity.restore(unknown.link)).toEqual([]);
  expect(continuity.pending).toEqual([{ id: 3, method: "turn/start", params: sent }]);
  const item = { type: "userMessage", id: "u", clientId };
  const begunTurn = { id: "turn-2", rootTurnId: "turn-2", status: "inProgress", items: [item] };
  const known = linkTo({ ...loaded, "thread/turns/list": { data: [begunTurn] } });
  const [response, ...missed] = await continuity.restore(known.link);
  expect([response, missed.map(({ method }) => method), continuity.pending]).toEqual([
    { id: 3, result: { turn: { ...begunTurn, items: [] }, turnId: "turn-2" } },
    ["turn/started", "item/started", "item/completed"],
    [],
  ]);
});

test("what must not be done twice is answered with an error, the rest is sent again", async () => {
  const continuity = inTurn();
  continuity.sent({ id: 5, method: "thread/compact/start", params: { threadId: THREAD } });
  continuity.sent({ id: 6, method: "config/read", params: {} });
  const { link } = linkTo({ ...loaded, "thread/turns/list": stored([]) });
  expect(await continuity.restore(link)).toEqual([
    { id: 5, error: { code: -32000, message: "the connection was lost" } },
  ]);
  expect(continuity.pending).toEqual([{ id: 6, method: "config/read", params: {} }]);
});

test("a request of the server is delivered once, and a response that was lost is sent again", () => {
  const continuity = inTurn();
  const request = { id: 0, ...of("item/commandExecution/requestApproval", { itemId: "b" }) };
  const answer = { id: 0, result: { decision: "decline" } };
  expect(continuity.received(request)).toEqual({ deliver: [request], send: [] });
  expect(continuity.received(request)).toEqual({ deliver: [], send: [] });
  continuity.sent(answer);
  expect(continuity.received(request)).toEqual({ deliver: [], send: [answer] });
  // A server that was restarted counts from 0 again.
  const other = { id: 0, ...of("item/fileChange/requestApproval", { itemId: "c" }) };
  expect(continuity.received(other)).toEqual({ deliver: [other], send: [] });
});

test("notifications about threads of other clients are dropped, those of sub-agents are not", () => {
  const continuity = inTurn();
  const about = (method: string, params: object) => ({ method, params });
  const foreign = about("thread/status/changed", { threadId: "other", status: "idle" });
  const own = about("thread/status/changed", { threadId: THREAD, status: "idle" });
  const agent = about("item/started", { threadId: "agent", turnId: "t", item: { id: "x" } });
  const account = about("account/updated", {});
  expect(delivered(continuity, [foreign, own, agent, account])).toEqual([own, agent, account]);
});

test("an item or a delta of no known shape passes as it is", () => {
  const continuity = inTurn([turnStarted, begun(message("a", ""))]);
  const shapeless = [
    ...[begun({}), completed({}), of("item/started", {}), of("item/completed", { item: null })],
    ...[{}, { itemId: "a", delta: {} }, { itemId: { toString: 1 }, delta: "b" }].map((params) =>
      of("item/agentMessage/delta", params),
    ),
  ];
  expect(delivered(continuity, shapeless)).toEqual(shapeless);
});

test("a notification that precedes the response to thread/start is kept for the thread", () => {
  const continuity = new Continuity();
  continuity.sent({ id: 0, method: "thread/start", params: {} });
  const early = (threadId: string) => ({
    method: "mcpServer/startupStatus/updated",
    params: { threadId, name: "tools", status: "ready" },
  });
  expect(delivered(continuity, [early("other"), early(THREAD)])).toEqual([]);
  const response = { id: 0, result: { thread: { id: THREAD } } };
  expect(continuity.received(response).deliver).toEqual([response, early(THREAD)]);
});
