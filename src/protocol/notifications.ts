import * as z from "zod/mini";

import "../text/zod-messages.js";
import { parseHookRun } from "./hook-run.js";
import { IGNORED_NOTIFICATIONS } from "./ignored-notifications.js";
import { parseItem } from "./items.js";
import { ServerRateLimits } from "./limits.js";
import { readResponseItem } from "./response-item.js";
import { Tokens, TokenUsage, Turn, TurnError } from "./turn.js";
import { stateName, withDelta } from "./versions/field-spellings.js";

const turnIds = { threadId: z.string(), turnId: z.string() };
const delta = { ...turnIds, itemId: z.string(), delta: z.string() };
const notice = { summary: z.string(), details: z.optional(z.nullable(z.string())) };
const hook = {
  threadId: z.optional(z.unknown()),
  turnId: z.optional(z.unknown()),
  run: z.pipe(z.optional(z.unknown()), z.transform(parseHookRun)),
};
const item = z.pipe(z.unknown(), z.transform(parseItem));

/** The notifications we use: method -> our own name and the shape we rely on. */
const NOTIFICATIONS = {
  "turn/started": parser("turnStarted", { threadId: z.string(), turn: Turn }),
  "turn/completed": parser("turnCompleted", { threadId: z.string(), turn: Turn }),
  "turn/diff/updated": parser("diffUpdated", { ...turnIds, diff: z.string() }),
  "turn/plan/updated": parser("planUpdated", {
    ...turnIds,
    explanation: z.optional(z.nullable(z.string())),
    plan: z.array(z.looseObject({ step: z.string(), status: z.string() })),
  }),
  "item/started": parser("itemStarted", { ...turnIds, item }),
  "item/completed": parser("itemCompleted", { ...turnIds, item }),
  "item/agentMessage/delta": deltaParser("messageDelta"),
  "item/plan/delta": deltaParser("planDelta"),
  "item/reasoning/summaryTextDelta": deltaParser("reasoningDelta"),
  "item/commandExecution/outputDelta": deltaParser("outputDelta"),
  "thread/tokenUsage/updated": parser("usageUpdated", { ...turnIds, tokenUsage: TokenUsage }),
  "thread/status/changed": parser("statusChanged", {
    threadId: z.string(),
    status: z.pipe(z.unknown(), z.transform(stateName)),
  }),
  "rawResponseItem/completed": parser("rawItemCompleted", {
    ...turnIds,
    item: z.pipe(z.unknown(), z.transform(readResponseItem)),
  }),
  "rawResponse/completed": parser("rawResponseCompleted", {
    ...turnIds,
    usage: z.optional(z.nullable(Tokens)),
  }),
  "account/login/completed": parser("loginCompleted", {
    loginId: z.optional(z.nullable(z.string())),
    success: z.boolean(),
    error: z.optional(z.nullable(z.string())),
  }),
  "account/rateLimits/updated": parser("limitsUpdated", { rateLimits: ServerRateLimits }),
  error: parser("error", { ...turnIds, error: TurnError, willRetry: z.optional(z.boolean()) }),
  warning: parser("warning", {
    threadId: z.optional(z.nullable(z.string())),
    message: z.string(),
  }),
  configWarning: parser("configWarning", notice),
  deprecationNotice: parser("deprecationNotice", notice),
  "model/rerouted": parser("modelRerouted", {
    ...turnIds,
    fromModel: z.string(),
    toModel: z.string(),
    reason: z.string(),
  }),
  "hook/started": parser("hookStarted", hook),
  "hook/completed": parser("hookCompleted", hook),
  "mcpServer/startupStatus/updated": parser("mcpStatus", {
    threadId: z.optional(z.nullable(z.string())),
    name: z.string(),
    status: z.string(),
    error: z.optional(z.nullable(z.string())),
  }),
} as const;

type Notifications = typeof NOTIFICATIONS;
type Known = { [M in keyof Notifications]: z.infer<Notifications[M]> }[keyof Notifications];

/** The notification as received. */
interface OnWire {
  wire: { method: string; params: unknown };
}

/** A parsed notification; `unknown` if its method or shape is not known. */
export type ServerNotification = OnWire &
  (Known | { kind: "ignored" } | { kind: "unknown"; problem: string | null });

/** Parses a notification loosely. One that cannot be read is a value, not an error. */
export function parseNotification(method: string, params: unknown): ServerNotification {
  const wire = { method, params };
  if (!Object.hasOwn(NOTIFICATIONS, method)) {
    return IGNORED_NOTIFICATIONS.has(method)
      ? { kind: "ignored", wire }
      : { kind: "unknown", problem: null, wire };
  }
  const parsed = NOTIFICATIONS[method as keyof Notifications].safeParse(params);
  return parsed.success
    ? { ...parsed.data, wire }
    : { kind: "unknown", problem: z.prettifyError(parsed.error), wire };
}

export const TURN_COMPLETED = "turn/completed" satisfies keyof Notifications;

/** Whether this is an unreadable `turn/completed` for the thread: it will not be sent again. */
export function isUnreadableTurnCompleted(
  notification: ServerNotification,
  threadId: string,
): boolean {
  if (notification.kind !== "unknown" || notification.wire.method !== TURN_COMPLETED) return false;
  const subject = (notification.wire.params as { threadId?: unknown } | null | undefined)?.threadId;
  return subject === undefined || subject === threadId;
}

function parser<const K extends string, S extends z.core.$ZodLooseShape>(kind: K, shape: S) {
  return z.pipe(
    z.looseObject(shape),
    z.transform((params) => ({ ...params, kind })),
  );
}

function deltaParser<const K extends string>(kind: K) {
  return z.pipe(withDelta, parser(kind, delta));
}
