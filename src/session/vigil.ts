import { reasonOf } from "../errors.js";
import type { CliError } from "../errors.js";
import type { AppServer } from "../protocol/app-server.js";
import type { ServerNews } from "../protocol/notifications.js";
import type { Turn } from "../protocol/turn.js";
import { Refusal } from "../rpc/peer.js";
import type { Scope } from "./scope.js";
import type { Notes } from "./session.js";

interface Ends {
  server: AppServer;
  scope: Scope;
  notes: Notes;
}

/**
 * Keeps watch over a turn whose end may have been lost on the way. After a silence that is odd, the
 * server is asked how the turn stands: if it is over, its end is told as if it had just come. A server
 * that does not answer at all is gone.
 */
export class Vigil {
  readonly #ends: Ends;
  #patienceMs = LONG_MS;
  #answered = false;
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  /** Why the turn cannot be waited for any longer, and how often that was looked into. */
  #lost: { error: CliError; looks: number } | undefined;

  constructor(ends: Ends) {
    this.#ends = ends;
  }

  heard(news: ServerNews): void {
    if (news.kind === "itemStarted") this.#answered = false;
    if (news.kind === "itemCompleted") this.#answered = news.item.type === "agentMessage";
    const { threadId } = this.#ends.scope;
    if (news.kind === "statusChanged" && news.threadId === threadId) {
      this.#patienceMs = news.status === "active" ? LONG_MS : SOON_MS;
    } else this.#patienceMs = this.#answered ? QUIET_MS : LONG_MS;
  }

  /** A message was lost. Given an error, it was the end itself: if that is nowhere, it is told. */
  doubt(error?: CliError): void {
    this.#patienceMs = SOON_MS;
    if (error !== undefined) this.#lost ??= { error, looks: 0 };
  }

  /** We wait for the server now. */
  listen(): void {
    this.busy();
    this.#timer = setTimeout(() => void this.#look(), this.#patienceMs);
  }

  /** We do not. */
  busy(): void {
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    const { server, scope, notes } = this.#ends;
    try {
      const turn = await this.#read();
      if (turn !== undefined && turn.status !== "inProgress") {
        notes.note("the end of the turn was not told; it was read from the thread");
        server.pretendEnd(scope.threadId, turn);
        return;
      }
      if (this.#lost !== undefined && ++this.#lost.looks >= MOST_LOOKS) {
        throw this.#lost.error;
      }
      this.#patienceMs = Math.min(this.#patienceMs * 2, LONG_MS);
      this.listen();
    } catch (error) {
      server.abandon(this.#lost?.error ?? (error as Error));
    } finally {
      this.#looking = false;
    }
  }

  /** The turn as it is stored; of one that is not, what the thread says of itself. */
  async #read(): Promise<Turn | undefined> {
    const { server, scope, notes } = this.#ends;
    try {
      const withinMs = this.#lost === undefined ? REPLY_MS : QUIET_MS;
      return await server.readTurn(scope.threadId, scope.turnId, withinMs);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      notes.note(`cannot read the turn: ${reasonOf(error)}`);
    }
    const status = await server.readStatus(scope.threadId, REPLY_MS);
    // It has none running, so ours is over, and what was heard of it is all there is.
    return status === "idle" ? { id: scope.turnId, status: "completed" } : undefined;
  }
}

/** The end follows these at once, or it does not come. */
const SOON_MS = 500;
/** After an answer there may be more; most often there is not. */
const QUIET_MS = 5_000;
/** A model may think for long, and its server is alive meanwhile. */
const LONG_MS = 60_000;
/** A server that is alive answers this in no time. */
const REPLY_MS = 20_000;
const MOST_LOOKS = 4;
