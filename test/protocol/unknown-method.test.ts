import { expect, test } from "vitest";

import { isUnknownMethod, needsVersion } from "../../src/protocol/unknown-method.js";
import { RpcError } from "../../src/rpc/peer.js";
import { complaint } from "../git/scratch.js";
import { NO_SUCH_METHOD, unknownVariant } from "./scripted-peer.js";

test.each([
  ["as codex says it", unknownVariant("a/b"), true],
  ["as JSON-RPC says it", NO_SUCH_METHOD, true],
  ["of another call", unknownVariant("a/b/c"), false],
  ["of a bad value", { code: -32600, message: "Invalid request: missing field `threadId`" }, false],
  ["of a fault within", { code: -32603, message: "a/b failed" }, false],
])("a refusal %s", (_, error, unknown) => {
  expect(isUnknownMethod(new RpcError("a/b", error), "a/b")).toBe(unknown);
});

test.each([new Error("unknown variant `a/b`"), "unknown variant `a/b`", undefined])(
  "what is no refusal says nothing of what the server knows: %s",
  (error) => {
    expect(isUnknownMethod(error, "a/b")).toBe(false);
  },
);

test("a call that takes a newer server says which, and how to get it", () => {
  const refusal = new RpcError("a/b", NO_SUCH_METHOD);
  expect(complaint(() => needsVersion("a/b", "0.140.0")(refusal))).toEqual({
    kind: "refused",
    message: "this codex does not support a/b",
    hint: "requires codex 0.140.0 or newer: npm i -g @openai/codex@latest",
  });
});

test("any other refusal stays what it is", () => {
  const refusal = new RpcError("a/b", { code: -32600, message: "no" });
  expect(() => needsVersion("a/b", "0.140.0")(refusal)).toThrow(refusal);
});
