import type { ServerNotification } from "../protocol/notifications.js";

export interface Scope {
  threadId: string;
  turnId: string;
}

/** Whether news belongs to our thread and turn: sub-agents share the connection and are not ours. */
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
    case "modelSaid":
    case "modelAnswered":
      return notification.threadId === threadId && notification.turnId === turnId;
    case "loginCompleted":
    case "statusChanged":
    case "quiet":
    case "unknown":
      return false;
  }
}

/** What a thread had used before our turn: it is told again when the thread is opened. */
export const isEarlierUsage = (
  notification: ServerNotification,
  { threadId, turnId }: Scope,
): notification is Extract<ServerNotification, { kind: "usageUpdated" }> =>
  notification.kind === "usageUpdated" &&
  notification.threadId === threadId &&
  notification.turnId !== turnId;

/** The id our turn really runs under, where the server begins another for it: a review's. */
export const innerTurn = (
  notification: ServerNotification,
  { threadId, turnId }: Scope,
): string | undefined =>
  notification.kind === "turnStarted" &&
  notification.threadId === threadId &&
  notification.turn.rootTurnId === turnId
    ? notification.turn.id
    : undefined;
