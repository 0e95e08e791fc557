import type { Work } from "../dialect/events.js";
import type { ThreadItem } from "../dialect/items.js";
import { saysWriteBlocked } from "./blocked-write.js";

/** Counts what a turn did: "completed" alone does not mean that the work was done. */
export interface Tally {
  /** Counts a completed item; `callId` is the server's id of it. */
  item(item: ThreadItem, callId: string): void;
  unknownItem(): void;
  /** Counts a codex hook that has run, by its status. */
  hook(status: string): void;
  /** Counts a declined item once, though both its request and the item report it. */
  declined(itemId: string): void;
  /** Counts blocked writes from now on: only then does the output of a call tell that one was. */
  sandboxIsReadOnly(): void;
  /** Counts a call once if its output says that it could not write. */
  callOutput(callId: string, output: string): void;
  total(): Work;
}

export function createTally(): Tally {
  const work = { commands_ok: 0, commands_failed: 0, mcp_failed: 0, unknown_items: 0 };
  const hooks = { hooks_run: 0, hooks_failed: 0 };
  const declined = new Set<string>();
  const files = new Set<string>();
  const blockedCalls = new Set<string>();
  let readOnly = false;
  const callOutput = (callId: string, output: string): void => {
    if (readOnly && saysWriteBlocked(output)) blockedCalls.add(callId);
  };
  return {
    item(item, callId) {
      if (item.type === "command_execution") {
        callOutput(callId, item.aggregated_output);
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
    hook(status) {
      hooks.hooks_run++;
      if (status === "failed") hooks.hooks_failed++;
    },
    declined(itemId) {
      declined.add(itemId);
    },
    sandboxIsReadOnly() {
      readOnly = true;
    },
    callOutput,
    total() {
      const { commands_ok, commands_failed, mcp_failed, unknown_items } = work;
      return {
        commands_ok,
        commands_failed,
        declined: declined.size,
        files_changed: files.size,
        mcp_failed,
        unknown_items,
        writes_blocked: blockedCalls.size,
        ...hooks,
      };
    },
  };
}
