import { CliError, reasonOf } from "../outcome/errors.js";
import type { AppServer } from "../protocol/app-server.js";
import type { ServerItem } from "../protocol/items.js";
import type { ServerNotification } from "../protocol/notifications.js";
import type { Turn } from "../protocol/turn.js";
import type { Scope } from "./scope.js";
import { isOurs } from "./scope.js";
import type { Notes } from "../session/session.js";

interface WatchdogContext {
  server: AppServer;
  scope: Scope;
  notes: Notes;
  /** The type of item with which the task is done, if nothing follows it. */
  lastItem: string;
}

/**
 * Keeps watch over a turn whose end may have been lost on the way. After a silence that is odd, the
 * server is asked how the turn stands: if it is over, its end is told as if it had just come. A server
 * that does not answer at all is gone.
 */
export class TurnWatchdog {
  readonly #context: WatchdogContext;
  #patienceMs = LONG_MS;
  #answered = false;
  /** Whether the last item of our turn is the one with which it is done. */
  #concluded = false;
  #failed = false;
  #timer: NodeJS.Timeout | undefined;
  /** Grows with all that comes: what was asked before is then answered by it. */
  #spell = 0;
  /** How often in a row the thread had nothing to do. */
  #idle = 0;
  /** Why the turn cannot be waited for any longer, and how often that was looked into. */
  #lost: { error: CliError; looks: number } | undefined;

  constructor(context: WatchdogContext) {
    this.#context = context;
  }

  onNotification(notification: ServerNotification): void {
    const { threadId } = this.#context.scope;
    if (notification.kind === "itemStarted") this.#answered = false;
    if (notification.kind === "itemCompleted")
      this.#answered = notification.item.type === "agentMessage";
    if (isOurs(notification, this.#context.scope)) this.#notice(notification);
    if (notification.kind === "error" && notification.threadId === threadId)
      this.#failed = notification.willRetry !== true;
    if (this.#lost !== undefined) this.#patienceMs = SOON_MS;
    else if (notification.kind === "statusChanged" && notification.threadId === threadId) {
      this.#patienceMs = notification.status === "active" ? LONG_MS : SOON_MS;
    } else this.#patienceMs = this.#answered ? QUIET_MS : LONG_MS;
  }

  #notice(notification: ServerNotification): void {
    if (notification.kind === "itemStarted") this.#concluded = false;
    if (notification.kind === "itemCompleted")
      this.#concluded = isLast(notification.item, this.#context.lastItem);
  }

  /** A message was lost. Given an error, it was the end itself: if that is nowhere, it is told. */
  doubt(error?: CliError): void {
    this.#patienceMs = SOON_MS;
    if (error !== undefined) this.#lost ??= { error, looks: 0 };
  }

  /** We wait for the server now. */
  listen(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), this.#patienceMs);
  }

  /** We do not: what we asked meanwhile is no matter any more. */
  busy(): void {
    clearTimeout(this.#timer);
    this.#spell++;
    this.#idle = 0;
  }

  async #look(): Promise<void> {
    const spell = this.#spell;
    const { server, scope, notes } = this.#context;
    try {
      const turn = (await this.#stored()) ?? (await this.#guessed(spell));
      if (spell !== this.#spell) return;
      if (turn !== undefined && turn.status !== "inProgress") {
        notes.note("the end of the turn was not told; it was read from the thread");
        server.pretendEnd(scope.threadId, turn);
        return;
      }
      if (this.#lost !== undefined && ++this.#lost.looks >= MOST_LOOKS) {
        throw this.#lost.error;
      }
      this.#patienceMs = this.#idle > 0 ? SOON_MS : Math.min(this.#patienceMs * 2, LONG_MS);
      this.listen();
    } catch (error) {
      if (spell === this.#spell) server.abandon(this.#lost?.error ?? (error as Error));
    }
  }

  /** The turn as it is stored, if it is. */
  async #stored(): Promise<Turn | undefined> {
    const { server, scope, notes } = this.#context;
    const withinMs = this.#lost === undefined ? RESPONSE_MS : QUIET_MS;
    return server.readTurn(scope.threadId, scope.turnId, withinMs).catch((error: unknown) => {
      if (isGone(error)) throw error;
      notes.note(`cannot read the turn: ${reasonOf(error)}`);
      return undefined;
    });
  }

  /**
   * How the turn ended, from what the thread says of itself: if it has nothing to do, ours is over. It
   * went well only if it was seen to be done; an end of which nothing is known is an error.
   */
  async #guessed(spell: number): Promise<Turn | undefined> {
    const { server, scope, notes } = this.#context;
    const status = await server.readStatus(scope.threadId, RESPONSE_MS).catch((error: unknown) => {
      if (isGone(error)) throw error;
      notes.note(`cannot read the thread: ${reasonOf(error)}`);
      return "";
    });
    if (spell !== this.#spell) return undefined;
    this.#idle = INACTIVE.has(status) ? this.#idle + 1 : 0;
    // The end itself may be on its way.
    if (this.#idle < 2) return undefined;
    if (this.#failed) return { id: scope.turnId, status: "failed" };
    if (this.#lost !== undefined) throw this.#lost.error;
    if (this.#concluded && status === "idle") return { id: scope.turnId, status: "completed" };
    throw new CliError("protocol", `${NO_END} (the thread is "${status}")`);
  }
}

/** Whether an item is the last of its turn; neither words on the way are, nor no words at all. */
function isLast(item: ServerItem, type: string): boolean {
  if (item.type === "other") return item.name === type && type !== "agentMessage";
  if (item.type !== "agentMessage" || type !== "agentMessage") return false;
  return item.phase !== "commentary" && item.text.trim() !== "";
}

/** A thread in one of these states runs no turn. */
const INACTIVE: ReadonlySet<string> = new Set(["idle", "notLoaded", "systemError"]);

const NO_END = "the server ended the turn without saying how, and without an answer";

/** No reply is the only one that a server which is alive does not give. */
const isGone = (error: unknown): boolean => error instanceof CliError && error.kind !== "protocol";

/** The end follows these at once, or it does not come. */
const SOON_MS = 500;
/** After an answer there may be more; most often there is not. */
const QUIET_MS = 5_000;
/** A model may think for long, and its server is alive meanwhile. */
const LONG_MS = 60_000;
/** A server that is alive answers this in no time. */
const RESPONSE_MS = 20_000;
const MOST_LOOKS = 4;
