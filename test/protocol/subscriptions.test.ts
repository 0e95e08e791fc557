import { expect, test } from "vitest";

import type { NotificationOptions } from "../../src/protocol/subscriptions.js";
import { optOutMethods } from "../../src/protocol/subscriptions.js";

const NEVER = [
  "app/list/updated",
  "item/commandExecution/terminalInteraction",
  "item/fileChange/outputDelta",
  "item/fileChange/patchUpdated",
  "item/mcpToolCall/progress",
  "item/reasoning/summaryPartAdded",
  "item/reasoning/textDelta",
  "remoteControl/status/changed",
  "skills/changed",
  "thread/readState/changed",
  "thread/settings/updated",
  "thread/started",
];
const DELTAS = [
  "item/agentMessage/delta",
  "item/plan/delta",
  "item/reasoning/summaryTextDelta",
  "item/commandExecution/outputDelta",
];
const DIFF = ["turn/diff/updated"];
const MCP = ["mcpServer/startupStatus/updated"];

test.each<[Partial<NotificationOptions>, string[]]>([
  [{}, [...NEVER, ...DELTAS, ...DIFF, ...MCP]],
  [{ deltas: true }, [...NEVER, ...DIFF, ...MCP]],
  [{ diff: true }, [...NEVER, ...DELTAS, ...MCP]],
  [{ mcp: true }, [...NEVER, ...DELTAS, ...DIFF]],
  [{ deltas: true, diff: true, mcp: true }, NEVER],
  [{ raw: true }, []],
])("with %j the server is told what not to send", (wanted, expected) => {
  expect(optOutMethods({ deltas: false, diff: false, mcp: false, raw: false, ...wanted })).toEqual(
    expected,
  );
});
