import type { ServerNotification } from "../protocol/notifications.js";

export interface Scope {
  threadId: string;
  turnId: string;
}

/** Whether a notification belongs to our turn: sub-agents share the connection and do not. */
export function isOurs(notification: ServerNotification, { threadId, turnId }: Scope): boolean {
  switch (notification.kind) {
    case "configWarning":
    case "deprecationNotice":
    case "limitsUpdated":
      return true;
    case "warning":
    case "mcpStatus":
      return (notification.threadId ?? threadId) === threadId;
    case "turnStarted":
    case "turnCompleted":
      return notification.threadId === threadId && notification.turn.id === turnId;
    case "error":
    case "itemStarted":
    case "itemCompleted":
    case "modelRerouted":
    case "usageUpdated":
    case "diffUpdated":
    case "planUpdated":
    case "messageDelta":
    case "reasoningDelta":
    case "outputDelta":
    case "planDelta":
    case "rawItemCompleted":
    case "rawResponseCompleted":
      return notification.threadId === threadId && notification.turnId === turnId;
    case "hookStarted":
    case "hookCompleted":
      return notification.threadId === threadId && (notification.turnId ?? turnId) === turnId;
    case "loginCompleted":
    case "statusChanged":
    case "ignored":
    case "unknown":
      return false;
  }
}

/** Whether it is the usage before our turn: the server repeats it when a thread is opened. */
export const isEarlierUsage = (
  notification: ServerNotification,
  { threadId, turnId }: Scope,
): notification is Extract<ServerNotification, { kind: "usageUpdated" }> =>
  notification.kind === "usageUpdated" &&
  notification.threadId === threadId &&
  notification.turnId !== turnId;

/** The id of the inner turn that the server starts for ours, as it does for a review. */
export const innerTurn = (
  notification: ServerNotification,
  { threadId, turnId }: Scope,
): string | undefined =>
  notification.kind === "turnStarted" &&
  notification.threadId === threadId &&
  notification.turn.rootTurnId === turnId
    ? notification.turn.id
    : undefined;
