import { expect, test } from "vitest";

import { parseServerRequest } from "../../src/protocol/server-requests.js";

test.each([
  ["item/commandExecution/requestApproval", "command"],
  ["item/fileChange/requestApproval", "fileChange"],
  ["item/permissions/requestApproval", "permissions"],
  ["item/tool/requestUserInput", "userInput"],
  ["item/tool/call", "dynamicTool"],
  ["mcpServer/elicitation/request", "elicitation"],
  ["account/chatgptAuthTokens/refresh", "tokenRefresh"],
  ["attestation/generate", "attestation"],
  ["currentTime/read", "currentTime"],
  ["applyPatchApproval", "legacyPatch"],
  ["execCommandApproval", "legacyCommand"],
  ["brand/new", "unknown"],
  ["constructor", "unknown"],
])("%s asks for %s, under the id it came with", (method, kind) => {
  const params = { threadId: "t-1", anything: [1] };
  expect([
    parseServerRequest({ id: 0, method, params }),
    parseServerRequest({ id: "q-1", method, params: undefined }),
  ]).toEqual([
    { id: 0, kind, method, params },
    { id: "q-1", kind, method, params: undefined },
  ]);
});
