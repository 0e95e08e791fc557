import type { ThreadEvent } from "../dialect/events.js";
import type { ThreadItem } from "../dialect/items.js";
import type { ServerItem } from "../protocol/items.js";
import { isToolCall, parseItem, SILENT_ITEMS, textIn } from "../protocol/items.js";
import type { ServerRateLimits } from "../protocol/limits.js";
import { mergeLimits } from "../protocol/limits.js";
import type { ServerNotification } from "../protocol/notifications.js";
import type { ResponseItem } from "../protocol/response-item.js";
import type { TokenUsage, Turn, TurnError } from "../protocol/turn.js";
import type { TurnProgress } from "./build-turn-completion.js";
import { buildTurnCompletion } from "./build-turn-completion.js";
import { errorText, withDetails } from "./failure.js";
import { limitsRecord } from "./limits-record.js";
import { isServerMessage } from "../text/server-words.js";
import { createIds } from "./ids.js";
import type { Include } from "./include.js";
import { optionalEvents } from "./include.js";
import type { ItemWithoutId } from "./items.js";
import { translateItem } from "./items.js";
import { modelRerouted, reroutedText } from "./model-rerouted.js";
import { createTodo } from "./todo.js";
import type { TurnSnapshot, TurnCompletion } from "./turn-completion.js";
import { createMeter } from "./usage.js";
import { createTally } from "./work.js";

/** The events to print for a notification, and the result if it ended the turn. */
export interface Translation {
  events: ThreadEvent[];
  end?: TurnCompletion;
}

/** Translates the notifications of a turn to events. Pure: no I/O, no clock, no waiting. */
export class Translator {
  readonly #include: ReadonlySet<Include>;
  readonly #ids = createIds();
  readonly #todo = createTodo(this.#ids);
  readonly #meter = createMeter();
  readonly #tally = createTally();
  #finalMessage: string | null = null;
  #lastPlan: string | null = null;
  #lastError: TurnError | undefined;
  #limits: ServerRateLimits | undefined;
  #modelRerouted: TurnSnapshot["modelRerouted"] = null;
  #diff = "";
  #earlierDiff = "";
  #toolsUsed = false;
  /** The deltas so far of the message in progress. */
  #partialMessage = "";
  /** Ids of completed items; the stored turn may have more. */
  readonly #seen = new Set<string>();
  readonly #reviewMessages: string[] = [];
  #reviewText: string | null = null;

  constructor(include: ReadonlySet<Include>) {
    this.#include = include;
  }

  /** Expects notifications of this turn only. */
  translate(notification: ServerNotification): Translation {
    if (notification.kind === "turnCompleted") return this.#turnCompleted(notification.turn);
    if (notification.kind === "diffUpdated" && notification.diff === this.#diff)
      return { events: [] };
    this.#update(notification);
    return {
      events: [...this.#events(notification), ...optionalEvents(notification, this.#include)],
    };
  }

  /** Prepares for a further turn of the same run: ids and counts continue, messages are reset. */
  nextTurn(): void {
    this.#finalMessage = null;
    this.#partialMessage = "";
    this.#lastPlan = null;
    this.#lastError = undefined;
    this.#earlierDiff += this.#diff;
    this.#diff = "";
  }

  /** Sets the thread's usage before this turn. */
  setEarlierUsage(usage: TokenUsage): void {
    this.#meter.startFrom(usage);
  }

  /** Updates the account's rate limits. */
  updateLimits(limits: ServerRateLimits): void {
    this.#limits = mergeLimits(this.#limits, limits);
  }

  /** Counts the writes that the sandbox blocks. */
  sandboxIsReadOnly(): void {
    this.#tally.sandboxIsReadOnly();
  }

  /** Counts an approval request that was declined. */
  declined(itemId: string): void {
    this.#tally.declined(itemId);
  }

  /** Whether items were started and not completed, so that the stored turn is worth reading. */
  hasOpenItems(): boolean {
    return this.#ids.anyOpen();
  }

  /**
   * Whether the turn may have run tools. Not every call is reported, so any model output counts.
   */
  mayHaveActed(): boolean {
    return this.#toolsUsed || this.#meter.turn().output_tokens > 0;
  }

  /** The state so far, also for a turn whose end never came. */
  snapshot(): TurnSnapshot {
    return {
      // A message that was cut off counts as the last one.
      finalMessage: this.#partialMessage || (this.#finalMessage ?? this.#lastPlan),
      durationMs: null,
      usage: this.#meter.thread(),
      turnUsage: this.#meter.turn(),
      work: this.#tally.total(),
      limits: this.#limits === undefined ? null : limitsRecord(this.#limits),
      modelRerouted: this.#modelRerouted,
      diff: this.#earlierDiff + this.#diff,
      review: { messages: this.#reviewMessages, text: this.#reviewText },
    };
  }

  #update(notification: ServerNotification): void {
    if (notification.kind === "usageUpdated") this.#meter.add(notification.tokenUsage);
    if (notification.kind === "limitsUpdated") this.updateLimits(notification.rateLimits);
    if (notification.kind === "diffUpdated") this.#diff = notification.diff;
    if (notification.kind === "error") this.#lastError = notification.error;
    if (notification.kind === "messageDelta") this.#partialMessage += notification.delta;
    if (notification.kind === "rawItemCompleted") this.#onResponseItem(notification.item);
    if (notification.kind === "hookCompleted") this.#tally.hook(notification.run.status);
    if (notification.kind === "modelRerouted") this.#modelRerouted = modelRerouted(notification);
    if (notification.kind === "rawResponseCompleted" && notification.usage)
      this.#meter.addResponse(notification.usage);
  }

  #onResponseItem({ message, toolOutput }: ResponseItem): void {
    if (message !== null) this.#reviewMessages.push(message);
    if (toolOutput !== null) this.#tally.callOutput(toolOutput.callId, toolOutput.text);
  }

  /** The events that are always emitted. */
  #events(notification: ServerNotification): ThreadEvent[] {
    switch (notification.kind) {
      case "turnStarted":
        return [{ type: "turn.started" }];
      case "itemStarted":
        return this.#itemStarted(notification.item);
      case "itemCompleted":
        return this.#itemCompleted(notification.item);
      case "configWarning":
      case "deprecationNotice":
        return [this.#errorItem(withDetails(notification.summary, notification.details))];
      case "warning":
        return [this.#errorItem(notification.message)];
      case "modelRerouted":
        return [this.#errorItem(reroutedText(notification))];
      case "error":
        return [{ type: "error", message: errorText(notification.error) }];
      case "planUpdated":
        return this.#todo.update(notification.plan);
      case "turnCompleted":
      case "diffUpdated":
      case "usageUpdated":
      case "limitsUpdated":
      case "loginCompleted":
      case "messageDelta":
      case "reasoningDelta":
      case "outputDelta":
      case "planDelta":
      case "rawItemCompleted":
      case "rawResponseCompleted":
      case "mcpStatus":
      case "hookStarted":
      case "hookCompleted":
      case "statusChanged":
      case "ignored":
      case "unknown":
        return [];
    }
  }

  #itemStarted(item: ServerItem): ThreadEvent[] {
    if (item.type === "agentMessage") this.#partialMessage = "";
    if (isToolCall(item)) this.#toolsUsed = true;
    // Messages and reasoning get their ids when they are completed.
    if (item.type === "agentMessage" || item.type === "reasoning" || item.type === "other")
      return [];
    const shown = translateItem(item, { withDiff: this.#include.has("diff") });
    if (shown === undefined) return [];
    return [{ type: "item.started", item: this.#withId(shown, item.id, this.#ids.start(item.id)) }];
  }

  #itemCompleted(item: ServerItem): ThreadEvent[] {
    if (item.type !== "other") this.#seen.add(item.id);
    if (isToolCall(item)) this.#toolsUsed = true;
    if (item.type === "agentMessage") {
      if (!isServerMessage(item.text)) this.#finalMessage = item.text;
      this.#partialMessage = "";
    }
    if (item.type === "plan") this.#lastPlan = item.text;
    if (item.type === "other") return this.#unknownItem(item.name, item.raw);
    const shown = translateItem(item, { withDiff: this.#include.has("diff") });
    if (shown === undefined) return [];
    const completed = this.#withId(shown, item.id, this.#ids.finish(item.id));
    this.#tally.item(completed, item.id);
    // A declined change is printed as failed, but counted as declined.
    if ("status" in item && item.status === "declined") this.#tally.declined(item.id);
    return [{ type: "item.completed", item: completed }];
  }

  #unknownItem(name: string, raw: unknown): ThreadEvent[] {
    if (name === "exitedReviewMode") this.#reviewText = textIn(raw, "review");
    if (SILENT_ITEMS.has(name)) return [];
    this.#tally.unknownItem();
    if (!this.#include.has("raw")) return [];
    return [{ type: "item.completed", item: { id: this.#ids.fresh(), type: "unknown", raw } }];
  }

  /** Like codex exec, prints web searches under the server's id, and still uses up a number. */
  #withId(shown: ItemWithoutId, rawId: string, id: string): ThreadItem {
    const joined = this.#include.has("deltas") ? { raw_id: rawId } : {};
    return { id: shown.type === "web_search" ? rawId : id, ...shown, ...joined };
  }

  #errorItem(message: string): ThreadEvent {
    return { type: "item.completed", item: { id: this.#ids.fresh(), type: "error", message } };
  }

  #progress(): TurnProgress {
    return { snapshot: this.snapshot(), lastError: this.#lastError, limits: this.#limits };
  }

  #turnCompleted(turn: Turn): Translation {
    if (turn.status === "inProgress" && !turn.error) return { events: [] };
    const items = (turn.items ?? []).map(parseItem);
    // A turn that was read back has all its items: emit those whose completion was missed.
    const isMissing = (id: string): boolean =>
      turn.itemsView === "full" ? !this.#seen.has(id) : this.#ids.isOpen(id);
    const missing = items.filter((item) => item.type !== "other" && isMissing(item.id));
    const events = [
      ...this.#todo.finish(),
      ...missing.flatMap((item) => this.#itemCompleted(item)),
    ];
    return { events, end: buildTurnCompletion(turn, items, this.#progress()) };
  }
}
