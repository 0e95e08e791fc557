import { expect, test } from "vitest";

import { Features } from "../../../src/protocol/versions/features.js";
import { ifUnknown, needsVersion } from "../../../src/protocol/versions/unknown-method.js";
import { RpcError } from "../../../src/rpc/peer.js";
import { complaint } from "../../helpers/git-repository.js";
import { NO_SUCH_METHOD, unknownVariant } from "../../helpers/memory-transport.js";

/** Whether an error means that the server does not know `a/b`. */
function isUnknown(error: unknown): boolean {
  try {
    return ifUnknown("a/b", (given) => given === error)(error);
  } catch (thrown) {
    expect(thrown).toBe(error);
    return false;
  }
}

test.each([
  ["as codex says it", unknownVariant("a/b"), true],
  ["as JSON-RPC says it", NO_SUCH_METHOD, true],
  ["of another call", unknownVariant("a/b/c"), false],
  ["of a bad value", { code: -32600, message: "Invalid request: missing field `threadId`" }, false],
  ["of a fault within", { code: -32603, message: "a/b failed" }, false],
])("a refusal %s", (_, error, unknown) => {
  expect(isUnknown(new RpcError("a/b", error))).toBe(unknown);
});

test.each([new Error("unknown variant `a/b`"), "unknown variant `a/b`", undefined])(
  "what is no refusal says nothing of what the server knows: %s",
  (error) => {
    expect(isUnknown(error)).toBe(false);
  },
);

test("a call that takes a newer server says which, and how to get it", () => {
  const refusal = new RpcError("thread/delete", NO_SUCH_METHOD);
  expect(complaint(() => needsVersion("thread/delete", new Features("0.130.0"))(refusal))).toEqual({
    kind: "refused",
    message: "codex 0.130.0 does not support thread/delete",
    hint: "requires codex 0.140.0 or newer: npm i -g @openai/codex@latest",
  });
});

test("any other refusal stays what it is", () => {
  const refusal = new RpcError("a/b", { code: -32600, message: "no" });
  expect(() => needsVersion("thread/delete", new Features("0.130.0"))(refusal)).toThrow(refusal);
});
