import { CliError } from "../errors.js";
import { failure } from "../outcome.js";
import type { ServerEvent } from "../protocol/app-server.js";
import type { RateLimits } from "../protocol/limits.js";
import type { ServerNews } from "../protocol/notifications.js";
import type { UserInput } from "../protocol/params.js";
import type { Include } from "../translate/include.js";
import type { TurnNames } from "../translate/terminal.js";
import { threadStarted } from "../translate/thread-started.js";
import { Translator } from "../translate/translator.js";
import type { SteerSource } from "../steering.js";
import type { Standing, TurnEnd } from "../translate/turn-end.js";
import type { Task } from "./begin-turn.js";
import { beginTurn, effortOf, UNTOLD } from "./begin-turn.js";
import { brokenConfig, fateOf } from "./config-notices.js";
import type { Interrupter } from "./interrupt.js";
import { interruptOn } from "./interrupt.js";
import { Notices } from "./notices.js";
import type { OpenedThread, PlainWish, ThreadWish } from "./open-thread.js";
import { openThread } from "./open-thread.js";
import type { QuestionSettings } from "./questions.js";
import { Questions } from "./questions.js";
import { reach } from "./reach.js";
import type { Scope } from "./scope.js";
import { innerTurn, isEarlierUsage, isOurs } from "./scope.js";
import type { Session } from "./session.js";
import { Steering } from "./steer.js";

export interface TurnRequest {
  thread: ThreadWish | PlainWish;
  task: Task;
}

interface TurnSettings extends QuestionSettings {
  include: ReadonlySet<Include>;
  /** More input while the turn runs. */
  steering?: SteerSource | undefined;
  /** Whether to say that a repository's own settings were left alone. */
  tellsTrust?: boolean;
}

/** A turn, and more of them if it must be, on one thread. What was done can be asked at any time. */
export class TurnRun {
  readonly names: TurnNames = { threadId: null, turnId: null };
  readonly #settings: TurnSettings;
  readonly #translator: Translator;
  #interrupted: TurnEnd | undefined;
  #begun: { opened: OpenedThread; task: Task } | undefined;
  readonly #notices: Notices;
  readonly #questions: Questions;

  constructor(settings: TurnSettings) {
    this.#settings = settings;
    this.#translator = new Translator(settings.include);
    this.#notices = new Notices(settings.notes);
    this.#questions = new Questions(settings, (subject) => {
      this.#translator.declined(subject);
    });
  }

  /** What was learned of the account before the turn began. */
  knownLimits(limits: RateLimits): void {
    this.#translator.knownLimits(limits);
  }

  standing(): Standing {
    return this.#interrupted ?? this.#translator.standing();
  }

  /** To the end of the turn; of a task that is none there is no end. */
  async play(session: Session, { thread, task }: TurnRequest): Promise<TurnEnd | undefined> {
    const { server, codexVersion } = session;
    const { emit, stop } = this.#settings;
    const opened = await reach(openThread(server, thread), stop);
    for (const event of server.waiting()) {
      if (event.kind === "news" && fateOf(event.news) === "refuse") throw brokenConfig(event.news);
    }
    const threadId = opened.started.thread.id;
    this.names.threadId = threadId;
    // A reader may take its time with the first line; the turn need not wait for that.
    const [turnId] = await Promise.all([
      reach(beginTurn(server, task, opened), stop),
      emit(threadStarted(opened.started, { codexVersion, effort: effortOf(task, opened) })),
    ]);
    this.#begun = { opened, task };
    return turnId === undefined ? undefined : this.#watch(session, turnId, task);
  }

  /** Another turn like the first, with more to say. What is counted goes on. */
  async goOn(session: Session, input: readonly UserInput[]): Promise<TurnEnd> {
    if (this.#begun?.task.kind !== "turn") throw new Error("there is no turn to go on from");
    const { opened, task } = this.#begun;
    const next = { ...task, params: { ...task.params, input } };
    this.#translator.nextTurn();
    const turnId = await reach(beginTurn(session.server, next, opened), this.#settings.stop);
    return this.#watch(session, turnId ?? UNTOLD, next);
  }

  /** Nothing more is wanted of the thread. */
  async leave({ server }: Session): Promise<void> {
    const { threadId } = this.names;
    if (threadId !== null) await server.unsubscribe(threadId).catch(() => undefined);
  }

  async #watch(session: Session, turnId: string, task: Task): Promise<TurnEnd> {
    const { stop, steering, emit } = this.#settings;
    const { server } = session;
    this.names.turnId = turnId === UNTOLD ? null : turnId;
    const scope = { threadId: this.names.threadId ?? "", turnId };
    const helm: Helm = {
      interrupter: interruptOn(stop, server, scope),
      steering: steering && new Steering(steering, { server, scope, emit }),
    };
    try {
      // A review's turn is begun under another id: its start is told by the reply alone.
      if (task.kind === "review") await emit({ type: "turn.started" });
      return await this.#follow(session, scope, helm);
    } finally {
      helm.interrupter.release();
      await helm.steering?.finish();
    }
  }

  /** Only now is the queue read: what came before we knew our turn was kept in order. */
  async #follow(session: Session, scope: Scope, helm: Helm): Promise<TurnEnd> {
    for await (const event of session.server.events()) {
      const end = await this.#take(event, session, scope, helm);
      if (end !== undefined) return this.#settled(end);
    }
    throw new CliError("protocol", "the server's messages ended without a reason");
  }

  async #take(
    event: ServerEvent,
    session: Session,
    scope: Scope,
    helm: Helm,
  ): Promise<TurnEnd | undefined> {
    if (event.kind === "malformed") {
      this.#notices.malformed(event.problem);
      return undefined;
    }
    if (event.kind === "question") {
      await this.#questions.answer(event.question, session.server);
      // Not every question ends the turn by being called off.
      if (this.#questions.aborted !== null) {
        void session.server.interruptTurn(scope.threadId, scope.turnId).catch(() => undefined);
      }
      return undefined;
    }
    const { news } = event;
    this.#learnTurn(news, scope);
    this.#questions.learn(news);
    await this.#showRaw(news);
    if (news.kind === "unknown") this.#notices.stranger(news, scope.threadId);
    const inner = innerTurn(news, scope);
    if (inner !== undefined) helm.interrupter.turnStarted(inner);
    if (isEarlierUsage(news, scope)) this.#translator.usedBefore(news.tokenUsage);
    const fate = fateOf(news);
    if (fate === "warn" && this.#settings.tellsTrust === true) this.#notices.leftAlone();
    if (!isOurs(news, scope) || fate === "hide" || fate === "warn") return undefined;
    const end = await this.#translate(await this.#withStoredItems(news, session, scope));
    if (news.kind === "turnStarted") begun(helm, scope);
    return end;
  }

  /** The turn of a compaction is told by its start alone. */
  #learnTurn(news: ServerNews, scope: Scope): void {
    if (scope.turnId !== UNTOLD || news.kind !== "turnStarted") return;
    if (news.threadId !== scope.threadId) return;
    scope.turnId = news.turn.id;
    this.names.turnId = news.turn.id;
  }

  async #translate(news: ServerNews): Promise<TurnEnd | undefined> {
    const { events, end } = this.#translator.translate(news);
    for (const event of events) await this.#settings.emit(event);
    return end;
  }

  /** A turn's end brings only its last message; items left open are finished from the stored turn. */
  async #withStoredItems(news: ServerNews, session: Session, scope: Scope): Promise<ServerNews> {
    if (news.kind !== "turnCompleted" || news.turn.itemsView === "full") return news;
    if (!this.#translator.hasOpenItems()) return news;
    const stored = await session.server
      .readTurn(scope.threadId, scope.turnId)
      .catch(() => undefined);
    return stored === undefined ? news : { ...news, turn: { ...news.turn, items: stored.items } };
  }

  async #showRaw(news: ServerNews): Promise<void> {
    if (!this.#settings.include.has("raw")) return;
    const { method, params } = news.wire;
    await this.#settings.emit({ type: "raw", method, params: params ?? null });
  }

  /** An interrupt that we asked for has our reason; any other is the server's own. */
  #settled(end: TurnEnd): TurnEnd {
    const { stop } = this.#settings;
    if (end.status !== "interrupted") return end;
    if (stop.aborted) {
      this.#interrupted = end;
      throw stop.reason as Error;
    }
    const { aborted } = this.#questions;
    const message =
      aborted === null
        ? "the turn was interrupted on the server"
        : `the turn was aborted instead of being allowed to go on: ${aborted}`;
    return { ...end, status: "failed", failure: failure("failed", message) };
  }
}

/** What acts on a turn while it runs. */
interface Helm {
  interrupter: Interrupter;
  steering: Steering | undefined;
}

function begun({ interrupter, steering }: Helm, { turnId }: Scope): void {
  interrupter.turnStarted(turnId);
  steering?.turnStarted();
}
