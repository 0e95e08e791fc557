import type { ServerNews } from "../protocol/notifications.js";

export interface Scope {
  threadId: string;
  turnId: string;
}

/** Whether news belongs to our thread and turn: sub-agents share the connection and are not ours. */
export function isOurs(news: ServerNews, { threadId, turnId }: Scope): boolean {
  switch (news.kind) {
    case "configWarning":
    case "deprecationNotice":
    case "limitsUpdated":
      return true;
    case "warning":
    case "mcpStatus":
      return (news.threadId ?? threadId) === threadId;
    case "turnStarted":
    case "turnCompleted":
      return news.threadId === threadId && news.turn.id === turnId;
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
      return news.threadId === threadId && news.turnId === turnId;
    case "loginCompleted":
    case "statusChanged":
    case "quiet":
    case "unknown":
      return false;
  }
}

/** What a thread had used before our turn: it is told again when the thread is opened. */
export const isEarlierUsage = (
  news: ServerNews,
  { threadId, turnId }: Scope,
): news is Extract<ServerNews, { kind: "usageUpdated" }> =>
  news.kind === "usageUpdated" && news.threadId === threadId && news.turnId !== turnId;

/** The id our turn really runs under, where the server begins another for it: a review's. */
export const innerTurn = (news: ServerNews, { threadId, turnId }: Scope): string | undefined =>
  news.kind === "turnStarted" && news.threadId === threadId && news.turn.rootTurnId === turnId
    ? news.turn.id
    : undefined;
