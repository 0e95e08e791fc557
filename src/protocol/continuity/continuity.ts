import { randomUUID } from "node:crypto";

import { CLIENT_NOTIFICATION, METHOD } from "../methods.js";
import type { Link } from "./read-back.js";
import {
  hasMessage,
  isRunning,
  readBack,
  rejoin,
  rejoinSubAgent,
  startedTurn,
} from "./read-back.js";
import { ServerRequests } from "./server-requests.js";
import type { Turn } from "../turn.js";
import type { WireMessage } from "./tracked-thread.js";
import { TrackedThread } from "./tracked-thread.js";

/** What a message that arrived leads to. */
interface Arrival {
  deliver: WireMessage[];
  send?: WireMessage[];
  /** Fetches what has to be delivered before the next message. */
  fetch?: Fetch | undefined;
}

type Fetch = (link: Link) => Promise<WireMessage[]>;

/**
 * Follows both directions of a connection, so that another one can take its place: the client sees every
 * response, item and request exactly once. Notifications of threads that other clients opened are dropped.
 */
export class Continuity {
  readonly #threads = new Map<string, TrackedThread>();
  /** Our requests without a response, in order. */
  readonly #pending = new Map<string | number, WireMessage>();
  readonly #serverRequests = new ServerRequests();
  /** Threads with notifications that came while a thread was being opened: one may be ours. */
  #unclaimed: WireMessage[] = [];
  /** Threads of sub-agents: the server subscribes their client to them. */
  readonly #subAgents = new Set<string>();
  /** Threads whose next turn has to be subscribed to. */
  readonly #unsubscribed = new Set<string>();
  #initialize: WireMessage | undefined;

  /** The thread that a turn runs on, for messages. */
  get threadId(): string | undefined {
    return [...this.#threads.values()].find(({ turnId }) => turnId !== undefined)?.id;
  }

  /** Our requests without a response. */
  get pending(): readonly WireMessage[] {
    return [...this.#pending.values()];
  }

  /** Notes what the client sends; returns it as the server should get it. */
  sent(message: WireMessage): WireMessage {
    const { id, method } = message;
    if (method === undefined) this.#serverRequests.answered(message);
    if (method === undefined || id === undefined) return message;
    const marked = MARKED.has(method) ? withMark(message) : message;
    this.#pending.set(id, marked);
    if (method === METHOD.initialize) this.#initialize = marked;
    if (method === METHOD.unsubscribe) this.#threads.delete(threadIdOf(marked) ?? "");
    return marked;
  }

  /** Notes what the server sends. */
  received(message: WireMessage): Arrival {
    const { id, method } = message;
    if (method === undefined) return this.#onResponse(message);
    if (id !== undefined) return this.#serverRequests.arrived(message);
    const threadId = threadIdOf(message);
    const thread = threadId === undefined ? undefined : this.#threads.get(threadId);
    if (thread === undefined) return { deliver: this.#ofOthers(message, threadId) };
    if (method !== TURN_COMPLETED || !thread.wasCut) return { deliver: thread.live(message) };
    // What was stored a moment after the connection was restored may still be missing.
    const fetch: Fetch = async (link) => [
      ...(await readBack(thread, link)),
      ...thread.live(message),
    ];
    return { deliver: [], fetch };
  }

  /** The connection is lost. */
  cut(): void {
    for (const thread of this.#threads.values()) thread.cut();
  }

  /**
   * Restores everything on a new connection and returns what the client missed. What is pending then has to be
   * sent again. Throws if a turn is gone.
   */
  async restore(link: Link): Promise<WireMessage[]> {
    const result = await link.call(METHOD.initialize, this.#initialize?.params ?? {});
    const [first] = this.pending.filter(({ method }) => method === METHOD.initialize);
    if (first?.id !== undefined) {
      this.#pending.delete(first.id);
      return [{ id: first.id, result }];
    }
    link.notify(CLIENT_NOTIFICATION.initialized);
    const missed: WireMessage[] = [];
    for (const thread of this.#threads.values()) {
      missed.push(...(await rejoin(thread, link)));
      if (thread.turnId === undefined) this.#unsubscribed.add(thread.id);
    }
    for (const threadId of this.#subAgents) await rejoinSubAgent(threadId, link);
    for (const message of this.pending) missed.push(...(await this.#restorePending(message, link)));
    return missed;
  }

  #onResponse(message: WireMessage): Arrival {
    const request = message.id === undefined ? undefined : this.#pending.get(message.id);
    if (request === undefined) return { deliver: [message] };
    this.#pending.delete(message.id as number);
    const { method = "", params } = request;
    const result = (message.result ?? {}) as { thread?: { id?: string }; turn?: { id?: string } };
    if (OPENING.has(method)) {
      const id = result.thread?.id;
      if (id !== undefined) {
        const opening = params as Record<string, unknown>;
        const isNew = method === METHOD.startThread;
        const options = { opening, isNew, withDeltas: this.#withDeltas() };
        this.#threads.set(id, new TrackedThread(id, options));
      }
      return { deliver: [message, ...this.#claimed()] };
    }
    const thread = this.#threads.get(threadIdOf(request) ?? "");
    const turnId = result.turn?.id;
    if (!MARKED_TURNS.has(method) || thread === undefined || turnId === undefined)
      return { deliver: [message] };
    return { deliver: [message], fetch: this.#beginning(thread, turnId) };
  }

  /** A turn begins: on a thread that nothing was stored of before, only now can it be subscribed to. */
  #beginning(thread: TrackedThread, turnId: string): Fetch | undefined {
    thread.begin(turnId);
    if (!this.#unsubscribed.delete(thread.id)) return undefined;
    thread.wasCut = true;
    return (link) => rejoin(thread, link);
  }

  /** The notifications of a thread without an owner: dropped unless it can still become ours. */
  #ofOthers(message: WireMessage, threadId: string | undefined): WireMessage[] {
    const method = message.method ?? "";
    // The server sends these to clients of the thread only: it is one of our sub-agents.
    if (threadId === undefined) return [message];
    if (/^(?:item|turn|rawResponse)/.test(method)) {
      if (this.#subAgents.size < MAX_SUB_AGENTS) this.#subAgents.add(threadId);
      return [message];
    }
    if (![...this.#pending.values()].some((each) => OPENING.has(each.method ?? ""))) return [];
    if (this.#unclaimed.length < MAX_UNCLAIMED) this.#unclaimed.push(message);
    return [];
  }

  #claimed(): WireMessage[] {
    const unclaimed = this.#unclaimed;
    this.#unclaimed = [];
    return unclaimed.filter((message) => this.#threads.has(threadIdOf(message) ?? ""));
  }

  /** A request that the server may have seen, or not: looks for its effect, or gives up what is done once. */
  async #restorePending(message: WireMessage, link: Link): Promise<WireMessage[]> {
    const { id, method = "" } = message as WireMessage & { id: number };
    const threadId = threadIdOf(message) ?? "";
    const isIt = effectOf(message);
    const turn = isIt && (await startedTurn(threadId, isIt, link));
    if (turn === undefined) {
      if (!ONCE.has(method)) return [];
      this.#pending.delete(id);
      return [{ id, error: { code: LOST, message: "the connection was lost" } }];
    }
    const turnId = turn.rootTurnId ?? turn.id;
    this.#pending.delete(id);
    const response = { id, result: { turn: { ...turn, id: turnId, items: [] }, turnId } };
    const thread = this.#threads.get(threadId);
    if (thread === undefined || method === METHOD.steerTurn) return [response];
    this.#beginning(thread, turnId);
    thread.wasCut = true;
    return [response, ...(await rejoin(thread, link))];
  }

  #withDeltas(): boolean {
    const { capabilities } = (this.#initialize?.params ?? {}) as {
      capabilities?: { optOutNotificationMethods?: readonly string[] };
    };
    return capabilities?.optOutNotificationMethods?.includes(MESSAGE_DELTA) !== true;
  }
}

const TURN_COMPLETED = "turn/completed";
const MESSAGE_DELTA = "item/agentMessage/delta";
const MAX_UNCLAIMED = 256;
const MAX_SUB_AGENTS = 64;
const LOST = -32000;

const OPENING: ReadonlySet<string> = new Set([
  METHOD.startThread,
  METHOD.resumeThread,
  METHOD.forkThread,
]);

/** Their message is found again by the id we give it. */
const MARKED: ReadonlySet<string> = new Set([METHOD.startTurn, METHOD.steerTurn]);
const MARKED_TURNS: ReadonlySet<string> = new Set([METHOD.startTurn, METHOD.startReview]);

/** Sent twice, these would be done twice. */
const ONCE: ReadonlySet<string> = new Set([
  METHOD.logIn,
  METHOD.runCommand,
  METHOD.compactThread,
  METHOD.revertThread,
  METHOD.rollBackThread,
  METHOD.deleteThread,
]);

const withMark = (message: WireMessage): WireMessage => ({
  ...message,
  params: { clientUserMessageId: randomUUID(), ...(message.params as object) },
});

/** Whether a turn is what a request has led to; undefined for a request that starts none. */
function effectOf({ method = "", params }: WireMessage): ((turn: Turn) => boolean) | undefined {
  if (MARKED.has(method))
    return hasMessage((params as { clientUserMessageId?: unknown }).clientUserMessageId);
  return method === METHOD.startReview ? isRunning : undefined;
}

function threadIdOf({ params }: WireMessage): string | undefined {
  const { threadId, thread } = (params ?? {}) as { threadId?: unknown; thread?: { id?: unknown } };
  const id = threadId ?? thread?.id;
  return typeof id === "string" ? id : undefined;
}
