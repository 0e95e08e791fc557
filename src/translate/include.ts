import type { ThreadEvent } from "../dialect/events.js";
import type { HookRun } from "../protocol/hook-run.js";
import type { ServerNotification } from "../protocol/notifications.js";
import { snakeCase } from "./items.js";
import { usageOf } from "./usage.js";

/** The values of `--include`. */
export const INCLUDES = [
  "deltas",
  "diff",
  "plan",
  "usage",
  "approvals",
  "mcp",
  "hooks",
  "agents",
  "raw",
] as const;

export type Include = (typeof INCLUDES)[number];

/** The events of a notification that are emitted only with `--include`. */
export function optionalEvents(
  notification: ServerNotification,
  include: ReadonlySet<Include>,
): ThreadEvent[] {
  const needed = INCLUDE_OF[notification.kind];
  const event = needed !== null && include.has(needed) ? optionalEvent(notification) : undefined;
  return event === undefined ? [] : [event];
}

const INCLUDE_OF: Readonly<Record<ServerNotification["kind"], Include | null>> = {
  messageDelta: "deltas",
  reasoningDelta: "deltas",
  outputDelta: "deltas",
  planDelta: "deltas",
  diffUpdated: "diff",
  planUpdated: "plan",
  usageUpdated: "usage",
  mcpStatus: "mcp",
  statusChanged: null,
  configWarning: null,
  deprecationNotice: null,
  error: null,
  hookCompleted: "hooks",
  hookStarted: "hooks",
  itemCompleted: null,
  itemStarted: null,
  limitsUpdated: null,
  loginCompleted: null,
  rawResponseCompleted: null,
  modelRerouted: null,
  rawItemCompleted: null,
  ignored: null,
  turnCompleted: null,
  turnStarted: null,
  unknown: null,
  warning: null,
};

function optionalEvent(notification: ServerNotification): ThreadEvent | undefined {
  if (isDelta(notification)) {
    const { itemId, delta, kind } = notification;
    return { type: "item.delta", raw_id: itemId, item_type: ITEM_TYPE_OF[kind], delta };
  }
  if (notification.kind === "diffUpdated") return { type: "turn.diff", diff: notification.diff };
  if (notification.kind === "planUpdated") {
    const plan = notification.plan.map(({ step, status }) => ({ step, status: snakeCase(status) }));
    return { type: "turn.plan", explanation: notification.explanation ?? null, plan };
  }
  if (notification.kind === "usageUpdated") {
    const { total, last, modelContextWindow } = notification.tokenUsage;
    return {
      type: "usage.updated",
      total: usageOf(total),
      last: usageOf(last),
      context_window: modelContextWindow ?? null,
    };
  }
  if (notification.kind === "mcpStatus") {
    const { name: server, status, error } = notification;
    return { type: "mcp.status", server, status, error: error ?? null };
  }
  if (notification.kind === "hookStarted")
    return { type: "hook.started", ...hookFields(notification.run) };
  if (notification.kind === "hookCompleted") {
    const { status, durationMs, entries } = notification.run;
    const end = { status: snakeCase(status), duration_ms: durationMs, output: entries };
    return { type: "hook.completed", ...hookFields(notification.run), ...end };
  }
  return undefined;
}

const hookFields = ({ id, eventName, handlerType, source }: HookRun) => ({
  hook_id: id,
  event: snakeCase(eventName),
  handler: snakeCase(handlerType),
  source: snakeCase(source),
});

const ITEM_TYPE_OF = {
  messageDelta: "agent_message",
  reasoningDelta: "reasoning",
  outputDelta: "command_execution",
  planDelta: "plan",
} as const;

type Delta = Extract<ServerNotification, { kind: keyof typeof ITEM_TYPE_OF }>;

const isDelta = (notification: ServerNotification): notification is Delta =>
  Object.hasOwn(ITEM_TYPE_OF, notification.kind);
