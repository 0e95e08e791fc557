import type { ApprovalRequest } from "../dialect/approval.js";
import type { ServerItem } from "../protocol/items.js";
import type { ServerRequest } from "../protocol/server-requests.js";

/**
 * Converts a server request to an approval request; undefined for one that no approver can decide. A
 * request about a file change or a tool call only names its item: the content came with `item/started`.
 */
export function approvalRequestOf(
  { kind, params }: ServerRequest,
  items: readonly ServerItem[],
): ApprovalRequest | undefined {
  const fields = fieldsOf(params);
  const common = {
    thread_id: text(fields["threadId"] ?? fields["conversationId"]),
    turn_id: text(fields["turnId"]),
    item_id: text(fields["itemId"] ?? fields["callId"]),
    reason: text(fields["reason"]),
  };
  switch (kind) {
    case "command":
    case "legacyCommand":
      return { kind: "command", ...common, ...commandIn(fields) };
    case "fileChange":
    case "legacyPatch":
      return { kind: "file_change", ...common, ...changesIn(fields, common.item_id, items) };
    case "permissions":
      return {
        kind: "permissions",
        ...common,
        cwd: text(fields["cwd"]),
        permissions: fields["permissions"] ?? null,
      };
    case "userInput":
      return { kind: "user_input", ...common, questions: questionsIn(fields["questions"]) };
    case "elicitation":
      return elicitation(fields, common, items);
    case "dynamicTool":
    case "tokenRefresh":
    case "attestation":
    case "currentTime":
    case "unknown":
      return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;
type RequestOf<K extends ApprovalRequest["kind"]> = Extract<ApprovalRequest, { kind: K }>;
type Common = Pick<RequestOf<"command">, "thread_id" | "turn_id" | "item_id" | "reason">;

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** The oldest servers send an array of arguments, the others one line. */
function commandIn(fields: Fields): Pick<RequestOf<"command">, "command" | "cwd" | "host"> {
  const { command } = fields;
  const line = Array.isArray(command) ? command.map((word) => quoted(String(word))).join(" ") : "";
  return {
    command: text(command) ?? line,
    cwd: text(fields["cwd"]),
    host: text(fieldsOf(fields["networkApprovalContext"])["host"]),
  };
}

/** Quotes a word for a shell if it needs quoting. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

function changesIn(
  fields: Fields,
  itemId: string | null,
  items: readonly ServerItem[],
): Pick<RequestOf<"file_change">, "changes" | "grant_root"> {
  const grant_root = text(fields["grantRoot"]);
  const item = items.find((each) => each.type === "fileChange" && each.id === itemId);
  if (item?.type === "fileChange") {
    const changes = item.changes.map(({ path, kind, diff }) => ({
      path,
      kind: kind.type,
      move_path: kind.move_path ?? null,
      diff: diff ?? null,
    }));
    return { changes, grant_root };
  }
  // The legacy request carries its changes, by path.
  const changes = Object.entries(fieldsOf(fields["fileChanges"])).map(([path, change]) => {
    const { type, move_path, unified_diff, content } = fieldsOf(change);
    return {
      path,
      kind: text(type) ?? "update",
      move_path: text(move_path),
      diff: text(unified_diff) ?? text(content),
    };
  });
  return { changes, grant_root };
}

const questionsIn = (questions: unknown): RequestOf<"user_input">["questions"] =>
  (Array.isArray(questions) ? questions : []).map((each) => {
    const { id, question, options, isSecret } = fieldsOf(each);
    return {
      id: text(id) ?? "",
      question: text(question) ?? "",
      options: (Array.isArray(options) ? options : []).flatMap((option) => {
        const label = text(fieldsOf(option)["label"]);
        return label === null ? [] : [label];
      }),
      secret: isSecret === true,
    };
  });

/** Reads an elicitation, which is also how the server asks whether an MCP tool may be called. */
function elicitation(
  fields: Fields,
  common: Common,
  items: readonly ServerItem[],
): ApprovalRequest {
  const server = text(fields["serverName"]) ?? "";
  const meta = fieldsOf(fields["_meta"]);
  const message = text(fields["message"]) ?? "";
  if (meta["codex_approval_kind"] === "mcp_tool_call") {
    return {
      kind: "mcp",
      ...common,
      server,
      tool: toolOf(server, message, items),
      arguments: meta["tool_params"] ?? null,
    };
  }
  return {
    kind: "elicitation",
    ...common,
    server,
    message,
    schema: fields["requestedSchema"] ?? null,
    url: text(fields["url"]),
  };
}

/** The running tool that a request names; if it names none, the only one that runs. */
function toolOf(server: string, message: string, items: readonly ServerItem[]): string | null {
  const named = toolNamed(message);
  const tools = new Set(
    items.flatMap((item) =>
      item.type === "mcpToolCall" && item.server === server ? [item.tool] : [],
    ),
  );
  if (tools.size === 0) return named;
  if (named !== null) return tools.has(named) ? named : null;
  return tools.size === 1 ? ([...tools][0] ?? null) : null;
}

const toolNamed = (message: string): string | null =>
  /run tool "([^"]+)"/.exec(message)?.[1] ?? null;
