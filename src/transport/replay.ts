import { setImmediate, setTimeout } from "node:timers/promises";

import { CliError } from "../outcome/errors.js";
import type { RecordingStep } from "../dialect/recording.js";
import type { KilledProcess } from "../process/stop.js";
import type { Closing, Received, Transport } from "./transport.js";

export interface ReplayTransportOptions {
  steps: readonly RecordingStep[];
  /** How many times faster than recorded; Infinity does not wait at all. */
  speed: number;
  /** Repeats a recorded step that was no message, such as a signal or a decision. */
  applyStep(step: RecordingStep): void;
  /** The error for requests still pending after the last step, and when the recorded run ended. */
  ending: CliError;
  endedAt: number | undefined;
  /** Whether the client is blocked by something else, such as a slow reader of stdout. */
  isClientBusy(): boolean;
  /** How many seconds a client that is not blocked may take to send the next message. */
  maxIdleSeconds?: number;
}

interface Message {
  id?: string | number;
  method?: string;
}

/**
 * Plays a recording in place of a server: each server message is delivered after the client messages that
 * preceded it. Client messages are matched by method, not by params, and responses get the ids of this run.
 */
export class ReplayTransport implements Transport {
  readonly closed: Promise<Closing>;
  readonly #options: ReplayTransportOptions;
  readonly #clientMessages: Message[] = [];
  readonly #currentIds = new Map<string | number, string | number>();
  readonly #over = new AbortController();
  #next = 0;
  #wake: () => void = () => undefined;
  #paused: Promise<void> | undefined;
  #unpause: () => void = () => undefined;
  #listener: (received: Received) => void = () => undefined;
  #resolveClosed: (closing: Closing) => void = () => undefined;

  constructor(options: ReplayTransportOptions) {
    this.#options = options;
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
  }

  send(value: unknown): void {
    this.#clientMessages.push(value as Message);
    this.#wake();
  }

  receive(listener: (received: Received) => void): void {
    this.#listener = listener;
    this.#run().catch((error: unknown) => {
      this.#end({ error: error as CliError });
    });
  }

  pause(): void {
    this.#paused ??= new Promise((resolve) => {
      this.#unpause = resolve;
    });
  }

  resume(): void {
    this.#paused = undefined;
    this.#unpause();
  }

  close(): Promise<KilledProcess[]> {
    this.#end({});
    // A reader that closed stdout at the very end still counts.
    for (const step of this.#options.steps.slice(this.#next)) {
      if ("stopped" in step) this.#options.applyStep(step);
    }
    return Promise.resolve([]);
  }

  /** Ends the replay at once with an error. */
  abandon(error: CliError): void {
    this.#end({ error });
  }

  async #run(): Promise<void> {
    const { steps, speed, ending, endedAt } = this.#options;
    let before = 0;
    for (const step of steps) {
      this.#next++;
      const { at_ms: now = before } = step;
      if ("message" in step && step.from === "client")
        await this.#waitForMessage(step.message as Message);
      else {
        if (speed !== Infinity) await this.#sleep((now - before) / speed);
        await this.#paused;
        if (this.#isOver()) return;
        this.#deliver(step);
      }
      before = now;
      // Lets the client handle the message before the next one, as between two reads of a pipe.
      await setImmediate();
      if (this.#isOver()) return;
    }
    // If the recorded run timed out at the end, this one does, too.
    await this.#sleep(Math.min((endedAt ?? before) - before, MAX_END_DELAY_MS));
    this.#end({ error: ending });
  }

  /** A method, because TypeScript would assume that a property stays the same across an `await`. */
  #isOver(): boolean {
    return this.#over.signal.aborted;
  }

  async #sleep(ms: number): Promise<void> {
    if (ms > 0) await setTimeout(ms, undefined, this.#over).catch(() => undefined);
  }

  async #waitForMessage(expected: Message): Promise<void> {
    const { isClientBusy, maxIdleSeconds = MAX_IDLE_SECONDS } = this.#options;
    for (let secondsLeft = maxIdleSeconds; secondsLeft > 0;) {
      const at = this.#clientMessages.findIndex((message) => isSameMessage(message, expected));
      const [found] = at === -1 ? [] : this.#clientMessages.splice(at, 1);
      if (found?.id !== undefined && expected.id !== undefined)
        this.#currentIds.set(expected.id, found.id);
      if (found !== undefined || this.#isOver()) return;
      const sentSomething = await this.#clientSends();
      secondsLeft = sentSomething || isClientBusy() ? maxIdleSeconds : secondsLeft - 1;
    }
    throw unexpectedStep(expected);
  }

  /** Waits up to a second; whether the client sent something. */
  async #clientSends(): Promise<boolean> {
    const change = new AbortController();
    this.#wake = () => {
      change.abort();
    };
    await setTimeout(SECOND, undefined, change).catch(() => undefined);
    return change.signal.aborted;
  }

  #deliver(step: RecordingStep): void {
    if ("gone" in step) {
      const { reason, exit_code, signal, last_words } = step.gone;
      this.#end({ reason, exitCode: exit_code, signal, stderrTail: last_words });
    } else if ("raw" in step) {
      this.#listener({ kind: "malformed", problem: step.problem, raw: step.raw, size: 0 });
    } else if ("message" in step) {
      const value = withCurrentId(step.message as Message | null, this.#currentIds);
      if (value !== undefined) this.#listener({ kind: "value", value, size: 0 });
    } else this.#options.applyStep(step);
  }

  #end(closing: Partial<Closing>): void {
    this.#over.abort();
    this.resume();
    this.#wake();
    this.#resolveClosed({
      reason: "is over",
      exitCode: 0,
      signal: null,
      stderrTail: "",
      ...closing,
    });
  }
}

const SECOND = 1000;
const MAX_IDLE_SECONDS = 10;

/** Longer than any of our own timeouts at the end, except that of a request without a response. */
const MAX_END_DELAY_MS = 5000;

/** Matches a request or notification by its method, a response by its id. */
const isSameMessage = (message: Message, expected: Message): boolean =>
  message.method === expected.method &&
  (expected.method !== undefined || message.id === expected.id);

/** Gives a response the id of this run's request; undefined if this run made no such request. */
function withCurrentId(
  message: Message | null,
  currentIds: ReadonlyMap<string | number, string | number>,
): unknown {
  const { id, method } = message ?? {};
  if (!(typeof id === "string" || typeof id === "number") || method !== undefined) return message;
  return currentIds.has(id) ? { ...message, id: currentIds.get(id) } : undefined;
}

const unexpectedStep = ({ method = "a response" }: Message): CliError =>
  new CliError("protocol", `the recording continues with ${method}, but this run did not send it`, {
    hint: "it may have been made by another version of turnpipe",
  });
