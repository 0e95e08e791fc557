import type { ThreadEvent } from "../dialect/events.js";
import type { ThreadItem } from "../dialect/items.js";
import type { ServerItem } from "../protocol/items.js";
import { isCall, parseItem, SILENT_ITEMS } from "../protocol/items.js";
import type { RateLimits } from "../protocol/limits.js";
import { mergeLimits } from "../protocol/limits.js";
import type { ServerNotification } from "../protocol/notifications.js";
import type { TokenUsage, Turn, TurnError } from "../protocol/turn.js";
import type { TurnProgress } from "./end-of-turn.js";
import { buildTurnResult } from "./end-of-turn.js";
import { errorText, withDetails } from "./failure.js";
import { limitsRecord } from "./limits-record.js";
import { createIds } from "./ids.js";
import type { Include } from "./include.js";
import { optionalEvents } from "./include.js";
import type { ItemWithoutId } from "./items.js";
import { translateItem } from "./items.js";
import { createTodo } from "./todo.js";
import type { TurnSnapshot, TurnResult } from "./turn-end.js";
import { createMeter } from "./usage.js";
import { createTally } from "./work.js";

/** What one piece of news means: lines to print, and the end of the turn if this was it. */
export interface Translation {
  events: ThreadEvent[];
  end?: TurnResult;
}

/** Server words in, our words out, for one turn. No I/O, no clock, no waiting. */
export class Translator {
  readonly #include: ReadonlySet<Include>;
  readonly #ids = createIds();
  readonly #todo = createTodo(this.#ids);
  readonly #meter = createMeter();
  readonly #tally = createTally();
  #finalMessage: string | null = null;
  #lastPlan: string | null = null;
  #lastError: TurnError | undefined;
  #limits: RateLimits | undefined;
  #diff = "";
  #earlierDiff = "";
  #toolsUsed = false;
  /** Of the message that is being said. */
  #partialMessage = "";
  /** Items we were told of: the stored turn may know of more. */
  readonly #seen = new Set<string>();
  readonly #reviewMessages: string[] = [];
  #reviewText: string | null = null;

  constructor(include: ReadonlySet<Include>) {
    this.#include = include;
  }

  /** News of our own turn only; the caller has filtered. */
  translate(notification: ServerNotification): Translation {
    if (notification.kind === "turnCompleted") return this.#turnCompleted(notification.turn);
    if (notification.kind === "diffUpdated" && notification.diff === this.#diff)
      return { events: [] };
    this.#update(notification);
    return {
      events: [...this.#events(notification), ...optionalEvents(notification, this.#include)],
    };
  }

  /** Another turn of the same run: ids and counts go on, its own words and changes do not. */
  nextTurn(): void {
    this.#finalMessage = null;
    this.#partialMessage = "";
    this.#lastPlan = null;
    this.#lastError = undefined;
    this.#earlierDiff += this.#diff;
    this.#diff = "";
  }

  /** What the thread had used when our turn began. */
  usedBefore(usage: TokenUsage): void {
    this.#meter.startFrom(usage);
  }

  /** What the account may still use. */
  knownLimits(limits: RateLimits): void {
    this.#limits = mergeLimits(this.#limits, limits);
  }

  /** A question of the server was turned down. */
  declined(itemId: string): void {
    this.#tally.declined(itemId);
  }

  /** Whether items were started and not finished, so that the stored turn is worth reading. */
  hasOpenItems(): boolean {
    return this.#ids.anyOpen();
  }

  /** Whether anything was begun beyond words. Not all of it is told; an answer before the end is enough. */
  hasActed(): boolean {
    return this.#toolsUsed || this.#meter.turn().output_tokens > 0;
  }

  /** How things stand, also for a turn whose end never came. */
  snapshot(): TurnSnapshot {
    return {
      // What was being said when it was cut off is the last there is.
      finalMessage: this.#partialMessage || (this.#finalMessage ?? this.#lastPlan),
      durationMs: null,
      usage: this.#meter.thread(),
      turnUsage: this.#meter.turn(),
      work: this.#tally.total(),
      limits: this.#limits === undefined ? null : limitsRecord(this.#limits),
      diff: this.#earlierDiff + this.#diff,
      review: { messages: this.#reviewMessages, text: this.#reviewText },
    };
  }

  #update(notification: ServerNotification): void {
    if (notification.kind === "usageUpdated") this.#meter.add(notification.tokenUsage);
    if (notification.kind === "limitsUpdated") this.knownLimits(notification.rateLimits);
    if (notification.kind === "diffUpdated") this.#diff = notification.diff;
    if (notification.kind === "error") this.#lastError = notification.error;
    if (notification.kind === "messageDelta") this.#partialMessage += notification.delta;
    if (notification.kind === "modelSaid" && notification.item !== null)
      this.#reviewMessages.push(notification.item);
    if (notification.kind === "modelAnswered" && notification.usage)
      this.#meter.addResponse(notification.usage);
  }

  /** The lines that are always printed. */
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
        return [this.#errorItem(rerouted(notification))];
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
      case "modelSaid":
      case "modelAnswered":
      case "mcpStatus":
      case "statusChanged":
      case "quiet":
      case "unknown":
        return [];
    }
  }

  #itemStarted(item: ServerItem): ThreadEvent[] {
    if (item.type === "agentMessage") this.#partialMessage = "";
    if (isCall(item)) this.#toolsUsed = true;
    // Messages and reasoning get their ids when they are whole.
    if (item.type === "agentMessage" || item.type === "reasoning" || item.type === "other")
      return [];
    const shown = translateItem(item, { withDiff: this.#include.has("diff") });
    if (shown === undefined) return [];
    return [{ type: "item.started", item: this.#withId(shown, item.id, this.#ids.start(item.id)) }];
  }

  #itemCompleted(item: ServerItem): ThreadEvent[] {
    if (item.type !== "other") this.#seen.add(item.id);
    if (isCall(item)) this.#toolsUsed = true;
    if (item.type === "agentMessage") {
      this.#finalMessage = item.text;
      this.#partialMessage = "";
    }
    if (item.type === "plan") this.#lastPlan = item.text;
    if (item.type === "other") return this.#unknownItem(item.name, item.raw);
    const shown = translateItem(item, { withDiff: this.#include.has("diff") });
    if (shown === undefined) return [];
    const completed = this.#withId(shown, item.id, this.#ids.finish(item.id));
    this.#tally.item(completed);
    // The dialect calls a declined change failed; the count keeps the difference.
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

  /** codex exec shows web searches under the server's own id, and still counts them. */
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
    // A turn that was read back has all its items: those we were not told of are told now.
    const isMissing = (id: string): boolean =>
      turn.itemsView === "full" ? !this.#seen.has(id) : this.#ids.isOpen(id);
    const missing = items.filter((item) => item.type !== "other" && isMissing(item.id));
    const events = [
      ...this.#todo.finish(),
      ...missing.flatMap((item) => this.#itemCompleted(item)),
    ];
    return { events, end: buildTurnResult(turn, items, this.#progress()) };
  }
}

function textIn(raw: unknown, key: string): string | null {
  const value = (raw as Record<string, unknown>)[key];
  return typeof value === "string" ? value : null;
}

const rerouted = (notification: { fromModel: string; toModel: string; reason: string }): string =>
  `model rerouted: ${notification.fromModel} -> ${notification.toModel} (${pascal(notification.reason)})`;

const pascal = (camel: string): string => camel.slice(0, 1).toUpperCase() + camel.slice(1);
