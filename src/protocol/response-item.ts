/** What we use of an item that the model, or a tool for it, said. */
export interface ResponseItem {
  /** The text of an assistant message; null for every other item. */
  message: string | null;
  /** What a tool answered the model. Calls that the sandbox rejects at once are not reported otherwise. */
  toolOutput: { callId: string; text: string } | null;
}

/** Reads an item of the Responses API, whatever its shape. */
export function readResponseItem(item: unknown): ResponseItem {
  const { type, role, content, call_id, output } = (item ?? {}) as Record<string, unknown>;
  const isMessage = type === "message" && role === "assistant" && Array.isArray(content);
  const isOutput = TOOL_OUTPUTS.has(type) && typeof call_id === "string";
  return {
    message: isMessage ? textOf(content) : null,
    toolOutput: isOutput ? { callId: call_id, text: textOf(output) } : null,
  };
}

const TOOL_OUTPUTS: ReadonlySet<unknown> = new Set([
  "function_call_output",
  "custom_tool_call_output",
]);

/** A text, or the texts of a list of parts. */
function textOf(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === "string" ? content : "";
  return content
    .map((part: { text?: unknown } | null) => (typeof part?.text === "string" ? part.text : ""))
    .join("");
}
