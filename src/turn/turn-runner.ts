import { failure } from "../outcome/causes.js";
import type { ServerRateLimits } from "../protocol/limits.js";
import type { UserInput } from "../protocol/params.js";
import type { ThreadEvents } from "../protocol/thread-events.js";
import type { SteerSource } from "../dialect/steer-line.js";
import type { AgentEvents } from "../translate/agent-events.js";
import type { Include } from "../translate/include.js";
import type { TurnIds } from "../translate/terminal-event.js";
import { isReadOnly, threadStarted } from "../translate/thread-started.js";
import { Translator } from "../translate/translator.js";
import type { TurnSnapshot, TurnCompletion } from "../translate/turn-completion.js";
import type { Task } from "./start-turn.js";
import { beginTurn, effortOf, NO_TURN_ID } from "./start-turn.js";
import { brokenConfig, noticeAction } from "../session/config-notices.js";
import { followTurn } from "./follow-turn.js";
import { interruptOn } from "./interrupt.js";
import { Notices } from "./notices.js";
import type { TurnObserver } from "./observer.js";
import type { OpenedThread, PlainThreadRequest, ThreadRequest } from "../session/open-thread.js";
import { openThread } from "../session/open-thread.js";
import type { ServerRequestContext } from "./server-requests.js";
import { ServerRequestHandler } from "./server-requests.js";
import { abortable } from "../async/abortable.js";
import type { Session } from "../session/session.js";
import { Steering } from "./steering.js";
import { TurnWatchdog } from "./turn-watchdog.js";
import { writableDirectories } from "../session/writable-directories.js";

export interface TurnRequest {
  thread: ThreadRequest | PlainThreadRequest;
  task: Task;
}

/** What differs in a follow-up turn. */
export interface TurnChange {
  input?: readonly UserInput[];
  model?: string;
}

export interface TurnSettings extends ServerRequestContext {
  include: ReadonlySet<Include>;
  /** The account's limits as read before the turn. */
  rateLimits?: ServerRateLimits | undefined;
  /** Sees the turn as the server reports it. */
  observer?: TurnObserver | undefined;
  /** Further input while the turn runs. */
  steering?: SteerSource | undefined;
  /** Whether codex may have no login, so that it is asked before the turn is begun. */
  mayLackLogin?: boolean;
  /** Whether to warn that a repository's own codex settings were not loaded. */
  warnsUntrusted?: boolean;
}

/** Runs a turn, and follow-up turns, on one thread. `snapshot` works at any time. */
export class TurnRunner {
  readonly ids: TurnIds = { threadId: null, turnId: null };
  readonly #settings: TurnSettings;
  readonly #translator: Translator;
  readonly #notices: Notices;
  readonly #serverRequests: ServerRequestHandler;
  #agents: AgentEvents | undefined;
  #begun: { opened: OpenedThread; task: Task; events: ThreadEvents } | undefined;
  #interrupted: TurnCompletion | undefined;
  #reportsUsage = true;
  #isConnected = false;

  constructor(settings: TurnSettings) {
    this.#settings = settings;
    this.#translator = new Translator(settings.include);
    if (settings.rateLimits !== undefined) this.#translator.updateLimits(settings.rateLimits);
    this.#notices = new Notices(settings.notes);
    this.#serverRequests = new ServerRequestHandler(settings, (subject) => {
      this.#translator.declined(subject);
    });
  }

  snapshot(): TurnSnapshot {
    return this.#withKnownUsage(this.#interrupted ?? this.#translator.snapshot());
  }

  /** Whether the turn started anything that a retry would do twice. */
  get mayHaveActed(): boolean {
    return this.#translator.mayHaveActed();
  }

  /** Whether a follow-up turn is possible. */
  get canContinue(): boolean {
    return this.#begun?.task.kind === "turn";
  }

  /** Runs the task to the end of its turn; undefined for a task without a turn. */
  async runFirst(
    session: Session,
    { thread, task }: TurnRequest,
  ): Promise<TurnCompletion | undefined> {
    const { server, codexVersion, version } = session;
    const { emit, stop } = this.#settings;
    this.#isConnected = thread.connected === true;
    this.#reportsUsage = task.kind !== "review" || server.features.has("usage of a review");
    const opened = await abortable(openThread(server, thread), stop);
    for (const event of server.waiting()) {
      if (event.kind === "notification" && noticeAction(event.notification) === "refuse")
        throw brokenConfig(event.notification);
    }
    await this.#requireLogin(session, thread, opened);
    if (opened.warning !== undefined) this.#settings.notes.warn(opened.warning);
    this.ids.threadId = opened.started.thread.id;
    if (isReadOnly(opened.started)) this.#translator.sandboxIsReadOnly();
    session.trackMountPoints?.(writableDirectories(opened.started));
    this.#settings.observer?.threadOpened(opened, codexVersion);
    const events = server.openThreadEvents(opened.started.thread.id);
    this.#begun = { opened, task, events };
    // In parallel: a slow reader of the first line must not delay the turn.
    const [turnId] = await Promise.all([
      abortable(beginTurn(server, task, opened), stop),
      emit(
        threadStarted(opened.started, { codexVersion, version, effort: effortOf(task, opened) }),
      ),
    ]);
    return turnId === undefined ? undefined : this.#follow(session, { turnId, task, events });
  }

  /** Ends the run before its turn if that would need a login that codex does not have. */
  async #requireLogin(
    { server }: Session,
    thread: TurnRequest["thread"],
    { started }: OpenedThread,
  ): Promise<void> {
    const isOwn = thread.kind === "reopen" || thread.rules === "own";
    if (this.#settings.mayLackLogin !== true || !isOwn || started.modelProvider !== "openai")
      return;
    const { checkLogin } = await import("../session/preflight.js");
    await abortable(checkLogin(server), this.#settings.stop);
  }

  /** Runs another turn like the first, with changes. Usage counts go on. */
  async continueTurn(session: Session, change: TurnChange): Promise<TurnCompletion> {
    if (this.#begun?.task.kind !== "turn") throw new Error("there is no turn to continue");
    const { opened, task, events } = this.#begun;
    const next = { ...task, params: { ...task.params, ...change } };
    // A fallback model stays.
    this.#begun.task = { ...task, params: { ...task.params, model: next.params.model } };
    this.#translator.nextTurn();
    const turnId = await abortable(beginTurn(session.server, next, opened), this.#settings.stop);
    return this.#follow(session, { turnId: turnId ?? NO_TURN_ID, task: next, events });
  }

  /** Reverts a failed turn, if the server can, so that a retry does not repeat the prompt. */
  async revertFailedTurn({ server }: Session): Promise<void> {
    const { threadId, turnId } = this.ids;
    if (threadId === null || turnId === null) return;
    const cut = { beforeTurn: turnId, turns: 1 };
    const reverted = server.history().then((history) => history.revertThread(threadId, cut));
    await abortable(reverted, this.#settings.stop).catch(() => undefined);
  }

  /** Unsubscribes from the thread; on a server that goes on, its commands in the background are ended. */
  async unsubscribe({ server }: Session): Promise<void> {
    const { threadId } = this.ids;
    if (threadId === null) return;
    if (this.#isConnected) await server.cleanTerminals(threadId).catch(() => undefined);
    await server.unsubscribe(threadId).catch(() => undefined);
  }

  /** Stops receiving the thread's events. */
  close(): void {
    this.#begun?.events.close();
  }

  async #follow(
    session: Session,
    { turnId, task, events }: { turnId: string; task: Task; events: ThreadEvents },
  ): Promise<TurnCompletion> {
    const { stop, steering, emit, notes, limits, include, observer } = this.#settings;
    const { warnsUntrusted = false } = this.#settings;
    const { server } = session;
    const scope = { threadId: this.ids.threadId ?? "", turnId };
    this.ids.turnId = turnId === NO_TURN_ID ? null : turnId;
    if (include.has("agents")) {
      const { AgentEvents } = await import("../translate/agent-events.js");
      this.#agents ??= new AgentEvents(include);
    }
    const context = {
      agents: this.#agents,
      ...{ session, events, scope, include, emit, warnsUntrusted, limits, observer },
      // The turn/started of a review has another id, or ours in older servers.
      isAnnounced: task.kind === "review",
      translator: this.#translator,
      serverRequests: this.#serverRequests,
      notices: this.#notices,
      interrupter: interruptOn(stop, { server, events, scope }),
      steering: steering && new Steering(steering, { server, scope, emit }),
      watchdog: new TurnWatchdog({ server, events, scope, notes, lastItem: LAST_ITEM[task.kind] }),
    };
    try {
      if (context.isAnnounced) await emit({ type: "turn.started" });
      return this.#withKnownUsage(this.#resolveInterrupt(await followTurn(context)));
    } finally {
      this.ids.turnId = scope.turnId === NO_TURN_ID ? null : scope.turnId;
      context.interrupter.release();
      context.watchdog.pause();
      limits?.timers.turnEnded();
      await context.steering?.finish();
    }
  }

  /** Usage that the server does not report is null, not 0. */
  #withKnownUsage<T extends TurnSnapshot>(soFar: T): T {
    return this.#reportsUsage ? soFar : { ...soFar, usage: null, turnUsage: null };
  }

  /** Throws our own reason for an interrupt that we requested; any other is a failed turn. */
  #resolveInterrupt(end: TurnCompletion): TurnCompletion {
    const { stop, limits } = this.#settings;
    const { exceeded } = limits ?? {};
    if (exceeded !== undefined || (end.status === "interrupted" && stop.aborted)) {
      this.#interrupted = end;
      throw exceeded ?? (stop.reason as Error);
    }
    if (end.status !== "interrupted") return end;
    if (end.failure !== null) return { ...end, status: "failed" };
    const { aborted } = this.#serverRequests;
    const message =
      aborted === null
        ? "the turn was interrupted on the server"
        : `the turn was aborted at an approval request: ${aborted}`;
    return { ...end, status: "failed", failure: failure("failed", message) };
  }
}

/** The type of item that completes a task of this kind. */
const LAST_ITEM = {
  turn: "agentMessage",
  review: "agentMessage",
  compact: "contextCompaction",
  nothing: "",
} as const satisfies Record<Task["kind"], string>;
