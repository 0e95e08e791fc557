import type { Work } from "../dialect/events.js";
import type { ThreadItem } from "../dialect/items.js";

/** Counts what a turn did: "completed" alone does not mean that the work was done. */
export interface Tally {
  item(item: ThreadItem): void;
  unknownItem(): void;
  /** Counts a declined item once, though both its request and the item report it. */
  declined(itemId: string): void;
  total(): Work;
}

export function createTally(): Tally {
  const work = { commands_ok: 0, commands_failed: 0, mcp_failed: 0, unknown_items: 0 };
  const declined = new Set<string>();
  const files = new Set<string>();
  return {
    item(item) {
      if (item.type === "command_execution") {
        if (item.status === "completed") work.commands_ok++;
        if (item.status === "failed") work.commands_failed++;
      }
      if (item.type === "mcp_tool_call" && item.status === "failed") work.mcp_failed++;
      if (item.type === "file_change" && item.status === "completed") {
        for (const { path } of item.changes) files.add(path);
      }
    },
    unknownItem() {
      work.unknown_items++;
    },
    declined(itemId) {
      declined.add(itemId);
    },
    total() {
      const { commands_ok, commands_failed, mcp_failed, unknown_items } = work;
      return {
        commands_ok,
        commands_failed,
        declined: declined.size,
        files_changed: files.size,
        mcp_failed,
        unknown_items,
      };
    },
  };
}
