import type { RpcResponse } from "../../../rpc/message.js";
import type { ServerMessage } from "../../../rpc/peer-adapter.js";
import type { Fields } from "./fields.js";
import { fieldsOf, textOf } from "./fields.js";
import type { WireItem } from "./items.js";
import { commandLine, startedCommand, startedPatch } from "./items.js";

/** A request for an approval, and the item it is about. */
export interface Approval {
  item: WireItem;
  method: string;
  params: Fields;
}

/** Reads `execCommandApproval` and `applyPatchApproval`; undefined for any other request. */
export function approvalOf(
  { method, params }: Extract<ServerMessage, { kind: "request" }>,
  turn: { threadId: string; turnId: string },
): Approval | undefined {
  const fields = fieldsOf(params);
  const reason = textOf(fields["reason"]);
  const itemId = textOf(fields["callId"]) ?? "";
  if (method === "execCommandApproval") {
    const command = commandLine(fields["command"]);
    const item = startedCommand(fields);
    const about = { itemId, reason, command, cwd: textOf(fields["cwd"]) };
    return { item, method: "item/commandExecution/requestApproval", params: { ...turn, ...about } };
  }
  if (method !== "applyPatchApproval") return undefined;
  const item = startedPatch(fields, fields["fileChanges"]);
  const about = { itemId, reason, grantRoot: textOf(fields["grantRoot"]) };
  return { item, method: "item/fileChange/requestApproval", params: { ...turn, ...about } };
}

/** The response to such a request. Anything but a decision denies: an error would hang the turn. */
export function reviewDecision(response: RpcResponse): { decision: string } {
  const decision = "result" in response ? fieldsOf(response.result)["decision"] : undefined;
  return { decision: DECISIONS.get(textOf(decision) ?? "") ?? DENIED };
}

const DENIED = "denied";
const DECISIONS: ReadonlyMap<string, string> = new Map([
  ["accept", "approved"],
  ["acceptForSession", "approved_for_session"],
  ["cancel", "abort"],
]);
