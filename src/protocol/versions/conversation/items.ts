import type { Fields } from "./fields.js";
import { fieldsOf, numberFrom, textOf, variantOf } from "./fields.js";

/** An item as today's servers send it. */
export type WireItem = Fields & { readonly type: string; readonly id: string };

/** The item of `exec_command_begin`, or of a request to approve a command. */
export const startedCommand = (event: Fields): WireItem => ({
  type: "commandExecution",
  id: callId(event),
  command: commandLine(event["command"]),
  cwd: textOf(event["cwd"]),
  status: "inProgress",
  aggregatedOutput: null,
  exitCode: null,
});

/** The item after `exec_command_end`; a command that was not approved has no result. */
export function endedCommand(started: WireItem, event: Fields, declined: boolean): WireItem {
  if (declined) return { ...started, status: "declined", aggregatedOutput: "" };
  const exitCode = numberFrom(event["exit_code"]);
  const { stdout, stderr, aggregated_output: both } = event;
  return {
    ...started,
    status: exitCode === 0 ? "completed" : "failed",
    aggregatedOutput: textOf(both) ?? `${textOf(stdout) ?? ""}${textOf(stderr) ?? ""}`,
    exitCode,
    durationMs: millisIn(event["duration"]),
  };
}

/** The item of `patch_apply_begin`, or of a request to approve a patch; `changes` are by path. */
export const startedPatch = (event: Fields, changes: unknown): WireItem => ({
  type: "fileChange",
  id: callId(event),
  changes: Object.entries(fieldsOf(changes)).map(([path, change]) => {
    const { name, fields } = variantOf(change);
    const { content, unified_diff: diff, move_path: movePath } = fields;
    const kind = KINDS.find((each) => each === name) ?? "update";
    return {
      path,
      kind: kind === "update" ? { type: kind, move_path: textOf(movePath) } : { type: kind },
      diff: textOf(diff) ?? textOf(content) ?? "",
    };
  }),
  status: "inProgress",
});

const KINDS = ["add", "delete", "update"] as const;

export const startedToolCall = (event: Fields): WireItem => {
  const { server, tool, arguments: args } = fieldsOf(event["invocation"]);
  return {
    type: "mcpToolCall",
    id: callId(event),
    server: textOf(server) ?? "",
    tool: textOf(tool) ?? "",
    arguments: args ?? null,
    status: "inProgress",
    result: null,
    error: null,
  };
};

/** The item after `mcp_tool_call_end`, whose result is `{Ok: …}` or `{Err: …}`. */
export function endedToolCall(event: Fields): WireItem {
  const { Ok: ok, Err: problem } = fieldsOf(event["result"]);
  const { content, structured_content, structuredContent, is_error, isError } = fieldsOf(ok);
  const failed = ok === undefined || is_error === true || isError === true;
  return {
    ...startedToolCall(event),
    status: failed ? "failed" : "completed",
    result:
      ok === undefined
        ? null
        : {
            content: Array.isArray(content) ? content : [],
            structuredContent: structured_content ?? structuredContent ?? null,
          },
    error:
      ok === undefined ? { message: textOf(problem) ?? JSON.stringify(problem ?? null) } : null,
    durationMs: millisIn(event["duration"]),
  };
}

export const webSearch = (event: Fields): WireItem => ({
  type: "webSearch",
  id: callId(event),
  query: textOf(event["query"]) ?? "",
  action: event["action"] ?? { type: "search", query: textOf(event["query"]) ?? "" },
});

/** An item of `item_started` and `item_completed`; undefined for one that other events report. */
export function messageItem(raw: unknown): WireItem | undefined {
  const { name, fields } = variantOf(raw);
  const id = textOf(fields["id"]) ?? "";
  if (name === "AgentMessage") {
    const parts = Array.isArray(fields["content"]) ? fields["content"] : [];
    const text = parts.map((part) => textOf(variantOf(part).fields["text"]) ?? "").join("");
    return { type: "agentMessage", id, text };
  }
  if (name !== "Reasoning") return undefined;
  const { summary_text: summary, raw_content: content } = fields;
  return { type: "reasoning", id, summary: summary ?? [], content: content ?? [] };
}

const callId = (event: Fields): string => textOf(event["call_id"] ?? event["callId"]) ?? "";

const millisIn = (duration: unknown): number | null => {
  const { secs, nanos } = fieldsOf(duration);
  if (typeof secs !== "number") return null;
  return Math.round(secs * 1_000 + (numberFrom(nanos) ?? 0) / 1_000_000);
};

/** The words of a command as one line, quoted as codex does. */
export const commandLine = (command: unknown): string =>
  Array.isArray(command)
    ? command.map((word) => quotedWord(textOf(word) ?? "")).join(" ")
    : (textOf(command) ?? "");

const quotedWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
