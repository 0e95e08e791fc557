import type { Turn } from "../turn.js";

/** A JSON-RPC message as it is sent. */
export interface WireMessage {
  id?: string | number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: unknown;
}

/** An item as the server sends it. */
interface WireItem {
  id: string;
  type?: string;
  status?: string;
  text?: unknown;
}

interface ItemParams {
  turnId: string;
  item: WireItem;
}

interface TrackingOptions {
  /** Params of the request that opened it: to open it again on a server that has unloaded it. */
  opening: Readonly<Record<string, unknown>>;
  /** Whether nothing was used on it before. */
  isNew: boolean;
  /** Whether deltas of messages are wanted. */
  withDeltas: boolean;
}

/**
 * What a client has seen of one thread. After a lost connection it says which notifications of the stored
 * turn were missed, and which of those that still arrive were seen already.
 */
export class TrackedThread {
  readonly id: string;
  readonly opening: TrackingOptions["opening"];
  /** The turn that runs, by the id its notifications have. */
  turnId: string | undefined;
  /** Whether notifications may have been missed since the turn began. */
  wasCut = false;
  /** Whether the usage was asked for since then. */
  askedForUsage = false;
  readonly #isNew: boolean;
  readonly #withDeltas: boolean;
  #turnStarted = false;
  #usage: string | undefined;
  readonly #started = new Set<string>();
  readonly #completed = new Set<string>();
  /** The text so far of messages in progress. */
  readonly #texts = new Map<string, string>();
  /** Messages of which deltas were missed: the rest of their text comes with their end. */
  readonly #brokenTexts = new Set<string>();

  constructor(id: string, { opening, isNew, withDeltas }: TrackingOptions) {
    this.id = id;
    this.opening = opening;
    this.#isNew = isNew;
    this.#withDeltas = withDeltas;
  }

  /** The connection is lost: what arrives from now on may repeat something, or leave something out. */
  cut(): void {
    this.wasCut = true;
    this.askedForUsage = false;
    for (const id of this.#texts.keys()) this.#brokenTexts.add(id);
  }

  /** A turn begins: nothing of it was seen, or missed, yet. */
  begin(turnId: string): void {
    if (this.turnId === turnId) return;
    this.turnId = turnId;
    this.wasCut = false;
    this.#turnStarted = false;
  }

  /** The messages to deliver for a notification: none for a repeated one. */
  live(message: WireMessage): WireMessage[] {
    const params = (message.params ?? {}) as AnyParams;
    const method = message.method ?? "";
    // The parser reports it.
    if (LACKS.get(method)?.(params) === true) return [message];
    switch (method) {
      case "turn/started":
        return this.#startedTurn(params.turn, message);
      case "turn/completed":
        this.end(params.turn?.id);
        return [message];
      case "item/started":
        return this.#itemStarted(params as ItemParams, message);
      case "item/completed":
        return this.#itemCompleted(params as ItemParams, message);
      case DELTA:
        return this.#messageDelta(params as DeltaParams, message);
      case "thread/tokenUsage/updated":
        return this.#usageUpdated(params, message);
      default:
        return this.#isOfMissedItem(params.itemId) ? [] : [message];
    }
  }

  /** The notifications of a stored turn that were missed; its end is the last, if it is over. */
  missed(turn: Turn, items: readonly unknown[]): WireMessage[] {
    const turnId = turn.rootTurnId ?? turn.id;
    this.begin(turnId);
    this.wasCut = true;
    const { id: threadId } = this;
    const started = { ...turn, items: [], itemsView: "notLoaded", status: "inProgress" };
    const messages = this.#turnStarted
      ? []
      : this.live({ method: "turn/started", params: { threadId, turn: started } });
    for (const each of items) {
      const item = each as WireItem;
      const params = { threadId, turnId, item };
      const method = item.status === IN_PROGRESS ? "item/started" : "item/completed";
      messages.push(...this.live({ method, params }));
    }
    return messages;
  }

  /** The usage of the turn as the server repeats it, if it is not the one seen last. */
  missedUsage({ method, params }: WireMessage): WireMessage[] {
    const repeated = params as { tokenUsage?: unknown };
    if (JSON.stringify(repeated.tokenUsage) === this.#usage) return [];
    return this.live({ method, params: { ...repeated, turnId: this.turnId } } as WireMessage);
  }

  /** Forgets a turn that is over. */
  end(turnId: string | undefined): void {
    if (turnId !== this.turnId) return;
    this.turnId = undefined;
    this.wasCut = false;
    this.#started.clear();
    this.#completed.clear();
    this.#texts.clear();
    this.#brokenTexts.clear();
  }

  /** Whether the start of an item was missed: it is delivered together with its end. */
  #isOfMissedItem(itemId: string | undefined): boolean {
    return this.wasCut && itemId !== undefined && !this.#started.has(itemId);
  }

  /** The first report after a cut is not the first of its turn, of which the translator expects to be told. */
  #usageUpdated({ tokenUsage }: AnyParams, message: WireMessage): WireMessage[] {
    const isFirst = this.wasCut && this.#usage === undefined && this.#isNew;
    this.#usage = JSON.stringify(tokenUsage);
    if (!isFirst) return [message];
    const before = { threadId: this.id, turnId: "", tokenUsage: { total: {}, last: {} } };
    return [{ ...message, params: before }, message];
  }

  #startedTurn(turn: Turn | undefined, message: WireMessage): WireMessage[] {
    const turnId = turn?.rootTurnId ?? turn?.id;
    if (turnId !== undefined) this.begin(turnId);
    const isRepeated = this.#turnStarted && this.wasCut;
    this.#turnStarted = true;
    return isRepeated ? [] : [message];
  }

  #itemStarted({ item }: ItemParams, message: WireMessage): WireMessage[] {
    const { id } = item;
    const isRepeated = this.#started.has(id) || this.#completed.has(id);
    this.#started.add(id);
    if (item.type === "agentMessage") this.#texts.set(id, this.#texts.get(id) ?? "");
    return this.wasCut && isRepeated ? [] : [message];
  }

  #itemCompleted({ item }: ItemParams, message: WireMessage): WireMessage[] {
    const { id } = item;
    if (this.wasCut && this.#completed.has(id)) return [];
    const beginning = this.wasCut && !this.#started.has(id) ? [startOf(message)] : [];
    const rest = this.#missedText(item, message);
    this.#started.add(id);
    this.#completed.add(id);
    this.#texts.delete(id);
    this.#brokenTexts.delete(id);
    return [...beginning, ...rest, message];
  }

  #messageDelta({ itemId, delta }: DeltaParams, message: WireMessage): WireMessage[] {
    // The start of the message, and text before this delta, were missed.
    if (this.#isOfMissedItem(itemId)) this.#brokenTexts.add(itemId);
    const isRepeated = this.wasCut && this.#completed.has(itemId);
    if (isRepeated || this.#brokenTexts.has(itemId)) return [];
    this.#texts.set(itemId, (this.#texts.get(itemId) ?? "") + delta);
    return [message];
  }

  /** The part of a message whose deltas were missed, as one delta. */
  #missedText({ id, type, text }: WireItem, { params }: WireMessage): WireMessage[] {
    if (!this.#withDeltas || !this.wasCut || type !== "agentMessage" || typeof text !== "string")
      return [];
    const seen = this.#texts.get(id) ?? "";
    if (text === seen || !text.startsWith(seen)) return [];
    const { threadId, turnId } = params as { threadId: string; turnId: string };
    const delta = text.slice(seen.length);
    return [{ method: DELTA, params: { threadId, turnId, itemId: id, delta } }];
  }
}

interface AnyParams extends Partial<ItemParams> {
  turn?: Turn;
  itemId?: string;
  delta?: string;
  tokenUsage?: unknown;
}

interface DeltaParams {
  itemId: string;
  delta: string;
}

const IN_PROGRESS = "inProgress";
const DELTA = "item/agentMessage/delta";

const lacksItem = ({ item }: AnyParams): boolean => typeof item?.id !== "string";
const lacksDelta = ({ itemId, delta }: AnyParams): boolean =>
  typeof itemId !== "string" || typeof delta !== "string";

/** What a notification is of no use without. */
const LACKS: ReadonlyMap<string, (params: AnyParams) => boolean> = new Map([
  ["item/started", lacksItem],
  ["item/completed", lacksItem],
  [DELTA, lacksDelta],
]);

/** The start of an item as the server would have sent it, from its end. */
function startOf({ params }: WireMessage): WireMessage {
  const { item, ...rest } = params as ItemParams;
  const known = item as unknown as Record<string, unknown>;
  const undone = Object.keys(UNDONE).filter((key) => known[key] !== undefined);
  const begun = Object.fromEntries(undone.map((key) => [key, UNDONE[key as keyof typeof UNDONE]]));
  return { method: "item/started", params: { ...rest, item: { ...item, ...begun } } };
}

/** What an item does not have before its end. */
const UNDONE = {
  status: IN_PROGRESS,
  aggregatedOutput: null,
  exitCode: null,
  durationMs: null,
  completedAtMs: null,
  result: null,
  error: null,
} as const;
