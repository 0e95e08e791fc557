import { CliError } from "../outcome/errors.js";
import type { ServerItem } from "../protocol/items.js";
import type { ServerNotification } from "../protocol/notifications.js";
import { Countdown } from "../async/countdown.js";

/** How long things may take, in milliseconds; undefined is as long as they like. */
export interface TimeLimits {
  /** The whole run. It is never rewound. */
  wallMs?: number | undefined;
  /** Silence while nothing is in flight. */
  idleMs?: number | undefined;
  /** One command or tool call. */
  toolMs?: number | undefined;
}

/** Three clocks on a run. They ring with an error that says which it was. */
export class Clocks {
  readonly #limits: TimeLimits;
  readonly #ring: (error: CliError) => void;
  readonly #wall: Countdown | undefined;
  readonly #idle: Countdown | undefined;
  readonly #tools = new Map<string, Countdown>();
  readonly #inFlight = new Set<string>();
  #listening = false;

  constructor(limits: TimeLimits, ring: (error: CliError) => void) {
    this.#limits = limits;
    this.#ring = ring;
    const { wallMs, idleMs } = limits;
    this.#wall = this.#countdown(wallMs, (s) => `not done within ${s} s (--timeout)`);
    this.#idle = this.#countdown(idleMs, (s) => `nothing was heard for ${s} s (--idle-timeout)`);
    this.#wall?.run();
  }

  /** What the turn is told about itself. */
  onNotification(notification: ServerNotification): void {
    this.#idle?.rewind();
    if (notification.kind !== "itemStarted" && notification.kind !== "itemCompleted") return;
    const id = idOf(notification.item);
    this.#tools.get(id)?.hold();
    this.#tools.delete(id);
    if (notification.kind === "itemCompleted") this.#inFlight.delete(id);
    else {
      this.#inFlight.add(id);
      this.#time(id, notification.item);
    }
  }

  /** We wait for the server: silence is its own. */
  listen(): void {
    this.#listening = true;
    if (this.#inFlight.size === 0) this.#idle?.run();
    for (const tool of this.#tools.values()) tool.run();
  }

  /** We are busy ourselves, or a reader of ours is: that is no silence of the server. */
  busy(): void {
    this.#listening = false;
    this.#idle?.hold();
    for (const tool of this.#tools.values()) tool.hold();
  }

  /** The turn is over; the run need not be. */
  turnEnded(): void {
    this.busy();
    this.#tools.clear();
    this.#inFlight.clear();
    this.#idle?.rewind();
  }

  /** While a person decides, no time passes. */
  async whileWaiting<T>(person: Promise<T>): Promise<T> {
    this.#wall?.hold();
    try {
      return await person;
    } finally {
      this.#wall?.run();
    }
  }

  close(): void {
    this.turnEnded();
    this.#wall?.hold();
  }

  #time(id: string, item: ServerItem): void {
    const name = toolName(item);
    if (name === undefined) return;
    const words = (s: string): string => `${name} ran for more than ${s} s (--tool-timeout)`;
    const tool = this.#countdown(this.#limits.toolMs, words);
    if (tool === undefined) return;
    this.#tools.set(id, tool);
    if (this.#listening) tool.run();
  }

  #countdown(ms: number | undefined, words: (seconds: string) => string): Countdown | undefined {
    if (ms === undefined) return undefined;
    return new Countdown(ms, () => this.#ring(new CliError("timeout", words(String(ms / 1000)))));
  }
}

function idOf(item: ServerItem): string {
  if (item.type !== "other") return item.id;
  const { id } = (item.raw ?? {}) as { id?: unknown };
  return typeof id === "string" ? id : "";
}

/** What runs while the model waits for it; undefined for what the model itself says. */
function toolName(item: ServerItem): string | undefined {
  switch (item.type) {
    case "commandExecution":
      return `the command ${JSON.stringify(shortened(item.command))}`;
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

const shortened = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
const LONGEST = 100;
