import { abortable } from "../async/abortable.js";
import { withDeadline } from "../async/with-deadline.js";
import { errorMessage } from "../outcome/errors.js";
import type { Emit, ThreadEvent } from "../dialect/events.js";
import type { AppServer } from "../protocol/app-server.js";
import type { SteerLine, SteerSource } from "../dialect/steer-line.js";
import type { Scope } from "./scope.js";

interface SteeringContext {
  server: AppServer;
  scope: Scope;
  emit: Emit;
}

/** Sends lines to a running turn, one after the other, and emits an event for each. */
export class Steering {
  readonly #source: SteerSource;
  readonly #context: SteeringContext;
  readonly #waiting: SteerLine[] = [];
  #running = false;
  #sending: Promise<void> | undefined;
  #inFlight: SteerLine | undefined;
  #ended = false;
  #finished = false;

  constructor(source: SteerSource, context: SteeringContext) {
    this.#source = source;
    this.#context = context;
    source.onLine((line) => {
      if (this.#ended) return;
      this.#waiting.push(line);
      // Backpressure for a source that is faster than the server.
      if (this.#waiting.length >= MAX_WAITING) source.pause?.();
      if (this.#running) this.#sending ??= this.#sendAll();
    });
  }

  /** The turn runs: from now on the server accepts more input. */
  turnStarted(): void {
    this.#running = true;
    if (this.#waiting.length > 0) this.#sending ??= this.#sendAll();
  }

  /** Stops reading, waits briefly for the line in flight, and refuses the rest. */
  async finish(): Promise<void> {
    this.#ended = true;
    this.#source.close();
    const late = new Error("the server did not answer");
    await withDeadline({ ms: GRACE_MS, late }, (until) =>
      abortable(this.#sending ?? this.#sendAll(), until),
    ).catch(() => undefined);
    const unanswered = this.#inFlight === undefined ? [] : [this.#inFlight];
    for (const line of [...unanswered, ...this.#waiting.splice(0)]) {
      await this.#refuse(line, late.message).catch(() => undefined);
    }
    // No event may follow the turn's last one.
    this.#finished = true;
  }

  async #sendAll(): Promise<void> {
    try {
      for (let line = this.#waiting.shift(); line !== undefined; line = this.#waiting.shift()) {
        await this.#send(line);
        if (this.#waiting.length === 0) this.#source.resume?.();
      }
    } catch {
      // The reader of our events is gone; the run notices that itself.
    } finally {
      this.#sending = undefined;
    }
  }

  async #send(line: SteerLine): Promise<void> {
    if (line.text === null) return this.#refuse(line, line.problem);
    if (this.#ended) return this.#refuse(line, "the turn ended before it could be sent");
    const { server, scope } = this.#context;
    const { text } = line;
    this.#inFlight = line;
    const problem = await server
      .steerTurn(scope.threadId, scope.turnId, [{ type: "text", text }])
      .then(() => undefined, errorMessage);
    this.#inFlight = undefined;
    if (problem !== undefined) return this.#refuse(line, problem);
    return this.#emit({ type: "steer.accepted", text });
  }

  #refuse({ text }: SteerLine, reason: string): Promise<void> {
    return this.#emit({ type: "steer.refused", text, reason });
  }

  async #emit(event: ThreadEvent): Promise<void> {
    if (!this.#finished) await this.#context.emit(event);
  }
}

/** Lines may be long, and waiting ones are held in memory. */
const MAX_WAITING = 100;

/** A missing response must not delay the end of the turn for longer. */
const GRACE_MS = 1000;
