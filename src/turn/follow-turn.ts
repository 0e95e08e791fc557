import { CliError } from "../outcome/errors.js";
import type { Emit } from "../dialect/events.js";
import type { ServerEvent } from "../protocol/app-server.js";
import type { ServerNews } from "../protocol/notifications.js";
import type { Turn } from "../protocol/turn.js";
import type { Include } from "../translate/include.js";
import type { Translator } from "../translate/translator.js";
import type { TurnEnd } from "../translate/turn-end.js";
import { NO_USAGE } from "../translate/usage.js";
import { UNTOLD } from "./start-turn.js";
import { fateOf } from "../session/config-notices.js";
import type { Interrupter } from "./interrupt.js";
import type { Limits } from "./limits.js";
import type { Notices } from "./notices.js";
import type { Questions } from "./server-requests.js";
import type { Scope } from "./scope.js";
import { innerTurn, isEarlierUsage, isOurs } from "./scope.js";
import type { Session } from "../session/session.js";
import type { Steering } from "./steering.js";
import type { Vigil } from "./turn-watchdog.js";

/** Everything that has to do with one turn. */
export interface TurnParts {
  session: Session;
  scope: Scope;
  translator: Translator;
  questions: Questions;
  notices: Notices;
  include: ReadonlySet<Include>;
  emit: Emit;
  tellsTrust: boolean;
  limits: Limits | undefined;
  interrupter: Interrupter;
  steering: Steering | undefined;
  vigil: Vigil;
}

/** Follows a turn to its end. Only now is the queue read: what came before was kept in order. */
export async function followTurn(parts: TurnParts): Promise<TurnEnd> {
  const follower = new Follower(parts);
  const watches = [parts.vigil, parts.limits?.clocks];
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
  readonly #parts: TurnParts;
  /** Whether a message was lost. */
  #doubted = false;

  constructor(parts: TurnParts) {
    this.#parts = parts;
  }

  async take(event: ServerEvent): Promise<TurnEnd | undefined> {
    const { session, scope, questions, notices, vigil } = this.#parts;
    if (event.kind === "malformed") {
      notices.malformed(event.problem);
      this.#doubted = true;
      vigil.doubt();
      return undefined;
    }
    if (event.kind === "question") {
      await questions.answer(event.question, session.server);
      // Not every question ends the turn by being called off.
      if (questions.aborted !== null) {
        void session.server.interruptTurn(scope.threadId, scope.turnId).catch(() => undefined);
      }
      return undefined;
    }
    return this.#hear(event.news);
  }

  async #hear(news: ServerNews): Promise<TurnEnd | undefined> {
    const { scope, translator, questions, notices, interrupter, vigil, limits } = this.#parts;
    vigil.heard(news);
    this.#learnTurn(news);
    questions.learn(news);
    await this.#showRaw(news);
    if (news.kind === "unknown") this.#meet(news);
    const inner = innerTurn(news, scope);
    if (inner !== undefined) interrupter.turnStarted(inner);
    if (isEarlierUsage(news, scope)) translator.usedBefore(news.tokenUsage);
    const fate = fateOf(news);
    if (fate === "warn" && this.#parts.tellsTrust) notices.leftAlone();
    if (!isOurs(news, scope) || fate === "hide" || fate === "warn") return undefined;
    if (news.kind === "turnCompleted" && isDenied(news.turn)) vigil.doubt(NOT_OVER);
    const end = await this.#translate(await this.#withStoredItems(news));
    limits?.heard(news, translator.standing().turnUsage ?? NO_USAGE);
    if (news.kind === "turnStarted") {
      interrupter.turnStarted(scope.turnId);
      this.#parts.steering?.turnStarted();
    }
    return end;
  }

  /** The end of our turn in a shape we cannot read may be stored in one that we can. */
  #meet(news: Extract<ServerNews, { kind: "unknown" }>): void {
    const { notices, scope, vigil } = this.#parts;
    const unreadable = notices.stranger(news, scope.threadId);
    if (unreadable !== undefined && namesError(news.wire.params)) throw unreadable;
    if (unreadable !== undefined) vigil.doubt(unreadable);
    if (news.problem !== null) this.#doubted = true;
  }

  /** The turn of a compaction is told by its start alone. */
  #learnTurn(news: ServerNews): void {
    const { scope } = this.#parts;
    if (scope.turnId !== UNTOLD || news.kind !== "turnStarted") return;
    if (news.threadId === scope.threadId) scope.turnId = news.turn.id;
  }

  async #translate(news: ServerNews): Promise<TurnEnd | undefined> {
    const { events, end } = this.#parts.translator.translate(news);
    for (const event of events) await this.#parts.emit(event);
    return end;
  }

  /** A turn's end brings only its last message; what is still missing is in the stored turn. */
  async #withStoredItems(news: ServerNews): Promise<ServerNews> {
    const { session, scope, translator } = this.#parts;
    if (news.kind !== "turnCompleted" || news.turn.itemsView === "full") return news;
    if (!translator.hasOpenItems() && !this.#doubted) return news;
    const stored = await session.server
      .readTurn(scope.threadId, scope.turnId)
      .catch(() => undefined);
    if (stored === undefined) return news;
    const { items } = stored;
    return {
      ...news,
      turn: { ...news.turn, items, ...(this.#doubted ? { itemsView: "full" } : {}) },
    };
  }

  async #showRaw(news: ServerNews): Promise<void> {
    if (!this.#parts.include.has("raw")) return;
    const { method, params } = news.wire;
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
