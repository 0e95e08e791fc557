import type { ApprovalRequest } from "../dialect/approval.js";
import type { ServerItem } from "../protocol/items.js";
import type { ServerRequest } from "../protocol/server-requests.js";

/**
 * A question of the server in our words; undefined for what no policy can answer. A question about a
 * change or a tool call names its item only: what is in it was told when the item began.
 */
export function requestOf(
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

/** The oldest servers send words, the others a line. */
function commandIn(fields: Fields): Pick<RequestOf<"command">, "command" | "cwd" | "host"> {
  const { command } = fields;
  const line = Array.isArray(command) ? command.map((word) => quoted(String(word))).join(" ") : "";
  return {
    command: text(command) ?? line,
    cwd: text(fields["cwd"]),
    host: text(fieldsOf(fields["networkApprovalContext"])["host"]),
  };
}

/** A word that means itself to a shell. */
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
  // The legacy question brings its changes along, by path.
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

/** May a tool be called? is asked in the form of an elicitation, too. */
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

/** The tool a question names, if it runs; a question that names none is about the only one that does. */
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
