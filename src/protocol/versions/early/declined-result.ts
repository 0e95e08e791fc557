/**
 * The result that declines a server request, for one that can only be answered with an error: up to 0.92
 * a turn waits for ever after an error. Undefined for a request that no turn waits for.
 */
export function declinedResult(method: string): unknown {
  if (/^(?:applyPatch|execCommand)Approval$/.test(method)) return { decision: "denied" };
  if (/^item\/(?:commandExecution|fileChange)\/requestApproval$/.test(method))
    return { decision: "decline" };
  if (method === "item/tool/requestUserInput") return { answers: {} };
  if (method === "item/tool/call")
    return { contentItems: [{ type: "inputText", text: NO_TOOLS }], success: false };
  return undefined;
}

const NO_TOOLS = "this client runs no tools of its own";
