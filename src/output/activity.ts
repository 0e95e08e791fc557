import type { ThreadEvent } from "../dialect/events.js";
import type { ThreadItem } from "../dialect/items.js";
import { nameLine } from "./plain-text.js";
import { typedCommand } from "./shell-command.js";

/**
 * Tracks the current activity: takes each event and returns a description, or null when nothing is
 * pending.
 */
export function createActivity(): (event: ThreadEvent) => string | null {
  const running = new Map<string, string>();
  const pendingApprovals = new Set<string | number>();
  let idle: string | null = STARTING;
  return (event) => {
    if (event.type === "turn.started") idle = "thinking";
    if (event.type === "item.started") addRunning(event.item, running);
    if (event.type === "item.completed") running.delete(event.item.id);
    if (event.type === "verify.started")
      running.set("verify", nameLine(`checking: ${event.command}`));
    if (event.type === "verify.completed") running.delete("verify");
    if (event.type === "retry.scheduled") idle = "waiting for the next attempt";
    if (event.type === "approval.requested") pendingApprovals.add(event.request_id);
    if (event.type === "approval.resolved") pendingApprovals.delete(event.request_id);
    if (event.type === "turn.completed" || event.type === "turn.failed") {
      idle = null;
      running.clear();
    }
    // Somebody may be typing an answer on this terminal.
    return pendingApprovals.size > 0 ? null : ([...running.values()].at(-1) ?? idle);
  };
}

/** The activity before the first event. */
export const STARTING = "starting";

function addRunning(item: ThreadItem, running: Map<string, string>): void {
  const words = describe(item);
  if (words !== null) running.set(item.id, nameLine(words));
}

function describe(item: ThreadItem): string | null {
  switch (item.type) {
    case "command_execution":
      return `running ${typedCommand(item.command)}`;
    case "file_change":
      return "editing files";
    case "mcp_tool_call":
      return `calling ${item.server}/${item.tool}`;
    case "collab_tool_call":
      return item.tool === "wait" ? "waiting for agents" : "talking to agents";
    case "web_search":
      return "searching the web";
    case "agent_message":
    case "reasoning":
    case "todo_list":
    case "error":
    case "unknown":
      return null;
  }
}
