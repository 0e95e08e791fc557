import { CliError } from "../outcome/errors.js";
import type { Emit } from "../dialect/events.js";
import type { ServerEvent } from "../protocol/app-server.js";
import type { ServerNotification } from "../protocol/notifications.js";
import type { Turn } from "../protocol/turn.js";
import type { AgentEvents } from "../translate/agent-events.js";
import type { Include } from "../translate/include.js";
import type { Translator } from "../translate/translator.js";
import type { TurnCompletion } from "../translate/turn-completion.js";
import { NO_USAGE } from "../translate/usage.js";
import { NO_TURN_ID } from "./start-turn.js";
import { noticeAction } from "../session/config-notices.js";
import type { Interrupter } from "./interrupt.js";
import type { RunLimits } from "./limits.js";
import type { Notices } from "./notices.js";
import type { TurnObserver } from "./observer.js";
import type { ServerRequestHandler } from "./server-requests.js";
import type { Scope } from "./scope.js";
import { innerTurn, isEarlierUsage, isOurs } from "./scope.js";
import type { Session } from "../session/session.js";
import type { Steering } from "./steering.js";
import type { TurnWatchdog } from "./turn-watchdog.js";

/** What following one turn needs. */
export interface FollowContext {
  session: Session;
  events: AsyncIterable<ServerEvent>;
  scope: Scope;
  translator: Translator;
  serverRequests: ServerRequestHandler;
  notices: Notices;
  include: ReadonlySet<Include>;
  emit: Emit;
  warnsUntrusted: boolean;
  /** Whether turn.started was emitted: the server may send no turn/started of this turn. */
  isAnnounced: boolean;
  limits: RunLimits | undefined;
  observer: TurnObserver | undefined;
  interrupter: Interrupter;
  steering: Steering | undefined;
  watchdog: TurnWatchdog;
  /** Only with `--include agents`. */
  agents: AgentEvents | undefined;
}

/** Follows a turn to its end. Earlier events were queued, and are read in order from here on. */
export async function followTurn(context: FollowContext): Promise<TurnCompletion> {
  const follower = new Follower(context);
  const timers = [context.watchdog, context.limits?.timers];
  for (const timer of timers) timer?.resume();
  for await (const event of context.events) {
    for (const timer of timers) timer?.pause();
    const end = await follower.handle(event);
    if (end !== undefined) return end;
    for (const timer of timers) timer?.resume();
  }
  throw new CliError("protocol", "the server's messages ended before the turn did");
}

class Follower {
  readonly #context: FollowContext;
  #messageLost = false;

  constructor(context: FollowContext) {
    this.#context = context;
  }

  async handle(event: ServerEvent): Promise<TurnCompletion | undefined> {
    const { session, scope, serverRequests, notices, watchdog } = this.#context;
    if (event.kind === "malformed") {
      notices.malformed(event.problem);
      this.#messageLost = true;
      watchdog.messageLost();
      return undefined;
    }
    if (event.kind === "serverRequest") {
      const interrupt = (): void => {
        session.server.interruptTurn(scope.threadId, scope.turnId).catch(() => undefined);
      };
      await serverRequests.answer(event.serverRequest, session.server, interrupt);
      return undefined;
    }
    return this.#onNotification(event.notification);
  }

  async #onNotification(notification: ServerNotification): Promise<TurnCompletion | undefined> {
    const { scope, translator, serverRequests, notices, interrupter, watchdog, limits } =
      this.#context;
    watchdog.onNotification(notification);
    this.#learnTurn(notification);
    serverRequests.onNotification(notification);
    await this.#showRaw(notification);
    if (notification.kind === "unknown") this.#onUnknown(notification);
    for (const event of this.#context.agents?.translate(notification, scope.threadId) ?? [])
      await this.#context.emit(event);
    const inner = innerTurn(notification, scope);
    if (inner !== undefined) interrupter.turnStarted(inner);
    if (isEarlierUsage(notification, scope)) translator.setEarlierUsage(notification.tokenUsage);
    const action = noticeAction(notification);
    if (action === "warn" && this.#context.warnsUntrusted) notices.projectConfigIgnored();
    if (!isOurs(notification, scope) || action === "warn") return undefined;
    this.#context.observer?.notification(notification);
    if (action === "hide") return undefined;
    if (notification.kind === "turnCompleted" && isStillRunning(notification.turn))
      watchdog.messageLost(NOT_OVER);
    const end = await this.#translate(await this.#withStoredItems(notification));
    limits?.onNotification(notification, translator.snapshot().turnUsage ?? NO_USAGE);
    if (notification.kind === "turnStarted") {
      interrupter.turnStarted(scope.turnId);
      this.#context.steering?.turnStarted();
    }
    return end;
  }

  /** An unreadable turn/completed may have a readable counterpart in the stored turn. */
  #onUnknown(notification: Extract<ServerNotification, { kind: "unknown" }>): void {
    const { notices, scope, watchdog } = this.#context;
    const unreadable = notices.unknown(notification, scope.threadId);
    if (unreadable !== undefined && namesError(notification.wire.params)) throw unreadable;
    if (unreadable !== undefined) watchdog.messageLost(unreadable);
    if (notification.problem !== null) this.#messageLost = true;
  }

  /** The id of a compaction's turn is only in turn/started. */
  #learnTurn(notification: ServerNotification): void {
    const { scope } = this.#context;
    if (scope.turnId !== NO_TURN_ID || notification.kind !== "turnStarted") return;
    if (notification.threadId === scope.threadId) scope.turnId = notification.turn.id;
  }

  async #translate(notification: ServerNotification): Promise<TurnCompletion | undefined> {
    if (notification.kind === "turnStarted" && this.#context.isAnnounced) return undefined;
    const { events, end } = this.#context.translator.translate(notification);
    for (const event of events) await this.#context.emit(event);
    return end;
  }

  /** turn/completed has only the last message; missing items are read from the stored turn. */
  async #withStoredItems(notification: ServerNotification): Promise<ServerNotification> {
    const { session, scope, translator } = this.#context;
    if (notification.kind !== "turnCompleted" || notification.turn.itemsView === "full")
      return notification;
    if (!translator.hasOpenItems() && !this.#messageLost) return notification;
    const stored = await session.server
      .readTurn(scope.threadId, scope.turnId)
      .catch(() => undefined);
    if (stored === undefined) return notification;
    const { items } = stored;
    return {
      ...notification,
      turn: { ...notification.turn, items, ...(this.#messageLost ? { itemsView: "full" } : {}) },
    };
  }

  async #showRaw(notification: ServerNotification): Promise<void> {
    if (!this.#context.include.has("raw")) return;
    const { method, params } = notification.wire;
    await this.#context.emit({ type: "raw", method, params: params ?? null });
  }
}

/** Whether a turn/completed says that the turn is still in progress. */
const isStillRunning = ({ status, error }: Turn): boolean => status === "inProgress" && !error;

/** Whether a turn/completed has an error: then no stored turn can make it a success. */
const namesError = (params: unknown): boolean =>
  ((params as { turn?: { error?: unknown } | null } | null)?.turn?.error ?? null) !== null;

/** The error if nothing follows such a turn/completed. */
const NOT_OVER = new CliError("protocol", 'the turn ended with the status "inProgress"');
