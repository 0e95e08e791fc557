import { CliError } from "../outcome/errors.js";
import type { Emit } from "../dialect/events.js";
import type { ServerEvent } from "../protocol/app-server.js";
import type { ServerNotification } from "../protocol/notifications.js";
import type { Turn } from "../protocol/turn.js";
import type { Include } from "../translate/include.js";
import type { Translator } from "../translate/translator.js";
import type { TurnResult } from "../translate/turn-end.js";
import { NO_USAGE } from "../translate/usage.js";
import { NO_TURN_ID } from "./start-turn.js";
import { noticeAction } from "../session/config-notices.js";
import type { Interrupter } from "./interrupt.js";
import type { Limits } from "./limits.js";
import type { Notices } from "./notices.js";
import type { ServerRequestHandler } from "./server-requests.js";
import type { Scope } from "./scope.js";
import { innerTurn, isEarlierUsage, isOurs } from "./scope.js";
import type { Session } from "../session/session.js";
import type { Steering } from "./steering.js";
import type { TurnWatchdog } from "./turn-watchdog.js";

/** Everything that has to do with one turn. */
export interface TurnContext {
  session: Session;
  scope: Scope;
  translator: Translator;
  serverRequests: ServerRequestHandler;
  notices: Notices;
  include: ReadonlySet<Include>;
  emit: Emit;
  warnsUntrusted: boolean;
  limits: Limits | undefined;
  interrupter: Interrupter;
  steering: Steering | undefined;
  watchdog: TurnWatchdog;
}

/** Follows a turn to its end. Only now is the queue read: what came before was kept in order. */
export async function followTurn(parts: TurnContext): Promise<TurnResult> {
  const follower = new Follower(parts);
  const watches = [parts.watchdog, parts.limits?.clocks];
  for (const watch of watches) watch?.listen();
  for await (const event of parts.session.server.events()) {
    for (const watch of watches) watch?.busy();
    const end = await follower.take(event);
    if (end !== undefined) return end;
    for (const watch of watches) watch?.listen();
  }
  throw new CliError("protocol", "the server's messages ended without a reason");
}

class Follower {
  readonly #parts: TurnContext;
  /** Whether a message was lost. */
  #doubted = false;

  constructor(parts: TurnContext) {
    this.#parts = parts;
  }

  async take(event: ServerEvent): Promise<TurnResult | undefined> {
    const { session, scope, serverRequests, notices, watchdog } = this.#parts;
    if (event.kind === "malformed") {
      notices.malformed(event.problem);
      this.#doubted = true;
      watchdog.doubt();
      return undefined;
    }
    if (event.kind === "serverRequest") {
      await serverRequests.answer(event.serverRequest, session.server);
      // Not every question ends the turn by being called off.
      if (serverRequests.aborted !== null) {
        void session.server.interruptTurn(scope.threadId, scope.turnId).catch(() => undefined);
      }
      return undefined;
    }
    return this.#hear(event.notification);
  }

  async #hear(notification: ServerNotification): Promise<TurnResult | undefined> {
    const { scope, translator, serverRequests, notices, interrupter, watchdog, limits } =
      this.#parts;
    watchdog.onNotification(notification);
    this.#learnTurn(notification);
    serverRequests.learn(notification);
    await this.#showRaw(notification);
    if (notification.kind === "unknown") this.#meet(notification);
    const inner = innerTurn(notification, scope);
    if (inner !== undefined) interrupter.turnStarted(inner);
    if (isEarlierUsage(notification, scope)) translator.usedBefore(notification.tokenUsage);
    const action = noticeAction(notification);
    if (action === "warn" && this.#parts.warnsUntrusted) notices.leftAlone();
    if (!isOurs(notification, scope) || action === "hide" || action === "warn") return undefined;
    if (notification.kind === "turnCompleted" && isDenied(notification.turn))
      watchdog.doubt(NOT_OVER);
    const end = await this.#translate(await this.#withStoredItems(notification));
    limits?.onNotification(notification, translator.snapshot().turnUsage ?? NO_USAGE);
    if (notification.kind === "turnStarted") {
      interrupter.turnStarted(scope.turnId);
      this.#parts.steering?.turnStarted();
    }
    return end;
  }

  /** The end of our turn in a shape we cannot read may be stored in one that we can. */
  #meet(notification: Extract<ServerNotification, { kind: "unknown" }>): void {
    const { notices, scope, watchdog } = this.#parts;
    const unreadable = notices.foreign(notification, scope.threadId);
    if (unreadable !== undefined && namesError(notification.wire.params)) throw unreadable;
    if (unreadable !== undefined) watchdog.doubt(unreadable);
    if (notification.problem !== null) this.#doubted = true;
  }

  /** The turn of a compaction is told by its start alone. */
  #learnTurn(notification: ServerNotification): void {
    const { scope } = this.#parts;
    if (scope.turnId !== NO_TURN_ID || notification.kind !== "turnStarted") return;
    if (notification.threadId === scope.threadId) scope.turnId = notification.turn.id;
  }

  async #translate(notification: ServerNotification): Promise<TurnResult | undefined> {
    const { events, end } = this.#parts.translator.translate(notification);
    for (const event of events) await this.#parts.emit(event);
    return end;
  }

  /** A turn's end brings only its last message; what is still missing is in the stored turn. */
  async #withStoredItems(notification: ServerNotification): Promise<ServerNotification> {
    const { session, scope, translator } = this.#parts;
    if (notification.kind !== "turnCompleted" || notification.turn.itemsView === "full")
      return notification;
    if (!translator.hasOpenItems() && !this.#doubted) return notification;
    const stored = await session.server
      .readTurn(scope.threadId, scope.turnId)
      .catch(() => undefined);
    if (stored === undefined) return notification;
    const { items } = stored;
    return {
      ...notification,
      turn: { ...notification.turn, items, ...(this.#doubted ? { itemsView: "full" } : {}) },
    };
  }

  async #showRaw(notification: ServerNotification): Promise<void> {
    if (!this.#parts.include.has("raw")) return;
    const { method, params } = notification.wire;
    await this.#parts.emit({ type: "raw", method, params: params ?? null });
  }
}

/** An end that says that it is none. */
const isDenied = ({ status, error }: Turn): boolean => status === "inProgress" && !error;

/** Whether an end of a turn names an error: then nothing that is stored makes it a success. */
const namesError = (params: unknown): boolean =>
  ((params as { turn?: { error?: unknown } | null } | null)?.turn?.error ?? null) !== null;

/** The error if nothing follows an end that denies itself. */
const NOT_OVER = new CliError("protocol", 'the turn ended with the status "inProgress"');
