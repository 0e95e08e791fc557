import type { ThreadItem, Work } from "../events.js";

/** Counts what a turn did, so that "completed" can be told from "did it". */
export interface Tally {
  item(item: ThreadItem): void;
  unknownItem(): void;
  declined(): void;
  total(): Work;
}

export function createTally(): Tally {
  const work = { commands_ok: 0, commands_failed: 0, declined: 0, mcp_failed: 0, unknown_items: 0 };
  const files = new Set<string>();
  return {
    item(item) {
      if (item.type === "command_execution") {
        if (item.status === "completed") work.commands_ok++;
        if (item.status === "failed") work.commands_failed++;
        if (item.status === "declined") work.declined++;
      }
      if (item.type === "mcp_tool_call" && item.status === "failed") work.mcp_failed++;
      if (item.type === "file_change" && item.status === "completed") {
        for (const { path } of item.changes) files.add(path);
      }
    },
    unknownItem() {
      work.unknown_items++;
    },
    declined() {
      work.declined++;
    },
    total() {
      const { commands_ok, commands_failed, declined, mcp_failed, unknown_items } = work;
      const files_changed = files.size;
      return { commands_ok, commands_failed, declined, files_changed, mcp_failed, unknown_items };
    },
  };
}
