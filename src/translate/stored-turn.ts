import type { ThreadEvent } from "../dialect/events.js";
import { failure } from "../outcome/causes.js";
import { parseItem } from "../protocol/items.js";
import type { ServerNotification } from "../protocol/notifications.js";
import type { Turn } from "../protocol/turn.js";
import { isoTime } from "./iso-time.js";
import type { Include } from "./include.js";
import { turnCompleted, turnFailed } from "./terminal.js";
import { Translator } from "./translator.js";
import type { TurnResult } from "./turn-end.js";

/**
 * A stored turn as the events it had when it ran. Codex stores its items, not what was only told:
 * warnings, plans and token counts are gone.
 */
export function storedTurn(
  threadId: string,
  turn: Turn,
  include: ReadonlySet<Include>,
): ThreadEvent[] {
  const translator = new Translator(include);
  const items = turn.items ?? [];
  const told = inOrder(items).flatMap((moment) =>
    moment.kind === "said" ? [moment.event] : translator.translate(moment.notification).events,
  );
  const { events, end } = translator.translate({ kind: "turnCompleted", threadId, turn, ...WIRE });
  return [
    {
      type: "turn.started",
      turn_id: turn.id,
      started_at: isoTime(turn.startedAt),
      prompt: promptIn(items),
    },
    ...told,
    ...events,
    ...(end === undefined || !isOver(turn) ? [] : ending(end, { threadId, turnId: turn.id })),
  ];
}

/** A turn that still runs elsewhere, or was cut off, is read as interrupted; but it has no end. */
const isOver = ({ status, completedAt }: Turn): boolean =>
  status !== "interrupted" || (completedAt ?? null) !== null;

/** What the user said in an item; null when somebody else did. */
function userText(item: unknown): string | null {
  const { type, content } = (item ?? {}) as { type?: unknown; content?: unknown };
  if (type !== "userMessage" || !Array.isArray(content)) return null;
  const texts = content.flatMap((part: { text?: unknown } | null) =>
    typeof part?.text === "string" ? [part.text] : [],
  );
  return texts.join("\n");
}

const promptIn = (items: readonly unknown[]): string | null =>
  items.map(userText).find((text) => text !== null) ?? null;

/** The last lines; what nobody counted is null. */
function ending(end: TurnResult, names: { threadId: string; turnId: string }): ThreadEvent[] {
  const uncounted = { ...end, usage: null, turnUsage: null };
  if (end.status === "completed") {
    return [turnCompleted(uncounted, names, { cause: "completed", problem: null })];
  }
  if (end.status === "interrupted") {
    return [turnFailed(failure("interrupted", "the turn was interrupted"), names, uncounted)];
  }
  const failed = end.failure ?? failure("failed", "turn failed");
  return [{ type: "error", message: failed.message }, turnFailed(failed, names, uncounted)];
}

/** Starts and ends of items as they followed each other; without times, one after the other. */
function inOrder(items: readonly unknown[]): Moment[] {
  const first = items.findIndex((item) => userText(item) !== null);
  const moments = items.flatMap((raw, place): Placed[] => {
    const { startedAtMs, completedAtMs, status } = (raw ?? {}) as Stamped;
    const at = startedAtMs ?? NaN;
    const text = userText(raw);
    if (text !== null) return place === first ? [] : [{ at, place, moment: said(text) }];
    const start = { at, place, moment: itemNotification("itemStarted", begun(raw)) };
    const end = { at: completedAtMs ?? NaN, place, moment: itemNotification("itemCompleted", raw) };
    return status === "inProgress" ? [start] : [start, end];
  });
  const timed = moments.every(({ at }) => !Number.isNaN(at));
  const sorted = timed
    ? moments.toSorted((one, other) => one.at - other.at || one.place - other.place)
    : moments;
  return sorted.map(({ moment }) => moment);
}

/** What happened next: news of an item, or a word of the user's while the turn ran. */
type Moment =
  { kind: "notification"; notification: ServerNotification } | { kind: "said"; event: ThreadEvent };

interface Placed {
  at: number;
  place: number;
  moment: Moment;
}

const said = (text: string): Moment => ({ kind: "said", event: { type: "steer.accepted", text } });

interface Stamped {
  startedAtMs?: number | null;
  completedAtMs?: number | null;
  status?: unknown;
}

/** An item as it was when it began: what came of it was not known yet. */
function begun(raw: unknown): unknown {
  if (typeof raw !== "object" || raw === null) return raw;
  const known = Object.entries(AT_FIRST).filter(([key]) => Object.hasOwn(raw, key));
  // Who it is, an agent is told when it is there.
  const born = (raw as { tool?: unknown }).tool === "spawnAgent" ? { receiverThreadIds: [] } : {};
  return { ...raw, ...Object.fromEntries(known), ...born };
}

const AT_FIRST = {
  status: "inProgress",
  aggregatedOutput: null,
  exitCode: null,
  durationMs: null,
  completedAtMs: null,
  result: null,
  error: null,
  agentsStates: {},
} as const;

const itemNotification = (kind: "itemStarted" | "itemCompleted", raw: unknown): Moment => ({
  kind: "notification",
  notification: { kind, threadId: "", turnId: "", item: parseItem(raw), ...WIRE },
});

/** It never was on a wire. */
const WIRE = { wire: { method: "", params: null } };
