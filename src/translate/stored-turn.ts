import type { ThreadEvent } from "../dialect/events.js";
import { failure } from "../outcome/causes.js";
import { parseItem } from "../protocol/items.js";
import type { ServerNotification } from "../protocol/notifications.js";
import type { Turn } from "../protocol/turn.js";
import { isoTime } from "./iso-time.js";
import type { Include } from "./include.js";
import { turnCompleted, turnFailed } from "./terminal-event.js";
import { Translator } from "./translator.js";
import type { TurnCompletion } from "./turn-completion.js";

/**
 * Converts a stored turn to the events it had when it ran. Codex stores only the items: warnings,
 * plans and token counts are missing.
 */
export function storedTurnEvents(
  threadId: string,
  turn: Turn,
  include: ReadonlySet<Include>,
): ThreadEvent[] {
  const translator = new Translator(include);
  const items = turn.items ?? [];
  const itemEvents = itemSteps(items).flatMap((step) =>
    step.kind === "steered" ? [step.event] : translator.translate(step.notification).events,
  );
  const { events, end } = translator.translate({
    kind: "turnCompleted",
    threadId,
    turn,
    ...NO_WIRE,
  });
  return [
    {
      type: "turn.started",
      turn_id: turn.id,
      started_at: isoTime(turn.startedAt),
      prompt: firstPrompt(items),
    },
    ...itemEvents,
    ...events,
    ...(end === undefined || !isOver(turn)
      ? []
      : terminalEvents(end, { threadId, turnId: turn.id })),
  ];
}

/**
 * A turn that still runs elsewhere, or was cut off, is stored as interrupted without an end time.
 */
const isOver = ({ status, completedAt }: Turn): boolean =>
  status !== "interrupted" || (completedAt ?? null) !== null;

/** The text of a user message; null for other items. */
function userText(item: unknown): string | null {
  const { type, content } = (item ?? {}) as { type?: unknown; content?: unknown };
  if (type !== "userMessage" || !Array.isArray(content)) return null;
  const texts = content.flatMap((part: { text?: unknown } | null) =>
    typeof part?.text === "string" ? [part.text] : [],
  );
  return texts.join("\n");
}

const firstPrompt = (items: readonly unknown[]): string | null =>
  items.map(userText).find((text) => text !== null) ?? null;

/** The last events; token usage is not stored, so it is null. */
function terminalEvents(
  end: TurnCompletion,
  names: { threadId: string; turnId: string },
): ThreadEvent[] {
  const withoutUsage = { ...end, usage: null, turnUsage: null };
  if (end.status === "completed") {
    return [turnCompleted(withoutUsage, names, { cause: "completed", problem: null })];
  }
  if (end.status === "interrupted") {
    return [turnFailed(failure("interrupted", "the turn was interrupted"), names, withoutUsage)];
  }
  const failed = end.failure ?? failure("failed", "turn failed");
  return [{ type: "error", message: failed.message }, turnFailed(failed, names, withoutUsage)];
}

/** Starts and ends of items in the order of their timestamps; without them, in the stored order. */
function itemSteps(items: readonly unknown[]): Step[] {
  const first = items.findIndex((item) => userText(item) !== null);
  const steps = items.flatMap((raw, index): TimedStep[] => {
    const { startedAtMs, completedAtMs, status } = (raw ?? {}) as Timestamps;
    const at = startedAtMs ?? NaN;
    const text = userText(raw);
    if (text !== null) return index === first ? [] : [{ at, index, step: steered(text) }];
    const start = { at, index, step: itemNotification("itemStarted", asStarted(raw)) };
    const end = { at: completedAtMs ?? NaN, index, step: itemNotification("itemCompleted", raw) };
    return status === "inProgress" ? [start] : [start, end];
  });
  const timed = steps.every(({ at }) => !Number.isNaN(at));
  const sorted = timed
    ? steps.toSorted((one, other) => one.at - other.at || one.index - other.index)
    : steps;
  return sorted.map(({ step }) => step);
}

/** A notification about an item, or input that the user sent while the turn ran. */
type Step =
  | { kind: "notification"; notification: ServerNotification }
  | { kind: "steered"; event: ThreadEvent };

interface TimedStep {
  at: number;
  index: number;
  step: Step;
}

const steered = (text: string): Step => ({
  kind: "steered",
  event: { type: "steer.accepted", text },
});

interface Timestamps {
  startedAtMs?: number | null;
  completedAtMs?: number | null;
  status?: unknown;
}

/** The item as it was in `item/started`, without its results. */
function asStarted(raw: unknown): unknown {
  if (typeof raw !== "object" || raw === null) return raw;
  const known = Object.entries(WHEN_STARTED).filter(([key]) => Object.hasOwn(raw, key));
  // The receiver is known only once the agent has been spawned.
  const unspawned =
    (raw as { tool?: unknown }).tool === "spawnAgent" ? { receiverThreadIds: [] } : {};
  return { ...raw, ...Object.fromEntries(known), ...unspawned };
}

const WHEN_STARTED = {
  status: "inProgress",
  aggregatedOutput: null,
  exitCode: null,
  durationMs: null,
  completedAtMs: null,
  result: null,
  error: null,
  agentsStates: {},
} as const;

const itemNotification = (kind: "itemStarted" | "itemCompleted", raw: unknown): Step => ({
  kind: "notification",
  notification: { kind, threadId: "", turnId: "", item: parseItem(raw), ...NO_WIRE },
});

/** These notifications are made up here and were never received. */
const NO_WIRE = { wire: { method: "", params: null } };
