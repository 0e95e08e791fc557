import { setImmediate, setTimeout } from "node:timers/promises";

import { CliError } from "../outcome/errors.js";
import type { RecordingStep } from "../dialect/recording.js";
import type { Leftover } from "../process/stop.js";
import type { Closing, Received, Transport } from "./transport.js";

/** What is played, and what else happens meanwhile. */
export interface Play {
  steps: readonly RecordingStep[];
  /** How many times faster than it happened; Infinity does not wait at all. */
  speed: number;
  /** What happened beside the wire is repeated by others. */
  act(step: RecordingStep): void;
  /** What is told to whoever still waits when there are no more steps, and when that was. */
  ending: CliError;
  endedAt: number | undefined;
  /** Whether somebody else keeps the client from going on. */
  busy(): boolean;
  /** How many seconds a client may take that nobody keeps. */
  patience?: number;
}

interface Message {
  id?: string | number;
  method?: string;
}

/**
 * A recording in the place of a server: its lines come behind the client's lines that they followed.
 * The client is known by what it asks, not by how it puts it, and replies get the ids of today.
 */
export class Replayed implements Transport {
  readonly closed: Promise<Closing>;
  readonly #play: Play;
  readonly #heard: Message[] = [];
  readonly #ids = new Map<string | number, string | number>();
  readonly #over = new AbortController();
  #next = 0;
  #wake: () => void = () => undefined;
  #held: Promise<void> | undefined;
  #letGo: () => void = () => undefined;
  #listener: (received: Received) => void = () => undefined;
  #leave: (closing: Closing) => void = () => undefined;

  constructor(play: Play) {
    this.#play = play;
    this.closed = new Promise((resolve) => {
      this.#leave = resolve;
    });
  }

  send(value: unknown): void {
    this.#heard.push(value as Message);
    this.#wake();
  }

  receive(listener: (received: Received) => void): void {
    this.#listener = listener;
    this.#run().catch((error: unknown) => {
      this.#end({ error: error as CliError });
    });
  }

  pause(): void {
    this.#held ??= new Promise((resolve) => {
      this.#letGo = resolve;
    });
  }

  resume(): void {
    this.#held = undefined;
    this.#letGo();
  }

  close(): Promise<Leftover[]> {
    this.#end({});
    // A reader of stdout that left at the very end still counts.
    for (const step of this.#play.steps.slice(this.#next)) {
      if ("stopped" in step) this.#play.act(step);
    }
    return Promise.resolve([]);
  }

  /** Ends the play at once, for a reason. */
  abandon(error: CliError): void {
    this.#end({ error });
  }

  async #run(): Promise<void> {
    const { steps, speed, ending, endedAt } = this.#play;
    let before = 0;
    for (const step of steps) {
      this.#next++;
      const { at_ms: now = before } = step;
      if ("message" in step && step.from === "client") await this.#hear(step.message as Message);
      else {
        if (speed !== Infinity) await this.#pause((now - before) / speed);
        await this.#held;
        if (this.#isOver()) return;
        this.#say(step);
      }
      before = now;
      // What was said is taken in before more is said, as it was between two reads of a pipe.
      await setImmediate();
      if (this.#isOver()) return;
    }
    // Whoever gave up waiting then does so now.
    await this.#pause(Math.min((endedAt ?? before) - before, LONGEST_GRACE));
    this.#end({ error: ending });
  }

  /** A method, because it changes while somebody waits. */
  #isOver(): boolean {
    return this.#over.signal.aborted;
  }

  async #pause(ms: number): Promise<void> {
    if (ms > 0) await setTimeout(ms, undefined, this.#over).catch(() => undefined);
  }

  async #hear(expected: Message): Promise<void> {
    const { busy, patience: most = PATIENCE } = this.#play;
    for (let patience = most; patience > 0;) {
      const at = this.#heard.findIndex((message) => isSame(message, expected));
      const [found] = at === -1 ? [] : this.#heard.splice(at, 1);
      if (found?.id !== undefined && expected.id !== undefined)
        this.#ids.set(expected.id, found.id);
      if (found !== undefined || this.#isOver()) return;
      const isNotification = await this.#notification();
      patience = isNotification || busy() ? most : patience - 1;
    }
    throw unasked(expected);
  }

  /** Whether the client says something within a second. */
  async #notification(): Promise<boolean> {
    const change = new AbortController();
    this.#wake = () => {
      change.abort();
    };
    await setTimeout(SECOND, undefined, change).catch(() => undefined);
    return change.signal.aborted;
  }

  #say(step: RecordingStep): void {
    if ("gone" in step) {
      const { reason, exit_code, signal, last_words } = step.gone;
      this.#end({ reason, exitCode: exit_code, signal, stderrTail: last_words });
    } else if ("raw" in step) {
      this.#listener({ kind: "malformed", problem: step.problem, raw: step.raw, size: 0 });
    } else if ("message" in step) {
      const value = addressed(step.message as Message | null, this.#ids);
      if (value !== undefined) this.#listener({ kind: "value", value, size: 0 });
    } else this.#play.act(step);
  }

  #end(closing: Partial<Closing>): void {
    this.#over.abort();
    this.resume();
    this.#wake();
    this.#leave({ reason: "is over", exitCode: 0, signal: null, stderrTail: "", ...closing });
  }
}

const SECOND = 1000;
const PATIENCE = 10;

/** In milliseconds: longer than any of our own, but for a request that is never answered. */
const LONGEST_GRACE = 5000;

/** A request or a notice is known by its method, an answer by the question's id. */
const isSame = (message: Message, expected: Message): boolean =>
  message.method === expected.method &&
  (expected.method !== undefined || message.id === expected.id);

/** A reply goes to the request of today; one that nobody asked for is left out. */
function addressed(
  message: Message | null,
  ids: ReadonlyMap<string | number, string | number>,
): unknown {
  const { id, method } = message ?? {};
  if (!(typeof id === "string" || typeof id === "number") || method !== undefined) return message;
  return ids.has(id) ? { ...message, id: ids.get(id) } : undefined;
}

const unasked = ({ method = "an answer" }: Message): CliError =>
  new CliError("protocol", `the recording goes on with ${method}, and this run does not`, {
    hint: "was it made by another version of turnpipe?",
  });
