import { expect, test } from "vitest";

import { EarlyAdapter } from "../../../../src/protocol/versions/early/early-adapter.js";
import { Features } from "../../../../src/protocol/versions/features.js";
import type { ServerMessage } from "../../../../src/rpc/peer-adapter.js";

/** An adapter for a version, whose server sends back what it is asked. */
function adapted(version: string, config: Readonly<Record<string, unknown>> | null = null) {
  const optedOut = ["item/plan/delta"];
  const adapter = new EarlyAdapter(new Features(version), { optedOut, config });
  const send = (method: string, params: unknown): Promise<unknown> =>
    Promise.resolve([method, params]);
  return {
    receive: (message: ServerMessage) => adapter.receive(message),
    respond: adapter.respond.bind(adapter),
    request: (method: string, params: unknown) => adapter.request(method, params, send),
  };
}

test("what was opted out of is passed over", () => {
  const { receive } = adapted("0.92.0");
  const methods = ["item/plan/delta", "item/started"];
  const left = methods.flatMap((method) => receive({ kind: "notification", method, params: {} }));
  expect(left.map(({ method }) => method)).toEqual(["item/started"]);
});

test("a thread gets what the server was started with, below its own settings", async () => {
  const { request } = adapted("0.72.0", { a: 1, b: 1 });
  expect(await request("thread/start", { config: { b: 2 } })).toEqual([
    "thread/start",
    { config: { a: 1, b: 2 } },
  ]);
});

test.each([
  ["item/commandExecution/requestApproval", { result: { decision: "decline" } }],
  ["item/fileChange/requestApproval", { result: { decision: "decline" } }],
  ["applyPatchApproval", { result: { decision: "denied" } }],
  ["item/tool/requestUserInput", { result: { answers: {} } }],
  ["account/chatgptAuthTokens/refresh", { error: { code: -32601, message: "no" } }],
])("an error for %s hangs no turn", (method, response) => {
  const { receive, respond } = adapted("0.92.0");
  receive({ kind: "request", id: 0, method, params: {} });
  expect(respond(0, { error: { code: -32601, message: "no" } })).toEqual(response);
});

test("a result stays as it is", () => {
  const result = { result: { decision: "accept" } };
  expect(adapted("0.92.0").respond(1, result)).toEqual(result);
});

test("a thread is read by its summary before 0.89", async () => {
  expect(await adapted("0.88.0").request("thread/read", { threadId: "T" })).toMatchObject({
    thread: { path: null },
  });
  const read = ["thread/read", { threadId: "T" }];
  expect(await adapted("0.89.0").request("thread/read", { threadId: "T" })).toEqual(read);
});

test.each([
  ["0.92.0", "command/exec", {}, "command/exec: not supported by this codex (code -32601)"],
  ["0.79.0", "thread/fork", {}, "codex 0.79.0 does not support thread/fork"],
  ["0.98.0", "turn/steer", {}, "codex 0.98.0 does not support turn/steer"],
])("%s refuses %s", async (version, method, params, message) => {
  await expect(adapted(version).request(method, params)).rejects.toThrow(message);
});
