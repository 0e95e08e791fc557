import type { ThreadEvent } from "../dialect/events.js";
import type { ServerItem } from "../protocol/items.js";
import { textIn } from "../protocol/items.js";
import type { ServerNotification } from "../protocol/notifications.js";
import type { Include } from "./include.js";
import { Translator } from "./translator.js";
import type { TurnCompletion } from "./turn-completion.js";

/**
 * Translates what the sub-agents of a turn do, at any depth. Their threads share the connection, and are known
 * from the items of the thread that started them.
 */
export class AgentEvents {
  readonly #include: ReadonlySet<Include>;
  readonly #agents = new Map<string, Translator>();

  constructor(include: ReadonlySet<Include>) {
    this.#include = new Set(include.has("diff") ? ["diff"] : []);
  }

  /** Expects every notification of the connection; `rootId` is the thread of the turn. */
  translate(notification: ServerNotification, rootId: string): ThreadEvent[] {
    const threadId = "threadId" in notification ? notification.threadId : undefined;
    if (typeof threadId !== "string") return [];
    const agent = this.#agents.get(threadId);
    if (agent === undefined && threadId !== rootId) return [];
    const own = agent === undefined ? [] : eventsOf(agent, threadId, notification);
    return [...own, ...this.#started(notification, threadId)];
  }

  /** The agents that an item names for the first time. */
  #started(notification: ServerNotification, parent: string): ThreadEvent[] {
    if (notification.kind !== "itemStarted" && notification.kind !== "itemCompleted") return [];
    return namedAgents(notification.item).flatMap(({ id, name, model }) => {
      if (this.#agents.has(id) || this.#agents.size >= MAX_AGENTS) return [];
      this.#agents.set(id, new Translator(this.#include));
      return [{ type: "agent.started" as const, agent_id: id, parent_id: parent, name, model }];
    });
  }
}

/** A hostile server could name any number. */
const MAX_AGENTS = 1000;

function eventsOf(
  agent: Translator,
  agentId: string,
  notification: ServerNotification,
): ThreadEvent[] {
  const { events, end } = agent.translate(notification);
  if (end !== undefined) agent.nextTurn();
  return [
    ...events.filter(isProgress).map((event) => ({
      type: "agent.event" as const,
      agent_id: agentId,
      event,
    })),
    ...(end === undefined ? [] : [agentCompleted(agentId, end)]),
  ];
}

type Progress = Extract<ThreadEvent, { type: "agent.event" }>["event"];

const PROGRESS: ReadonlySet<string> = new Set<Progress["type"]>([
  "turn.started",
  "item.started",
  "item.updated",
  "item.completed",
  "error",
]);

const isProgress = (event: ThreadEvent): event is Progress => PROGRESS.has(event.type);

const agentCompleted = (
  agentId: string,
  { status, finalMessage, failure, usage }: TurnCompletion,
): ThreadEvent => ({
  type: "agent.completed",
  agent_id: agentId,
  status,
  final_message: finalMessage,
  error: failure?.message ?? null,
  usage,
});

interface NamedAgent {
  id: string;
  name: string | null;
  model: string | null;
}

/** The agents in an item: of the first generation of codex's tools by their ids alone. */
function namedAgents(item: ServerItem): NamedAgent[] {
  if (item.type === "collabAgentToolCall")
    return item.receiverThreadIds.map((id) => ({ id, name: null, model: null }));
  if (item.type !== "other" || item.name !== "subAgentActivity") return [];
  const id = textIn(item.raw, "agentThreadId");
  return id === null
    ? []
    : [{ id, name: textIn(item.raw, "agentPath"), model: textIn(item.raw, "model") }];
}
