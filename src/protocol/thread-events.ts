import type { ServerEvent } from "./app-server.js";

/** The events of one thread, in order, for one reader. */
export interface ThreadEvents extends AsyncIterable<ServerEvent> {
  /** Ends the iteration with this error, after what was received before. */
  fail(error: Error): void;
  /** Stops receiving. */
  close(): void;
}

/**
 * Routes the events of a server by their thread id, so that several turns can run at the same time on
 * one connection. Events without a thread, and those of threads nobody opened (sub-agents), go to every
 * reader; a server request of such a thread goes to the oldest reader only: it is answered once.
 * Nothing is read from the server unless a reader waits, so a slow reader slows the server down.
 */
export class ThreadRouter {
  readonly #source: AsyncIterator<ServerEvent>;
  readonly #threads = new Set<OpenThread>();
  /** The latest events of threads without a reader: one that is about to be opened may have some. */
  readonly #unclaimed: ServerEvent[] = [];
  #waiting: (() => void)[] = [];
  #isReading = false;

  constructor(source: AsyncIterable<ServerEvent>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  open(threadId: string): ThreadEvents {
    const isEarlier = (event: ServerEvent): boolean => threadIdOf(event) === threadId;
    const thread: OpenThread = { threadId, events: this.#unclaimed.filter(isEarlier) };
    this.#threads.add(thread);
    return {
      fail: (error) => {
        thread.error ??= error;
        this.#wakeAll();
      },
      close: () => {
        this.#threads.delete(thread);
        this.#wakeAll();
      },
      [Symbol.asyncIterator]: () => this.#read(thread),
    };
  }

  async *#read(thread: OpenThread): AsyncGenerator<ServerEvent> {
    for (;;) {
      const next = thread.events.shift();
      if (next !== undefined) {
        // Others may have waited for room here.
        if (thread.events.length === MAX_EVENTS / 2) this.#wakeAll();
        yield next;
      } else if (thread.error !== undefined) throw thread.error;
      else {
        this.#readOne();
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
    }
  }

  /** Takes the next event from the server, unless that is under way or a reader is far behind. */
  #readOne(): void {
    if (this.#isReading || [...this.#threads].some(isFull)) return;
    this.#isReading = true;
    this.#source
      .next()
      .then(
        ({ value, done }) => {
          if (done !== true) this.#route(value);
        },
        (error: unknown) => {
          for (const thread of this.#threads) thread.error ??= error as Error;
        },
      )
      .finally(() => {
        this.#isReading = false;
        this.#wakeAll();
      });
  }

  #route(event: ServerEvent): void {
    const threadId = threadIdOf(event);
    const all = [...this.#threads];
    const owners = all.filter((thread) => thread.threadId === threadId);
    if (owners.length === 0 && threadId !== undefined) {
      this.#unclaimed.push(event);
      if (this.#unclaimed.length > MAX_UNCLAIMED) this.#unclaimed.shift();
    }
    const isRequest = event.kind === "serverRequest";
    const readers = owners.length > 0 ? owners : isRequest ? all.slice(0, 1) : all;
    for (const { events } of readers) events.push(event);
  }

  #wakeAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}

interface OpenThread {
  threadId: string;
  events: ServerEvent[];
  error?: Error;
}

const MAX_EVENTS = 4096;
const MAX_UNCLAIMED = 256;

const isFull = ({ events }: OpenThread): boolean => events.length >= MAX_EVENTS;

/** The thread an event names; undefined for those about the connection or the account. */
function threadIdOf(event: ServerEvent): string | undefined {
  if (event.kind === "malformed") return undefined;
  const params =
    event.kind === "notification" ? event.notification.wire.params : event.serverRequest.params;
  const { threadId, conversationId } = (params ?? {}) as Record<string, unknown>;
  const id = threadId ?? conversationId;
  return typeof id === "string" ? id : undefined;
}
