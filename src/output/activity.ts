import type { ThreadEvent } from "../dialect/events.js";
import type { ThreadItem } from "../dialect/items.js";
import { nameLine } from "./plain-text.js";
import { typedCommand } from "./shell-command.js";

/** Tells after each event what is going on now; null when there is nothing to wait for. */
export function createActivity(): (event: ThreadEvent) => string | null {
  const running = new Map<string, string>();
  const asked = new Set<string | number>();
  let idle: string | null = STARTING;
  return (event) => {
    if (event.type === "turn.started") idle = "thinking";
    if (event.type === "item.started") run(event.item, running);
    if (event.type === "item.completed") running.delete(event.item.id);
    if (event.type === "verify.started")
      running.set("verify", nameLine(`checking: ${event.command}`));
    if (event.type === "verify.completed") running.delete("verify");
    if (event.type === "retry.scheduled") idle = "waiting for the next attempt";
    if (event.type === "approval.requested") asked.add(event.request_id);
    if (event.type === "approval.resolved") asked.delete(event.request_id);
    if (event.type === "turn.completed" || event.type === "turn.failed") {
      idle = null;
      running.clear();
    }
    // Somebody may be typing an answer on this very terminal.
    return asked.size > 0 ? null : ([...running.values()].at(-1) ?? idle);
  };
}

/** What goes on before the first event. */
export const STARTING = "starting";

function run(item: ThreadItem, running: Map<string, string>): void {
  const words = wordsFor(item);
  if (words !== null) running.set(item.id, nameLine(words));
}

function wordsFor(item: ThreadItem): string | null {
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
