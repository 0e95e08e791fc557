import { readLines, type Event } from "./fixture.js";

/**
 * The lines of live runs on one thread as `threads show --turns --json` must print them. This is the
 * whole of what may differ: everything else that was printed is stored, and shown as it was.
 */
export function asStored(runs: readonly LiveRun[]): Event[] {
  const [head] = readLines<Event>(runs[0]?.stdout ?? "");
  return [
    ...(head === undefined ? [] : [forgetful(head)]),
    ...runs.flatMap(({ stdout, prompt }) =>
      storedTurnEvents(readLines<Event>(stdout).slice(1), prompt),
    ),
  ];
}

/** What a run printed, and what it was asked. */
export interface LiveRun {
  readonly stdout: string;
  readonly prompt: string | null;
}

/** The lines of `threads show`, the moments in which turns began replaced by a word. */
export const shownLines = (stdout: string): Event[] =>
  readLines<Event>(stdout).map((event) =>
    typeof event["started_at"] === "string" ? { ...event, started_at: THEN } : event,
  );

const THEN = "then";

/** Fields that nothing is stored for. */
const FORGOTTEN: Readonly<Record<string, readonly string[]>> = {
  "thread.started": ["sandbox", "approval_policy", "instruction_sources"],
  "turn.completed": ["usage", "turn_usage", "rate_limits", "model_rerouted"],
  "turn.failed": ["turn_usage", "rate_limits", "model_rerouted"],
};

/** Items that are only told of. */
const UNSTORED_ITEMS: ReadonlySet<unknown> = new Set(["todo_list", "error"]);

function storedTurnEvents(live: readonly Event[], prompt: string | null): Event[] {
  const last = live.at(-1);
  const turnId = last?.["turn_id"];
  const kept = live.filter((event, at) => isStored(event, live.slice(at + 1)));
  return renumbered(kept).map((event) =>
    event.type === "turn.started"
      ? { type: event.type, turn_id: turnId, started_at: THEN, prompt }
      : forgetful(unjudged(event)),
  );
}

/** An error stays if the turn failed by it: that of a retry is only told, as is the diff so far. */
function isStored(event: Event, later: readonly Event[]): boolean {
  if (event.type === "turn.diff") return false;
  if (event.type === "error") return later[0]?.type === "turn.failed";
  return !UNSTORED_ITEMS.has(itemOf(event)?.["type"]);
}

/** Ids without those of the items that are left out; a web search has one of its own. */
function renumbered(events: readonly Event[]): Event[] {
  const ids = new Map<unknown, string>();
  return events.map((event) => {
    const item = itemOf(event);
    if (item === undefined) return event;
    const { id } = item;
    if (!ids.has(id)) ids.set(id, `item_${String(ids.size)}`);
    return item["type"] === "web_search" ? event : { ...event, item: { ...item, id: ids.get(id) } };
  });
}

const itemOf = (event: Event): Readonly<Record<string, unknown>> | undefined =>
  event["item"] as Readonly<Record<string, unknown>> | undefined;

const forgetful = (event: Event): Event => ({
  ...event,
  ...Object.fromEntries((FORGOTTEN[event.type] ?? []).map((field) => [field, null])),
  // What a tool answered the model is stored, but the server does not show it.
  ...("work" in event ? { work: { ...(event["work"] as object), writes_blocked: 0 } } : {}),
});

/** What turnpipe itself thought of a turn, and which signal ended it, is not stored either. */
function unjudged({ review: _review, ...event }: Event): Event {
  if (event.type === "turn.completed") {
    return { ...event, exit_code: 0, cause: "completed", problem: null };
  }
  const error = event["error"] as Readonly<Record<string, unknown>> | undefined;
  if (event.type !== "turn.failed" || !STOPPED.has(error?.["cause"])) return { ...event };
  return {
    ...event,
    error: { ...error, message: "the turn was interrupted", cause: "interrupted" },
    exit_code: 130,
  };
}

const STOPPED: ReadonlySet<unknown> = new Set(["interrupted", "terminated", "hangup", "timeout"]);
