import { expect, test } from "vitest";

import type { Resolution } from "../../src/approvals/resolution.js";
import { decline } from "../../src/approvals/decline.js";
import { parseServerRequest } from "../../src/protocol/server-requests.js";

const declined = (result: unknown): Resolution => ({
  response: { result },
  decision: "decline",
  reason: "approvals are disabled for this run",
});

const unsupported = (method: string, code: number): Resolution => ({
  response: { error: { code, message: `${method} is not supported by turnpipe` } },
  decision: "unsupported",
  reason: `${method} is not supported by turnpipe`,
});

test.each<[method: string, Resolution]>([
  ["item/commandExecution/requestApproval", declined({ decision: "decline" })],
  ["item/fileChange/requestApproval", declined({ decision: "decline" })],
  ["item/permissions/requestApproval", declined({ permissions: {}, scope: "turn" })],
  ["item/tool/requestUserInput", declined({ answers: {} })],
  [
    "mcpServer/elicitation/request",
    { ...declined({ action: "cancel", content: null, _meta: null }), decision: "cancel" },
  ],
  [
    "item/tool/call",
    declined({
      contentItems: [{ type: "inputText", text: "this client runs no tools of its own" }],
      success: false,
    }),
  ],
  ["applyPatchApproval", declined({ decision: "denied" })],
  ["execCommandApproval", declined({ decision: "denied" })],
  ["account/chatgptAuthTokens/refresh", unsupported("account/chatgptAuthTokens/refresh", -32_000)],
  ["attestation/generate", unsupported("attestation/generate", -32_000)],
  ["currentTime/read", unsupported("currentTime/read", -32_000)],
  ["brand/new", unsupported("brand/new", -32_601)],
  ["toString", unsupported("toString", -32_601)],
])("%s is turned down in the shape it expects", (method, answer) => {
  expect(decline(parseServerRequest({ id: 0, method, params: { threadId: "t-1" } }))).toEqual(
    answer,
  );
});
