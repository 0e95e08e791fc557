import { CliError } from "../outcome/errors.js";
import type { ServerItem } from "../protocol/items.js";
import type { ServerNotification } from "../protocol/notifications.js";
import { Countdown } from "../async/countdown.js";
import { shorten } from "../text/shorten.js";

/** Time limits in milliseconds; undefined is no limit. */
export interface TimeLimits {
  /** The whole run; never reset. */
  wallMs?: number | undefined;
  /** Time without a notification while no item is in progress. */
  idleMs?: number | undefined;
  /** One command or tool call. */
  toolMs?: number | undefined;
}

/** The timers of a run. `onTimeout` gets an error that names the limit. */
export class RunTimers {
  readonly #limits: TimeLimits;
  readonly #onTimeout: (error: CliError) => void;
  readonly #wall: Countdown | undefined;
  readonly #idle: Countdown | undefined;
  readonly #tools = new Map<string, Countdown>();
  readonly #inFlight = new Set<string>();
  #waiting = false;

  constructor(limits: TimeLimits, onTimeout: (error: CliError) => void) {
    this.#limits = limits;
    this.#onTimeout = onTimeout;
    const { wallMs, idleMs } = limits;
    this.#wall = this.#countdown(wallMs, (s) => `not done within ${s} s (--timeout)`);
    this.#idle = this.#countdown(idleMs, (s) => `no activity for ${s} s (--idle-timeout)`);
    this.#wall?.start();
  }

  onNotification(notification: ServerNotification): void {
    this.#idle?.reset();
    if (notification.kind !== "itemStarted" && notification.kind !== "itemCompleted") return;
    const id = idOf(notification.item);
    this.#tools.get(id)?.pause();
    this.#tools.delete(id);
    if (notification.kind === "itemCompleted") this.#inFlight.delete(id);
    else {
      this.#inFlight.add(id);
      this.#startTool(id, notification.item);
    }
  }

  /** We wait for the server: the idle and tool timers run. */
  resume(): void {
    this.#waiting = true;
    if (this.#inFlight.size === 0) this.#idle?.start();
    for (const tool of this.#tools.values()) tool.start();
  }

  /** We, or a reader of our output, are busy: that time is not the server's. */
  pause(): void {
    this.#waiting = false;
    this.#idle?.pause();
    for (const tool of this.#tools.values()) tool.pause();
  }

  /** The turn is over; the run may go on. */
  turnEnded(): void {
    this.pause();
    this.#tools.clear();
    this.#inFlight.clear();
    this.#idle?.reset();
  }

  /** Pauses the run's timer while a person decides. */
  async whileWaiting<T>(decision: Promise<T>): Promise<T> {
    this.#wall?.pause();
    try {
      return await decision;
    } finally {
      this.#wall?.start();
    }
  }

  close(): void {
    this.turnEnded();
    this.#wall?.pause();
  }

  #startTool(id: string, item: ServerItem): void {
    const name = toolName(item);
    if (name === undefined) return;
    const message = (s: string): string => `${name} ran for more than ${s} s (--tool-timeout)`;
    const tool = this.#countdown(this.#limits.toolMs, message);
    if (tool === undefined) return;
    this.#tools.set(id, tool);
    if (this.#waiting) tool.start();
  }

  #countdown(ms: number | undefined, message: (seconds: string) => string): Countdown | undefined {
    if (ms === undefined) return undefined;
    return new Countdown(ms, () =>
      this.#onTimeout(new CliError("timeout", message(String(ms / 1000)))),
    );
  }
}

function idOf(item: ServerItem): string {
  if (item.type !== "other") return item.id;
  const { id } = (item.raw ?? {}) as { id?: unknown };
  return typeof id === "string" ? id : "";
}

/** Describes an item the model waits for; undefined for the model's own output. */
function toolName(item: ServerItem): string | undefined {
  switch (item.type) {
    case "commandExecution":
      return `the command ${JSON.stringify(shorten(item.command, MAX_COMMAND))}`;
    case "mcpToolCall":
      return `the tool ${item.server}/${item.tool}`;
    case "fileChange":
      return "a change of files";
    case "webSearch":
      return "a web search";
    case "collabAgentToolCall":
      return "another agent";
    case "agentMessage":
    case "reasoning":
    case "plan":
      return undefined;
    case "other":
      return item.name === "dynamicToolCall" ? "a tool" : undefined;
  }
}

const MAX_COMMAND = 100;
