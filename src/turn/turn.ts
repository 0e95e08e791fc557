import { failure } from "../outcome/causes.js";
import type { RateLimits } from "../protocol/limits.js";
import type { UserInput } from "../protocol/params.js";
import type { SteerSource } from "../dialect/steer-line.js";
import type { Include } from "../translate/include.js";
import type { TurnNames } from "../translate/terminal.js";
import { threadStarted } from "../translate/thread-started.js";
import { Translator } from "../translate/translator.js";
import type { TurnSnapshot, TurnResult } from "../translate/turn-end.js";
import type { Task } from "./start-turn.js";
import { beginTurn, effortOf, NO_TURN_ID } from "./start-turn.js";
import { brokenConfig, noticeAction } from "../session/config-notices.js";
import { followTurn } from "./follow-turn.js";
import { interruptOn } from "./interrupt.js";
import { Notices } from "./notices.js";
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

/** What is said anew for another turn. */
export interface TurnChange {
  input?: readonly UserInput[];
  model?: string;
}

interface TurnSettings extends ServerRequestContext {
  include: ReadonlySet<Include>;
  /** More input while the turn runs. */
  steering?: SteerSource | undefined;
  /** Whether to say that a repository's own settings were left alone. */
  warnsUntrusted?: boolean;
}

/** A turn, and more of them if it must be, on one thread. What was done can be asked at any time. */
export class TurnRun {
  readonly names: TurnNames = { threadId: null, turnId: null };
  readonly #settings: TurnSettings;
  readonly #translator: Translator;
  readonly #notices: Notices;
  readonly #serverRequests: ServerRequestHandler;
  #begun: { opened: OpenedThread; task: Task } | undefined;
  #interrupted: TurnResult | undefined;

  constructor(settings: TurnSettings) {
    this.#settings = settings;
    this.#translator = new Translator(settings.include);
    this.#notices = new Notices(settings.notes);
    this.#serverRequests = new ServerRequestHandler(settings, (subject) => {
      this.#translator.declined(subject);
    });
  }

  /** What was learned of the account before the turn began. */
  knownLimits(limits: RateLimits): void {
    this.#translator.knownLimits(limits);
  }

  snapshot(): TurnSnapshot {
    return this.#interrupted ?? this.#translator.snapshot();
  }

  /** Whether anything was begun that doing it again would do twice. */
  get hasActed(): boolean {
    return this.#translator.hasActed();
  }

  /** Whether there is a thread to have another turn on. */
  get canGoOn(): boolean {
    return this.#begun?.task.kind === "turn";
  }

  /** To the end of the turn; of a task that is none there is no end. */
  async play(session: Session, { thread, task }: TurnRequest): Promise<TurnResult | undefined> {
    const { server, codexVersion, version } = session;
    const { emit, stop } = this.#settings;
    // Before the turn: a command that it starts at once has to inherit the mark.
    const marking = session.markProcesses?.();
    const opened = await abortable(openThread(server, thread), stop);
    if (marking !== undefined) await abortable(marking, stop);
    for (const event of server.waiting()) {
      if (event.kind === "notification" && noticeAction(event.notification) === "refuse")
        throw brokenConfig(event.notification);
    }
    if (opened.warning !== undefined) this.#settings.notes.warn(opened.warning);
    this.names.threadId = opened.started.thread.id;
    session.expectCommands?.(writableDirectories(opened.started));
    this.#begun = { opened, task };
    // A reader may take its time with the first line; the turn need not wait for that.
    const [turnId] = await Promise.all([
      abortable(beginTurn(server, task, opened), stop),
      emit(
        threadStarted(opened.started, { codexVersion, version, effort: effortOf(task, opened) }),
      ),
    ]);
    return turnId === undefined ? undefined : this.#watch(session, turnId, task);
  }

  /** Another turn like the first, with what is to be different. What is counted goes on. */
  async goOn(session: Session, change: TurnChange): Promise<TurnResult> {
    if (this.#begun?.task.kind !== "turn") throw new Error("there is no turn to go on from");
    const { opened, task } = this.#begun;
    const next = { ...task, params: { ...task.params, ...change } };
    // A model that stepped in stays.
    this.#begun.task = { ...task, params: { ...task.params, model: next.params.model } };
    this.#translator.nextTurn();
    const turnId = await abortable(beginTurn(session.server, next, opened), this.#settings.stop);
    return this.#watch(session, turnId ?? NO_TURN_ID, next);
  }

  /** Takes a turn that failed out of the thread, if the server can: what follows is said once. */
  async forget({ server }: Session): Promise<void> {
    const { threadId, turnId } = this.names;
    if (threadId === null || turnId === null) return;
    const cut = { beforeTurn: turnId, turns: 1 };
    await abortable(server.revertThread(threadId, cut), this.#settings.stop).catch(() => undefined);
  }

  /** Nothing more is wanted of the thread. */
  async leave({ server }: Session): Promise<void> {
    const { threadId } = this.names;
    if (threadId !== null) await server.unsubscribe(threadId).catch(() => undefined);
  }

  async #watch(session: Session, turnId: string, task: Task): Promise<TurnResult> {
    const { stop, steering, emit, notes, limits, include, warnsUntrusted = false } = this.#settings;
    const { server } = session;
    const scope = { threadId: this.names.threadId ?? "", turnId };
    this.names.turnId = turnId === NO_TURN_ID ? null : turnId;
    const parts = {
      ...{ session, scope, include, emit, warnsUntrusted, limits },
      translator: this.#translator,
      serverRequests: this.#serverRequests,
      notices: this.#notices,
      interrupter: interruptOn(stop, server, scope),
      steering: steering && new Steering(steering, { server, scope, emit }),
      watchdog: new TurnWatchdog({ server, scope, notes, lastItem: LAST_ITEM[task.kind] }),
    };
    try {
      // A review's turn is begun under another id: its start is told by the reply alone.
      if (task.kind === "review") await emit({ type: "turn.started" });
      return this.#settled(await followTurn(parts));
    } finally {
      this.names.turnId = scope.turnId === NO_TURN_ID ? null : scope.turnId;
      parts.interrupter.release();
      parts.watchdog.busy();
      limits?.clocks.turnEnded();
      await parts.steering?.finish();
    }
  }

  /** An interrupt that we asked for has our reason; any other is the server's own. */
  #settled(end: TurnResult): TurnResult {
    const { stop, limits } = this.#settings;
    const { overdrawn } = limits ?? {};
    if (overdrawn !== undefined || (end.status === "interrupted" && stop.aborted)) {
      this.#interrupted = end;
      throw overdrawn ?? (stop.reason as Error);
    }
    if (end.status !== "interrupted") return end;
    if (end.failure !== null) return { ...end, status: "failed" };
    const { aborted } = this.#serverRequests;
    const message =
      aborted === null
        ? "the turn was interrupted on the server"
        : `the turn was aborted instead of being allowed to go on: ${aborted}`;
    return { ...end, status: "failed", failure: failure("failed", message) };
  }
}

/** The type of item with which a task of this kind is done. */
const LAST_ITEM = {
  turn: "agentMessage",
  review: "agentMessage",
  compact: "contextCompaction",
  nothing: "",
} as const satisfies Record<Task["kind"], string>;
