import type { ThreadEvent } from "../events.js";
import type { ServerNews } from "../protocol/notifications.js";
import { usageOf } from "./usage.js";

/** The optional parts of the dialect, as `--include` names them. */
export const INCLUDES = ["deltas", "diff", "plan", "usage", "approvals", "mcp", "raw"] as const;

export type Include = (typeof INCLUDES)[number];

/** The lines that a piece of news adds only when its part was asked for. */
export function optionalEvents(news: ServerNews, include: ReadonlySet<Include>): ThreadEvent[] {
  const wanted = PART_OF[news.kind];
  if (wanted === undefined || !include.has(wanted)) return [];
  switch (news.kind) {
    case "messageDelta":
      return [delta("agent_message", news)];
    case "reasoningDelta":
      return [delta("reasoning", news)];
    case "outputDelta":
      return [delta("command_execution", news)];
    case "planDelta":
      return [delta("plan", news)];
    case "diffUpdated":
      return [{ type: "turn.diff", diff: news.diff }];
    case "planUpdated": {
      const plan = news.plan.map(({ step, status }) => ({ step, status }));
      return [{ type: "turn.plan", explanation: news.explanation ?? null, plan }];
    }
    case "usageUpdated": {
      const { total, last, modelContextWindow } = news.tokenUsage;
      const window = modelContextWindow ?? null;
      return [
        { type: "usage.updated", total: usageOf(total), last: usageOf(last), context_window: window },
      ];
    }
    case "mcpStatus": {
      const { name: server, status, error } = news;
      return [{ type: "mcp.status", server, status, error: error ?? null }];
    }
    default:
      return [];
  }
}

const PART_OF: Readonly<Partial<Record<ServerNews["kind"], Include>>> = {
  messageDelta: "deltas",
  reasoningDelta: "deltas",
  outputDelta: "deltas",
  planDelta: "deltas",
  diffUpdated: "diff",
  planUpdated: "plan",
  usageUpdated: "usage",
  mcpStatus: "mcp",
};

const delta = (
  item_type: "agent_message" | "reasoning" | "command_execution" | "plan",
  news: { itemId: string; delta: string },
): ThreadEvent => ({ type: "item.delta", raw_id: news.itemId, item_type, delta: news.delta });
