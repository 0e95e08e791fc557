import { expect, test } from "vitest";

import { modelCalls } from "../../src/protocol/model-calls.js";
import { RpcError } from "../../src/rpc/peer.js";
import { all, scriptedPeer, type RpcResponse } from "../helpers/memory-transport.js";

test.each([true, false])(
  "models are asked for a hundred at a time (hidden: %j)",
  async (hidden) => {
    const { calls, asked } = scripted([page(["a"], null)]);
    expect({ got: await all(calls.listModels({ hidden })), asked }).toEqual({
      got: [{ id: "a" }],
      asked: [ask(null, hidden)],
    });
  },
);

test("page follows page until there is no cursor, and an empty one ends nothing", async () => {
  const { calls, asked } = scripted([page(["a", "b"], "2"), page([], "3"), page(["c"])]);
  expect({ got: await ids(calls), asked }).toEqual({
    got: ["a", "b", "c"],
    asked: [ask(null), ask("2"), ask("3")],
  });
});

test("a cursor that comes round is not followed again", async () => {
  const { calls, asked } = scripted([page(["a"], "2"), page(["b"], "3"), page(["c"], "2")]);
  expect({ got: await ids(calls), asked }).toEqual({
    got: ["a", "b", "c"],
    asked: [ask(null), ask("2"), ask("3")],
  });
});

test("whoever has found a model asks for no more", async () => {
  const { calls, asked } = scripted([page(["a", "b"], "2")]);
  for await (const { id } of calls.listModels({ hidden: false })) if (id === "a") break;
  expect(asked).toEqual([ask(null)]);
});

test("a model may have more than we know, or nothing but its id", async () => {
  const models = [
    { id: "bare" },
    {
      id: "null",
      displayName: null,
      description: null,
      hidden: null,
      isDefault: null,
      supportedReasoningEfforts: null,
      defaultReasoningEffort: null,
      inputModalities: null,
      serviceTiers: null,
      upgrade: null,
    },
    {
      id: "full",
      supportedReasoningEfforts: [{ reasoningEffort: "high", description: "slow" }],
      serviceTiers: [{ id: "fast", name: "Fast" }],
      inputModalities: ["text", "smell"],
      somethingNew: { a: 1 },
    },
  ];
  const { calls } = scripted([{ result: { data: models } }]);
  expect(await all(calls.listModels({ hidden: false }))).toEqual(models);
});

test.each([
  {},
  null,
  { items: [] },
  { data: {} },
  { data: [{ displayName: "no id" }] },
  { data: [{ id: "a", supportedReasoningEfforts: ["high"] }] },
  { data: [], nextCursor: 2 },
])("a page like %j breaks the protocol", async (result) => {
  const { calls } = scripted([{ result }]);
  await expect(ids(calls)).rejects.toMatchObject({ name: "CliError", kind: "protocol" });
});

test("a page that is refused ends the list", async () => {
  const error = { code: -32603, message: "the catalog is gone" };
  const { calls } = scripted([page(["a"], "2"), { error }]);
  await expect(ids(calls)).rejects.toEqual(new RpcError("model/list", error));
});

function scripted(replies: readonly RpcResponse[]) {
  const { peer, asked } = scriptedPeer(replies);
  return { calls: modelCalls(peer), asked };
}

const page = (models: readonly string[], nextCursor?: string | null): RpcResponse => ({
  result: { data: models.map((id) => ({ id })), nextCursor },
});

const ask = (cursor: string | null, includeHidden = false) => ({
  method: "model/list",
  params: { cursor, limit: 100, includeHidden },
});

const ids = async (calls: ReturnType<typeof modelCalls>): Promise<string[]> =>
  (await all(calls.listModels({ hidden: false }))).map(({ id }) => id);
