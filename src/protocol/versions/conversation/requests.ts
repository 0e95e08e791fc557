import type { Send } from "../../../rpc/peer-adapter.js";
import type { Fields } from "./fields.js";
import { fieldsOf, textOf } from "./fields.js";

/** What a new or resumed conversation takes, of the params of `thread/start` and `thread/resume`. */
export const conversationParams = (params: Fields): Fields =>
  defined({
    model: params["model"],
    // The configured provider cannot be read: the name of the default means that it is not known.
    modelProvider: params["modelProvider"] === DEFAULT_PROVIDER ? null : params["modelProvider"],
    cwd: params["cwd"],
    approvalPolicy: params["approvalPolicy"],
    sandbox: params["sandbox"],
    config: params["config"],
    baseInstructions: params["baseInstructions"],
    developerInstructions: params["developerInstructions"],
  });

const DEFAULT_PROVIDER = "openai";

/** The items of a message, from the input of `turn/start`. */
export const messageItems = (input: unknown): readonly Fields[] =>
  (Array.isArray(input) ? input : []).map((each) => {
    const { type, text, path, url } = fieldsOf(each);
    if (type === "localImage") return { type, data: { path } };
    if (type === "image") return { type, data: { image_url: url } };
    return { type: "text", data: { text: textOf(text) ?? "" } };
  });

/**
 * The sandbox of `sendUserTurn`: the mode, with the settings of config.toml and those of the conversation. The mode
 * is `mode` in 0.57 and `type` in 0.60.
 */
export function turnSandbox(mode: string, saved: Fields, config: Fields): Fields {
  if (mode !== "workspace-write") return { mode, type: mode };
  const settings = fieldsOf(saved["sandboxSettings"]);
  return {
    mode,
    type: mode,
    writable_roots: config[WRITABLE_ROOTS] ?? settings["writableRoots"] ?? [],
    network_access: settings["networkAccess"] ?? false,
    exclude_tmpdir_env_var: settings["excludeTmpdirEnvVar"] ?? false,
    exclude_slash_tmp: settings["excludeSlashTmp"] ?? false,
  };
}

const WRITABLE_ROOTS = "sandbox_workspace_write.writable_roots";

/** The response to `config/read`, of the one to `getUserSavedConfig`. */
export function codexSettings(response: unknown): Fields {
  const saved = fieldsOf(fieldsOf(response)["config"]);
  const { writableRoots } = fieldsOf(saved["sandboxSettings"]);
  return {
    config: defined({
      model: saved["model"],
      model_reasoning_effort: saved["modelReasoningEffort"],
      model_reasoning_summary: saved["modelReasoningSummary"],
      approval_policy: saved["approvalPolicy"],
      sandbox_mode: saved["sandboxMode"],
      sandbox_workspace_write: Array.isArray(writableRoots)
        ? { writable_roots: writableRoots }
        : null,
    }),
  };
}

/** The response to `thread/read` without turns. */
export async function readSummary(threadId: unknown, send: Send): Promise<Fields> {
  const response = await send("getConversationSummary", { conversationId: threadId });
  return { thread: storedThread(fieldsOf(fieldsOf(response)["summary"])) };
}

/** The response to `thread/start` or `thread/resume`, as far as the conversation's has it. */
export function openedThread(params: Fields, response: Fields, summary: Fields): Fields {
  const sandbox = SANDBOX_TYPES.get(textOf(params["sandbox"]) ?? "");
  return defined({
    thread: { ...summary, id: response["conversationId"] },
    model: response["model"],
    modelProvider: params["modelProvider"] ?? summary["modelProvider"],
    cwd: params["cwd"] ?? summary["cwd"],
    reasoningEffort: response["reasoningEffort"],
    approvalPolicy: params["approvalPolicy"],
    sandbox: sandbox === undefined ? null : { type: sandbox },
  });
}

const SANDBOX_TYPES: ReadonlyMap<string, string> = new Map([
  ["read-only", "readOnly"],
  ["workspace-write", "workspaceWrite"],
  ["danger-full-access", "dangerFullAccess"],
]);

/** The response to `thread/list`, a page. */
export async function listConversations(params: Fields, send: Send): Promise<Fields> {
  const page = fieldsOf(
    await send("listConversations", {
      pageSize: params["limit"],
      cursor: params["cursor"],
      modelProviders: params["modelProviders"],
    }),
  );
  const items = Array.isArray(page["items"]) ? page["items"] : [];
  return {
    data: items.map((item) => storedThread(fieldsOf(item))),
    nextCursor: page["nextCursor"] ?? null,
  };
}

/** A row of `thread/list`, of one of `listConversations`. */
function storedThread(summary: Fields): Fields {
  const seconds = Date.parse(textOf(summary["timestamp"]) ?? "") / 1_000;
  const git = fieldsOf(summary["gitInfo"]);
  const time = Number.isNaN(seconds) ? null : Math.floor(seconds);
  return {
    id: summary["conversationId"],
    preview: summary["preview"] ?? null,
    path: summary["path"] ?? null,
    cwd: summary["cwd"] ?? null,
    modelProvider: summary["modelProvider"] ?? null,
    cliVersion: summary["cliVersion"] ?? null,
    source: summary["source"] ?? null,
    createdAt: time,
    updatedAt: time,
    gitInfo: {
      sha: git["sha"] ?? null,
      branch: git["branch"] ?? null,
      originUrl: git["origin_url"] ?? git["originUrl"] ?? null,
    },
  };
}

const defined = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  );
