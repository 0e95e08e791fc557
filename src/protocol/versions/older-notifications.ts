import type { ServerNotification } from "../notifications.js";
import type { Features } from "./features.js";

/** Turns the notifications of an older server into those that the newest one sends. */
export class OlderNotifications {
  readonly #features: Features;
  /** Threads that were started on this connection: they have no earlier usage. */
  readonly #newThreads: ReadonlySet<string>;
  readonly #threads = new Map<string, ThreadState>();

  constructor(features: Features, newThreads: ReadonlySet<string>) {
    this.#features = features;
    this.#newThreads = newThreads;
  }

  adapt(notification: ServerNotification): readonly ServerNotification[] {
    // Each event is sent a second time, in the form of an even older protocol.
    if (notification.kind === "unknown" && notification.wire.method.startsWith("codex/event/"))
      return [{ kind: "ignored", wire: notification.wire }];
    if (notification.kind === "turnStarted") this.#turnStarted(notification);
    if (notification.kind === "usageUpdated") return this.#usage(notification);
    if (notification.kind === "turnCompleted")
      return [...this.#release(notification.threadId), notification];
    if (notification.kind !== "itemStarted" && notification.kind !== "itemCompleted")
      return [notification];
    const state = this.#stateOf(notification.threadId);
    if (!isOfServer(notification)) state.hasAnswer = true;
    if (isRepeated(notification, state)) return [{ kind: "ignored", wire: notification.wire }];
    return this.#lacksStart(notification) ? [startOf(notification), notification] : [notification];
  }

  #stateOf(threadId: string): ThreadState {
    const known = this.#threads.get(threadId) ?? newState();
    // Last, so that the first is the one of which nothing was heard for the longest time.
    this.#threads.delete(threadId);
    this.#threads.set(threadId, known);
    const [oldest] = this.#threads.keys();
    if (this.#threads.size > MAX_THREADS && oldest !== undefined) this.#threads.delete(oldest);
    return known;
  }

  #turnStarted({ threadId, turn }: Extract<ServerNotification, { kind: "turnStarted" }>): void {
    const { total } = this.#stateOf(threadId);
    this.#threads.set(threadId, { ...newState(), turnId: turn.id, total });
  }

  /** The first notification of a compaction is its item; its turn has no start. */
  #lacksStart({ kind, item, threadId, turnId }: ItemNotification): boolean {
    const state = this.#stateOf(threadId);
    if (kind !== "itemStarted" || item.type !== "other" || item.name !== "contextCompaction")
      return false;
    if (this.#features.has("turn/started of a compaction") || state.turnId === turnId) return false;
    Object.assign(state, { turnId, hasAnswer: false });
    return true;
  }

  /**
   * Before each answer of the model the server repeats the usage so far. A stored thread begins with
   * such a repetition, which is then its usage before the turn. A new report comes before the tools
   * that the answer calls, and is held back until they have run, which is when newer servers send it.
   */
  #usage(report: UsageReport): ServerNotification[] {
    const state = this.#stateOf(report.threadId);
    const total = JSON.stringify(report.tokenUsage.total);
    const released = this.#release(report.threadId);
    if (total === state.total) return [...released, { kind: "ignored", wire: report.wire }];
    const isStored = !this.#newThreads.has(report.threadId);
    const isEarlier = isStored && state.total === undefined && !state.hasAnswer;
    state.total = total;
    if (isEarlier) return [{ ...report, turnId: NO_TURN }];
    state.held = report;
    return released;
  }

  #release(threadId: string): ServerNotification[] {
    const state = this.#stateOf(threadId);
    const { held } = state;
    state.held = undefined;
    return held === undefined ? [] : [held];
  }
}

interface ThreadState {
  turnId: string;
  /** Whether the model answered in this turn. */
  hasAnswer: boolean;
  total: string | undefined;
  /** Ids of the file changes that are over. */
  changes: Set<string>;
  held?: UsageReport | undefined;
}

type UsageReport = Extract<ServerNotification, { kind: "usageUpdated" }>;
type ItemNotification = Extract<ServerNotification, { kind: "itemStarted" | "itemCompleted" }>;

const newState = (): ThreadState => ({
  turnId: "",
  hasAnswer: false,
  total: undefined,
  changes: new Set(),
});

/** Whether a file change ends again, as one that was declined does. */
function isRepeated({ kind, item }: ItemNotification, { changes }: ThreadState): boolean {
  if (kind !== "itemCompleted" || item.type !== "fileChange") return false;
  const isKnown = changes.has(item.id);
  changes.add(item.id);
  return isKnown;
}

/** Items that are not output of the model. */
const isOfServer = ({ item }: ItemNotification): boolean =>
  item.type === "other" && (item.name === "userMessage" || item.name === "contextCompaction");

function startOf({ threadId, turnId }: ItemNotification): ServerNotification {
  const turn = { id: turnId, status: "inProgress" };
  return {
    kind: "turnStarted",
    threadId,
    turn,
    wire: { method: "turn/started", params: { threadId, turn } },
  };
}

/** More sub-agents than one turn has. */
const MAX_THREADS = 256;

/** Stands for whatever turn was before. */
const NO_TURN = "";
