import { reasonOf } from "../outcome/errors.js";
import type { Emit, ThreadEvent } from "../dialect/events.js";
import type { AppServer } from "../protocol/app-server.js";
import type { SteerLine, SteerSource } from "../dialect/steer-line.js";
import type { Scope } from "./scope.js";

interface SteeringContext {
  server: AppServer;
  scope: Scope;
  emit: Emit;
}

/** Passes lines on to a running turn, one after the other; each is answered by an event. */
export class Steering {
  readonly #source: SteerSource;
  readonly #context: SteeringContext;
  readonly #waiting: SteerLine[] = [];
  #running = false;
  #sending: Promise<void> | undefined;
  #onItsWay: SteerLine | undefined;
  #ended = false;
  #over = false;

  constructor(source: SteerSource, context: SteeringContext) {
    this.#source = source;
    this.#context = context;
    source.onLine((line) => {
      if (this.#ended) return;
      this.#waiting.push(line);
      // Whoever writes faster than the server takes waits as well.
      if (this.#waiting.length >= MOST_WAITING) source.pause?.();
      if (this.#running) this.#sending ??= this.#sendAll();
    });
  }

  /** The turn is running: from here on the server takes more input. */
  turnStarted(): void {
    this.#running = true;
    if (this.#waiting.length > 0) this.#sending ??= this.#sendAll();
  }

  /** No more lines. Waits a moment for the answer to the one on its way, and answers the rest itself. */
  async finish(): Promise<void> {
    this.#ended = true;
    this.#source.close();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, GRACE_MS);
    });
    await Promise.race([this.#sending ?? this.#sendAll(), late]);
    clearTimeout(timer);
    const unanswered = this.#onItsWay === undefined ? [] : [this.#onItsWay];
    for (const line of [...unanswered, ...this.#waiting.splice(0)]) {
      await this.#refuse(line, "the server did not answer").catch(() => undefined);
    }
    // Nothing comes behind the turn's last event.
    this.#over = true;
  }

  async #sendAll(): Promise<void> {
    try {
      for (let line = this.#waiting.shift(); line !== undefined; line = this.#waiting.shift()) {
        await this.#send(line);
        if (this.#waiting.length === 0) this.#source.resume?.();
      }
    } catch {
      // Nobody reads our events any more; the run hears of that itself.
    } finally {
      this.#sending = undefined;
    }
  }

  async #send(line: SteerLine): Promise<void> {
    if (line.text === null) return this.#refuse(line, line.problem);
    if (this.#ended) return this.#refuse(line, "the turn ended before it could be sent");
    const { server, scope } = this.#context;
    const { text } = line;
    this.#onItsWay = line;
    const problem = await server
      .steerTurn(scope.threadId, scope.turnId, [{ type: "text", text }])
      .then(() => undefined, reasonOf);
    this.#onItsWay = undefined;
    if (problem !== undefined) return this.#refuse(line, problem);
    return this.#tell({ type: "steer.accepted", text });
  }

  #refuse({ text }: SteerLine, reason: string): Promise<void> {
    return this.#tell({ type: "steer.refused", text, reason });
  }

  async #tell(event: ThreadEvent): Promise<void> {
    if (!this.#over) await this.#context.emit(event);
  }
}

/** A line may be long, and all that wait are in memory. */
const MOST_WAITING = 100;

/** An answer that does not come must not keep the turn's end from being told. */
const GRACE_MS = 1000;
