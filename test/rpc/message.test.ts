import { describe, expect, test } from "vitest";

import type { Message } from "../../src/rpc/message.js";
import { classify } from "../../src/rpc/message.js";

const rpcError = (message: string, code = 0): Message => ({
  kind: "error",
  id: 1,
  error: { code, message },
});

test.each<[string, unknown, Message]>([
  [
    "a method and an id is a request",
    { id: 7, method: "m", params: { a: 1 } },
    { kind: "request", id: 7, method: "m", params: { a: 1 } },
  ],
  [
    "the id 0 is an id",
    { id: 0, method: "m", params: {} },
    { kind: "request", id: 0, method: "m", params: {} },
  ],
  [
    "an empty string is an id",
    { id: "", method: "m" },
    { kind: "request", id: "", method: "m", params: undefined },
  ],
  [
    "a method alone is a notification",
    { method: "m", params: [1], emittedAtMs: 5 },
    { kind: "notification", method: "m", params: [1] },
  ],
  [
    "a method with the id null is a notification",
    { id: null, method: "m" },
    { kind: "notification", method: "m", params: undefined },
  ],
  [
    "an id and a result is a reply",
    { id: "a", result: 5 },
    { kind: "response", id: "a", result: 5 },
  ],
  [
    "the result null is a result",
    { id: 0, result: null },
    { kind: "response", id: 0, result: null },
  ],
  ["an id alone is a reply", { id: 3 }, { kind: "response", id: 3, result: undefined }],
  [
    "an error of null is none",
    { id: 3, result: 1, error: null },
    { kind: "response", id: 3, result: 1 },
  ],
  [
    "the jsonrpc member changes nothing",
    { jsonrpc: "2.0", id: 3, result: 1 },
    { kind: "response", id: 3, result: 1 },
  ],
  [
    "a method makes it a request, whatever else is there",
    { id: 1, method: "m", params: 1, result: 2, error: { code: 3, message: "no" } },
    { kind: "request", id: 1, method: "m", params: 1 },
  ],
])("%s", (_, value, message) => {
  expect(classify(value)).toEqual(message);
});

describe("an error", () => {
  test("is a refusal with all it says", () => {
    expect(
      classify({ error: { code: -32602, message: "too large", data: { max: 1 } }, id: "x" }),
    ).toEqual({
      kind: "error",
      id: "x",
      error: { code: -32602, message: "too large", data: { max: 1 } },
    });
  });

  test.each<[unknown, Message]>([
    [{ code: -1, message: "no" }, rpcError("no", -1)],
    [{ message: "no" }, rpcError("no")],
    [{ code: "E1", message: "no" }, rpcError("no")],
    [{ code: -1 }, rpcError('{"code":-1}', -1)],
    ["no", rpcError('"no"')],
    [false, rpcError("false")],
  ])("of the shape %j is a refusal still", (error, message) => {
    expect(classify({ id: 1, error })).toEqual(message);
  });
});

test.each([
  null,
  true,
  0,
  "text",
  [],
  [{ id: 1, result: 1 }],
  {},
  { result: 1 },
  { id: null, result: 1 },
  { id: {}, result: 1 },
  { method: 5 },
  { error: { code: 1, message: "no" } },
])("%j is no message", (value) => {
  expect(classify(value)).toEqual({ kind: "invalid" });
});
