import { CliError, errorMessage } from "../outcome/errors.js";
import type { AppServer } from "../protocol/app-server.js";
import type { ServerItem } from "../protocol/items.js";
import type { ServerNotification } from "../protocol/notifications.js";
import type { ThreadEvents } from "../protocol/thread-events.js";
import type { Turn } from "../protocol/turn.js";
import type { Scope } from "./scope.js";
import { isOurs } from "./scope.js";
import type { Notes } from "../session/session.js";

interface WatchdogContext {
  server: AppServer;
  events: Pick<ThreadEvents, "fail">;
  scope: Scope;
  notes: Notes;
  /** The type of item that completes the task, if nothing follows it. */
  lastItem: string;
}

/**
 * Polls the server when `turn/completed` may have been lost. After a suspicious silence the stored
 * turn is read: if it is over, its end is handled as if it had just arrived. A server that does not
 * respond at all is gone.
 */
export class TurnWatchdog {
  readonly #context: WatchdogContext;
  #delayMs = LONG_MS;
  #answered = false;
  /** Whether the last item of our turn is the one that completes it. */
  #concluded = false;
  #failed = false;
  #timer: NodeJS.Timeout | undefined;
  /** Incremented with each event, which makes a poll in flight obsolete. */
  #generation = 0;
  /** How many polls in a row found the thread idle. */
  #idlePolls = 0;
  /** Set when turn/completed itself was unreadable: the error to fail with after MAX_POLLS. */
  #lostEnd: { error: CliError; polls: number } | undefined;

  constructor(context: WatchdogContext) {
    this.#context = context;
  }

  onNotification(notification: ServerNotification): void {
    const { threadId } = this.#context.scope;
    if (notification.kind === "itemStarted") this.#answered = false;
    if (notification.kind === "itemCompleted")
      this.#answered = notification.item.type === "agentMessage";
    if (isOurs(notification, this.#context.scope)) this.#trackLastItem(notification);
    if (notification.kind === "error" && notification.threadId === threadId)
      this.#failed = notification.willRetry !== true;
    if (this.#lostEnd !== undefined) this.#delayMs = SOON_MS;
    else if (notification.kind === "statusChanged" && notification.threadId === threadId) {
      this.#delayMs = notification.status === "active" ? LONG_MS : SOON_MS;
    } else this.#delayMs = this.#answered ? QUIET_MS : LONG_MS;
  }

  #trackLastItem(notification: ServerNotification): void {
    if (notification.kind === "itemStarted") this.#concluded = false;
    if (notification.kind === "itemCompleted")
      this.#concluded = isLast(notification.item, this.#context.lastItem);
  }

  /** Polls soon. `error` means that turn/completed itself was lost; thrown if no end is found. */
  messageLost(error?: CliError): void {
    this.#delayMs = SOON_MS;
    if (error !== undefined) this.#lostEnd ??= { error, polls: 0 };
  }

  /** We wait for the server: the timer runs. */
  resume(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#poll(), this.#delayMs);
  }

  /** We are busy: the timer stops, and a poll in flight is ignored. */
  pause(): void {
    clearTimeout(this.#timer);
    this.#generation++;
    this.#idlePolls = 0;
  }

  async #poll(): Promise<void> {
    const generation = this.#generation;
    const { server, scope, notes } = this.#context;
    try {
      const turn = (await this.#readStored()) ?? (await this.#inferEnd(generation));
      if (generation !== this.#generation) return;
      if (turn !== undefined && turn.status !== "inProgress") {
        notes.note("turn/completed did not arrive; the end of the turn was read from the thread");
        server.queueTurnCompleted(scope.threadId, turn);
        return;
      }
      if (this.#lostEnd !== undefined && ++this.#lostEnd.polls >= MAX_POLLS) {
        throw this.#lostEnd.error;
      }
      this.#delayMs = this.#idlePolls > 0 ? SOON_MS : Math.min(this.#delayMs * 2, LONG_MS);
      this.resume();
    } catch (error) {
      if (generation === this.#generation)
        this.#context.events.fail(this.#lostEnd?.error ?? (error as Error));
    }
  }

  /** Reads the stored turn; undefined if it is not stored. */
  async #readStored(): Promise<Turn | undefined> {
    const { server, scope, notes } = this.#context;
    const withinMs = this.#lostEnd === undefined ? RESPONSE_MS : QUIET_MS;
    return server.readTurn(scope.threadId, scope.turnId, withinMs).catch((error: unknown) => {
      if (isServerGone(error)) throw error;
      notes.note(`cannot read the turn: ${errorMessage(error)}`);
      return undefined;
    });
  }

  /**
   * Infers the end of a turn that is not stored from the thread's status: if the thread is idle,
   * our turn is over. It completed only if its last item was seen; an unknown end is an error.
   */
  async #inferEnd(generation: number): Promise<Turn | undefined> {
    const { server, scope, notes } = this.#context;
    const status = await server.readStatus(scope.threadId, RESPONSE_MS).catch((error: unknown) => {
      if (isServerGone(error)) throw error;
      notes.note(`cannot read the thread: ${errorMessage(error)}`);
      return "";
    });
    if (generation !== this.#generation) return undefined;
    this.#idlePolls = INACTIVE.has(status) ? this.#idlePolls + 1 : 0;
    // turn/completed may still arrive.
    if (this.#idlePolls < 2) return undefined;
    if (this.#failed) return { id: scope.turnId, status: "failed" };
    if (this.#lostEnd !== undefined) throw this.#lostEnd.error;
    if (this.#concluded && status === "idle") return { id: scope.turnId, status: "completed" };
    throw new CliError("protocol", `${NO_END} (the thread is "${status}")`);
  }
}

/** Whether an item completes its turn; neither commentary nor an empty message does. */
function isLast(item: ServerItem, type: string): boolean {
  if (item.type === "other") return item.name === type && type !== "agentMessage";
  if (item.type !== "agentMessage" || type !== "agentMessage") return false;
  return item.phase !== "commentary" && item.text.trim() !== "";
}

/** A thread in one of these states runs no turn. */
const INACTIVE: ReadonlySet<string> = new Set(["idle", "notLoaded", "systemError"]);

const NO_END = "the server ended the turn without a status and without an answer";

/** A server that is alive responds, if only with an error or a malformed result. */
const isServerGone = (error: unknown): boolean =>
  error instanceof CliError && error.kind !== "protocol";

/** turn/completed follows at once, or not at all. */
const SOON_MS = 500;
/** After an answer there may be more, but mostly there is not. */
const QUIET_MS = 5_000;
/** A model may think for long while its server is alive. */
const LONG_MS = 60_000;
/** A server that is alive responds at once. */
const RESPONSE_MS = 20_000;
const MAX_POLLS = 4;
