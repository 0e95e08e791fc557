import { abortable } from "../../../async/abortable.js";
import { withDeadline } from "../../../async/with-deadline.js";
import { CliError } from "../../../outcome/errors.js";
import type { RequestId, RpcResponse } from "../../../rpc/message.js";
import { RpcError } from "../../../rpc/peer.js";
import type { PeerAdapter, Send, ServerMessage } from "../../../rpc/peer-adapter.js";
import type { ThreadParams } from "../../params.js";
import type { Features } from "../features.js";
import { requireSupported } from "../require-supported.js";
import { withConfig } from "../with-config.js";
import { approvalOf, reviewDecision } from "./approvals.js";
import { ConversationEvents } from "./events.js";
import type { Fields } from "./fields.js";
import { fieldsOf, textOf } from "./fields.js";
import {
  codexSettings,
  conversationParams,
  listConversations,
  messageItems,
  openedThread,
  readSummary,
  turnSandbox,
} from "./requests.js";

interface ConversationContext {
  /** Passes a message on that no message of the server amounts to. */
  deliver: (message: ServerMessage) => void;
  /** What the server was started with: it ignores that. */
  config: ThreadParams["config"];
  /** Aborted when the server is gone. */
  gone: AbortSignal;
}

/** A conversation that was opened on this connection. */
interface Conversation {
  events: ConversationEvents;
  subscriptionId: unknown;
  params: Fields;
  model: unknown;
  /** Called with the id of the next turn. */
  onTurn?: (turnId: string) => void;
}

/**
 * Speaks the conversation API of late 2025 with a server that sends no items of the present protocol, or
 * sends them without their thread: `newConversation`, `sendUserMessage`, `codex/event/*` …
 */
export class ConversationAdapter implements PeerAdapter {
  readonly #features: Features;
  readonly #deliver: ConversationContext["deliver"];
  readonly #conversations = new Map<string, Conversation>();
  /** The requests for approvals that were not answered yet. */
  readonly #approvals = new Map<RequestId, { threadId: string; itemId: string }>();

  readonly #config: ThreadParams["config"];
  readonly #gone: AbortSignal;

  constructor(features: Features, { deliver, config, gone }: ConversationContext) {
    this.#features = features;
    this.#deliver = deliver;
    this.#config = config;
    this.#gone = gone;
  }

  async request(method: string, params: unknown, send: Send): Promise<unknown> {
    const fields = fieldsOf(params);
    requireSupported(method, fields, this.#features);
    return this.#requests[method]?.(fields, send) ?? send(method, params);
  }

  receive(message: ServerMessage): readonly ServerMessage[] {
    const { method, params } = message;
    const fields = fieldsOf(params);
    if (message.kind === "request") return this.#approvalRequest(message);
    if (method.startsWith("codex/event/")) {
      const conversation = this.#conversations.get(textOf(fields["conversationId"]) ?? "");
      const translated = conversation?.events.translate(fields) ?? [];
      if (conversation !== undefined && STARTS_OR_ENDS.test(method))
        conversation.onTurn?.(conversation.events.turnId);
      return translated;
    }
    // The same again, without what tells to which thread it belongs.
    return /^(?:item|turn|thread)\/|^(?:error|sessionConfigured)$/.test(method) ? [] : [message];
  }

  respond(id: RequestId, response: RpcResponse): RpcResponse {
    const approval = this.#approvals.get(id);
    if (approval === undefined) return response;
    this.#approvals.delete(id);
    const result = reviewDecision(response);
    const events = this.#conversations.get(approval.threadId)?.events;
    if (!result.decision.startsWith("approved")) {
      for (const each of events?.declined(approval.itemId) ?? []) this.#deliver(each);
    }
    return { result };
  }

  #approvalRequest(message: Extract<ServerMessage, { kind: "request" }>): readonly ServerMessage[] {
    const threadId = textOf(fieldsOf(message.params)["conversationId"]) ?? "";
    const events = this.#conversations.get(threadId)?.events;
    const approval = approvalOf(message, { threadId, turnId: events?.turnId ?? "" });
    if (approval === undefined || events === undefined) return [message];
    const { item, method, params } = approval;
    this.#approvals.set(message.id, { threadId, itemId: item.id });
    return [...events.approvalRequested(item), { kind: "request", id: message.id, method, params }];
  }

  readonly #requests: Readonly<Record<string, (params: Fields, send: Send) => Promise<unknown>>> = {
    "thread/start": async (given, send) => {
      const params = withConfig(given, this.#config);
      return this.#open(params, await send("newConversation", conversationParams(params)), send);
    },
    "thread/resume": async (given, send) => {
      const params = withConfig(given, this.#config);
      const wanted = { conversationId: params["threadId"], overrides: conversationParams(params) };
      return this.#open(params, await send("resumeConversation", wanted), send);
    },
    "thread/list": listConversations,
    "thread/read": ({ threadId }, send) => readSummary(threadId, send),
    "config/read": async (_params, send) => codexSettings(await send("getUserSavedConfig", {})),
    "thread/archive": async ({ threadId: conversationId }, send) => {
      const found = fieldsOf(await send("getConversationSummary", { conversationId }));
      const rolloutPath = fieldsOf(found["summary"])["path"];
      return send("archiveConversation", { conversationId, rolloutPath });
    },
    "thread/unsubscribe": async ({ threadId }, send) => {
      const conversation = this.#conversations.get(textOf(threadId) ?? "");
      this.#conversations.delete(textOf(threadId) ?? "");
      if (conversation === undefined) return {};
      return send("removeConversationListener", { subscriptionId: conversation.subscriptionId });
    },
    "turn/start": (params, send) => this.#startTurn(params, send),
    "turn/interrupt": ({ threadId }, send) =>
      send("interruptConversation", { conversationId: threadId }),
    "review/start": (params, send) =>
      send("review/start", { ...params, appendToOriginalThread: false }),
  };

  async #open(params: Fields, response: unknown, send: Send): Promise<unknown> {
    const opened = fieldsOf(response);
    const conversationId = textOf(opened["conversationId"]) ?? "";
    const events = new ConversationEvents(conversationId);
    const { model } = opened;
    const conversation: Conversation = { events, params, model, subscriptionId: null };
    // Before the listener is there: its first events may come with its response.
    this.#conversations.set(conversationId, conversation);
    const listener = {
      conversationId,
      experimentalRawEvents: params["experimentalRawEvents"] === true,
    };
    const { subscriptionId } = fieldsOf(await send("addConversationListener", listener));
    conversation.subscriptionId = subscriptionId;
    // The response names neither the directory nor the provider.
    const { thread } = await readSummary(conversationId, send).catch(ignoreRpcError);
    return openedThread(params, opened, fieldsOf(thread));
  }

  async #startTurn(params: Fields, send: Send): Promise<unknown> {
    const conversationId = textOf(params["threadId"]) ?? "";
    const conversation = this.#conversations.get(conversationId);
    if (conversation === undefined) throw notOpen(conversationId);
    const message = { conversationId, items: messageItems(params["input"]) };
    const started = new Promise<string>((resolve) => {
      conversation.onTurn = resolve;
    });
    const changes = ["effort", "summary", "model"].some((key) => (params[key] ?? null) !== null);
    if (changes) {
      const rest = await this.#turnSettings(params, conversation, send);
      await send("sendUserTurn", { ...message, ...rest });
    } else await send("sendUserMessage", message);
    // The response does not name the turn: its first event does.
    const late = new CliError("server_unreachable", "the turn did not start within 60 s");
    const deadline = { stop: this.#gone, ms: START_MS, late };
    const id = await withDeadline(deadline, (until) => abortable(started, until));
    delete conversation.onTurn;
    return { turn: { id, items: [], status: "inProgress" } };
  }

  /** All that `sendUserTurn` requires, for a turn that changes something. */
  async #turnSettings(params: Fields, { params: opened, model }: Conversation, send: Send) {
    const saved = fieldsOf(fieldsOf(await send("getUserSavedConfig", {}))["config"]);
    const sandbox = textOf(opened["sandbox"]) ?? textOf(saved["sandboxMode"]) ?? "read-only";
    return {
      cwd: params["cwd"] ?? opened["cwd"],
      approvalPolicy: params["approvalPolicy"] ?? saved["approvalPolicy"] ?? "never",
      sandboxPolicy: turnSandbox(sandbox, saved, fieldsOf(opened["config"])),
      model: params["model"] ?? model,
      effort: params["effort"] ?? null,
      summary: params["summary"] ?? saved["modelReasoningSummary"] ?? "auto",
    };
  }
}

function ignoreRpcError(error: unknown): Fields {
  if (error instanceof RpcError) return {};
  throw error;
}

const STARTS_OR_ENDS = /\/(?:task_started|turn_started|error|task_complete|turn_aborted)$/;

const notOpen = (id: string): CliError =>
  new CliError("protocol", `the conversation ${id} is not open`);

const START_MS = 60_000;
