import * as z from "zod/mini";

import { parseItem } from "./items.js";
import { RateLimits } from "./limits.js";
import { stateName } from "./state-name.js";
import { Tokens, TokenUsage, Turn, TurnError } from "./turn.js";

const ours = { threadId: z.string(), turnId: z.string() };
const delta = { ...ours, itemId: z.string(), delta: z.string() };
const notice = { summary: z.string(), details: z.optional(z.nullable(z.string())) };
const item = z.pipe(z.unknown(), z.transform(parseItem));

/** The news we read: wire name -> our name and the shape we rely on. */
const NOTIFICATIONS = {
  "turn/started": known("turnStarted", { threadId: z.string(), turn: Turn }),
  "turn/completed": known("turnCompleted", { threadId: z.string(), turn: Turn }),
  "turn/diff/updated": known("diffUpdated", { ...ours, diff: z.string() }),
  "turn/plan/updated": known("planUpdated", {
    ...ours,
    explanation: z.optional(z.nullable(z.string())),
    plan: z.array(z.looseObject({ step: z.string(), status: z.string() })),
  }),
  "item/started": known("itemStarted", { ...ours, item }),
  "item/completed": known("itemCompleted", { ...ours, item }),
  "item/agentMessage/delta": known("messageDelta", delta),
  "item/plan/delta": known("planDelta", delta),
  "item/reasoning/summaryTextDelta": known("reasoningDelta", delta),
  "item/commandExecution/outputDelta": known("outputDelta", delta),
  "thread/tokenUsage/updated": known("usageUpdated", { ...ours, tokenUsage: TokenUsage }),
  "thread/status/changed": known("statusChanged", {
    threadId: z.string(),
    status: z.pipe(z.unknown(), z.transform(stateName)),
  }),
  "rawResponseItem/completed": known("modelSaid", {
    ...ours,
    item: z.pipe(z.unknown(), z.transform(assistantText)),
  }),
  "rawResponse/completed": known("modelAnswered", {
    ...ours,
    usage: z.optional(z.nullable(Tokens)),
  }),
  "account/login/completed": known("loginCompleted", {
    loginId: z.optional(z.nullable(z.string())),
    success: z.boolean(),
    error: z.optional(z.nullable(z.string())),
  }),
  "account/rateLimits/updated": known("limitsUpdated", { rateLimits: RateLimits }),
  error: known("error", { ...ours, error: TurnError, willRetry: z.optional(z.boolean()) }),
  warning: known("warning", {
    threadId: z.optional(z.nullable(z.string())),
    message: z.string(),
  }),
  configWarning: known("configWarning", notice),
  deprecationNotice: known("deprecationNotice", notice),
  "model/rerouted": known("modelRerouted", {
    ...ours,
    fromModel: z.string(),
    toModel: z.string(),
    reason: z.string(),
  }),
  "mcpServer/startupStatus/updated": known("mcpStatus", {
    threadId: z.optional(z.nullable(z.string())),
    name: z.string(),
    status: z.string(),
    error: z.optional(z.nullable(z.string())),
  }),
} as const;

/** News that may reach us and says nothing we need. */
const QUIET: ReadonlySet<string> = new Set([
  "account/updated",
  "hook/completed",
  "hook/started",
  "model/verification",
  "serverRequest/resolved",
  "thread/closed",
  "thread/compacted",
  "thread/name/updated",
  "thread/started",
]);

type Notifications = typeof NOTIFICATIONS;
type Known = { [M in keyof Notifications]: z.infer<Notifications[M]> }[keyof Notifications];

/** A notification as it came. */
interface Wire {
  wire: { method: string; params: unknown };
}

/** One notification: known by our name, or `unknown` by its wire name. */
export type ServerNotification = Wire &
  (Known | { kind: "quiet" } | { kind: "unknown"; problem: string | null });

/** Reads a notification loosely. News we cannot read is a value, not a crash. */
export function parseNotification(method: string, params: unknown): ServerNotification {
  const wire = { method, params };
  if (!Object.hasOwn(NOTIFICATIONS, method)) {
    return QUIET.has(method) ? { kind: "quiet", wire } : { kind: "unknown", problem: null, wire };
  }
  const parsed = NOTIFICATIONS[method as keyof Notifications].safeParse(params);
  return parsed.success
    ? { ...parsed.data, wire }
    : { kind: "unknown", problem: z.prettifyError(parsed.error), wire };
}

export const END_OF_TURN = "turn/completed" satisfies keyof Notifications;

/** Whether the end of a turn on this thread came in a shape we cannot read: nobody else will tell us. */
export function isUnreadableEnd(notification: ServerNotification, threadId: string): boolean {
  if (notification.kind !== "unknown" || notification.wire.method !== END_OF_TURN) return false;
  const about = (notification.wire.params as { threadId?: unknown } | null | undefined)?.threadId;
  return about === undefined || about === threadId;
}

/** What the model said in a message of its own; everything else it is given or gives is null. */
function assistantText(item: unknown): string | null {
  const { type, role, content } = (item ?? {}) as Record<string, unknown>;
  if (type !== "message" || role !== "assistant" || !Array.isArray(content)) return null;
  return content
    .map((part: { text?: unknown } | null) => (typeof part?.text === "string" ? part.text : ""))
    .join("");
}

function known<const K extends string, S extends z.core.$ZodLooseShape>(kind: K, shape: S) {
  return z.pipe(
    z.looseObject(shape),
    z.transform((params) => ({ ...params, kind })),
  );
}
