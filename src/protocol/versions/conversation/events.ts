import type { TurnError } from "../../turn.js";
import type { Fields } from "./fields.js";
import { fieldsOf, textOf } from "./fields.js";
import type { WireItem } from "./items.js";
import {
  endedCommand,
  endedToolCall,
  messageItem,
  startedCommand,
  startedPatch,
  startedToolCall,
  webSearch,
} from "./items.js";
import { reviewText } from "./review-text.js";
import { turnErrorIn } from "./turn-error.js";
import { UsageReports } from "./usage-reports.js";
import type { WireNotification } from "./wire-notification.js";
import { notification, steps } from "./wire-notification.js";

type Handler = (event: Fields) => readonly WireNotification[];

/**
 * Turns the events of one conversation into today's notifications. Pure: what it returns depends on the events so
 * far alone.
 */
export class ConversationEvents {
  readonly #threadId: string;
  #turnId = "";
  /** What ended the turn, if anything did. */
  #error: TurnError | undefined;
  #isReview = false;
  /** Whether the server sends whole items for messages; older ones send their texts alone. */
  #sendsItems = false;
  #messages = 0;
  #openMessage: WireItem | undefined;
  readonly #reports = new UsageReports();
  readonly #open = new Map<string, WireItem>();
  readonly #declined = new Set<string>();

  constructor(threadId: string) {
    this.#threadId = threadId;
  }

  get turnId(): string {
    return this.#turnId;
  }

  /** The notifications for `codex/event/*`, whose params these are. */
  translate(params: Fields): readonly WireNotification[] {
    const event = fieldsOf(params["msg"]);
    const type = textOf(event["type"]) ?? "";
    // Own ones: the server chooses the name.
    const handler = Object.hasOwn(this.#handlers, type) ? this.#handlers[type] : undefined;
    if (handler === undefined) return [];
    this.#turnId = textOf(params["id"]) ?? this.#turnId;
    return handler(event);
  }

  /** The item that an approval is about, as far as it is not known yet. */
  approvalRequested(item: WireItem): readonly WireNotification[] {
    if (this.#open.has(item.id)) return [];
    return this.#start(item);
  }

  /** What was not approved does not run: nothing more comes for a patch, the end of a command does. */
  declined(itemId: string): readonly WireNotification[] {
    this.#declined.add(itemId);
    const item = this.#open.get(itemId);
    return item?.type === "fileChange" ? this.#complete({ ...item, status: "declined" }) : [];
  }

  readonly #handlers: Readonly<Record<string, Handler>> = {
    task_started: () => this.#turnStarted(),
    turn_started: () => this.#turnStarted(),
    task_complete: () => this.#turnEnded(this.#error === undefined ? "completed" : "failed"),
    turn_complete: () => this.#turnEnded(this.#error === undefined ? "completed" : "failed"),
    turn_aborted: () => this.#turnEnded("interrupted"),
    error: (event) => {
      this.#error = turnErrorIn(event);
      return [this.#ofTurn("error", { error: this.#error, willRetry: false })];
    },
    stream_error: (event) => [
      this.#ofTurn("error", { error: turnErrorIn(event), willRetry: true }),
    ],
    warning: ({ message }) => [notification("warning", { threadId: this.#threadId, message })],
    deprecation_notice: (event) => [notification("deprecationNotice", event)],
    token_count: (event) => this.#usage(this.#reports.add(fieldsOf(event["info"]))),
    item_started: ({ item }) => this.#message(item, (each) => this.#start(each)),
    item_completed: ({ item }) => this.#message(item, (each) => this.#complete(each)),
    agent_message_content_delta: ({ item_id, delta }) =>
      this.#delta("item/agentMessage/delta", item_id, { delta }),
    reasoning_content_delta: ({ item_id, delta, summary_index }) =>
      this.#delta("item/reasoning/summaryTextDelta", item_id, {
        delta,
        summaryIndex: summary_index ?? 0,
      }),
    agent_message_delta: ({ delta }) => this.#textDelta(delta),
    agent_message: ({ message }) => this.#text("agentMessage", { text: textOf(message) ?? "" }),
    agent_reasoning: ({ text }) => this.#text("reasoning", { summary: [textOf(text) ?? ""] }),
    exec_command_begin: (event) => this.approvalRequested(startedCommand(event)),
    exec_command_output_delta: ({ call_id, chunk }) =>
      this.#delta("item/commandExecution/outputDelta", call_id, {
        delta: Buffer.from(textOf(chunk) ?? "", "base64").toString("utf8"),
      }),
    exec_command_end: (event) => {
      const started = this.#open.get(textOf(event["call_id"]) ?? "") ?? startedCommand(event);
      return this.#complete(endedCommand(started, event, this.#declined.has(started.id)));
    },
    patch_apply_begin: (event) => this.approvalRequested(startedPatch(event, event["changes"])),
    patch_apply_end: (event) => {
      const started = this.#open.get(textOf(event["call_id"]) ?? "");
      if (started === undefined) return [];
      return this.#complete({
        ...started,
        status: event["success"] === true ? "completed" : "failed",
      });
    },
    mcp_tool_call_begin: (event) => this.#start(startedToolCall(event)),
    mcp_tool_call_end: (event) => this.#complete(endedToolCall(event)),
    web_search_begin: (event) => this.#start(webSearch(event)),
    web_search_end: (event) => this.#complete(webSearch(event)),
    plan_update: ({ explanation, plan }) => [
      this.#ofTurn("turn/plan/updated", { explanation: explanation ?? null, plan: steps(plan) }),
    ],
    turn_diff: ({ unified_diff }) => [this.#ofTurn("turn/diff/updated", { diff: unified_diff })],
    raw_response_item: ({ item }) => [this.#ofTurn("rawResponseItem/completed", { item })],
    entered_review_mode: ({ user_facing_hint }) => {
      this.#isReview = true;
      return this.#both({ type: "enteredReviewMode", id: "entered", review: user_facing_hint });
    },
    exited_review_mode: ({ review_output }) => this.#reviewEnded(review_output),
  };

  #turnStarted(): readonly WireNotification[] {
    this.#error = undefined;
    const turn = { items: [], status: "inProgress" };
    // As today's servers do, a review's own turn is one within.
    const ids = this.#isReview
      ? { id: `${this.#turnId}-review`, rootTurnId: this.#turnId }
      : { id: this.#turnId };
    return [this.#ofThread("turn/started", { turn: { ...ids, ...turn } })];
  }

  #turnEnded(status: string): readonly WireNotification[] {
    const closed = [...this.#open.values()]
      .filter(({ id }) => this.#declined.has(id))
      .flatMap((item) => this.#complete({ ...item, status: "declined" }));
    const turn = { id: this.#turnId, items: [], status, error: this.#error ?? null };
    this.#error = undefined;
    this.#isReview = false;
    this.#open.clear();
    this.#declined.clear();
    return [
      ...closed,
      ...this.#usage(this.#reports.release()),
      this.#ofThread("turn/completed", { turn }),
    ];
  }

  #usage(reports: readonly Fields[]): readonly WireNotification[] {
    return reports.map((tokenUsage) => this.#ofTurn("thread/tokenUsage/updated", { tokenUsage }));
  }

  #message(
    raw: unknown,
    use: (item: WireItem) => readonly WireNotification[],
  ): readonly WireNotification[] {
    this.#sendsItems = true;
    const item = messageItem(raw);
    return item === undefined ? [] : use(item);
  }

  #textDelta(delta: unknown): readonly WireNotification[] {
    if (this.#sendsItems) return [];
    const isNew = this.#openMessage === undefined;
    this.#openMessage ??= { type: "agentMessage", id: this.#nextId(), text: "" };
    const started = isNew ? this.#start(this.#openMessage) : [];
    const { id } = this.#openMessage;
    return [...started, ...this.#delta("item/agentMessage/delta", id, { delta })];
  }

  #text(type: "agentMessage" | "reasoning", content: Fields): readonly WireNotification[] {
    if (this.#sendsItems) return [];
    const open = type === "agentMessage" ? this.#openMessage : undefined;
    const id = open?.id ?? this.#nextId();
    if (open !== undefined) this.#openMessage = undefined;
    return this.#complete({ type, id, ...content });
  }

  #nextId(): string {
    this.#messages++;
    return `message-${this.#turnId}-${this.#messages}`;
  }

  #reviewEnded(output: unknown): readonly WireNotification[] {
    const text = output === null ? null : JSON.stringify(output);
    const message = {
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text }],
    };
    const raw = this.#ofTurn("rawResponseItem/completed", { item: message });
    const review = reviewText(output);
    return [
      ...(text === null ? [] : [raw]),
      ...this.#both({ type: "exitedReviewMode", id: "exited", review }),
      ...this.#both({ type: "agentMessage", id: this.#nextId(), text: review }),
    ];
  }

  #both = (item: WireItem): readonly WireNotification[] => [
    ...this.#start(item),
    ...this.#complete(item),
  ];

  #start(item: WireItem): readonly WireNotification[] {
    this.#open.set(item.id, item);
    return [this.#ofTurn("item/started", { item })];
  }

  #complete(item: WireItem): readonly WireNotification[] {
    this.#open.delete(item.id);
    return [this.#ofTurn("item/completed", { item })];
  }

  #delta(method: string, itemId: unknown, fields: Fields): readonly WireNotification[] {
    return [this.#ofTurn(method, { itemId, ...fields })];
  }

  #ofTurn = (method: string, fields: Fields): WireNotification =>
    this.#ofThread(method, { turnId: this.#turnId, ...fields });

  #ofThread = (method: string, fields: Fields): WireNotification =>
    notification(method, { threadId: this.#threadId, ...fields });
}
