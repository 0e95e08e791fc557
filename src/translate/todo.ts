import type { ThreadEvent } from "../dialect/events.js";
import type { Ids } from "./ids.js";

interface Step {
  step: string;
  status: string;
}

/** The todo list of a turn: one item, started once, updated, and completed when the turn ends. */
export interface Todo {
  update(steps: readonly Step[]): ThreadEvent[];
  finish(): ThreadEvent[];
}

export function createTodo(ids: Ids): Todo {
  let list: Extract<ThreadEvent, { type: "item.updated" }>["item"] | undefined;
  return {
    update(steps) {
      const type = list === undefined ? "item.started" : "item.updated";
      const items = steps.map(({ step, status }) => ({
        text: step,
        completed: status === "completed",
      }));
      list = { id: list?.id ?? ids.fresh(), type: "todo_list", items };
      return [{ type, item: list }];
    },
    finish() {
      if (list === undefined) return [];
      const item = list;
      list = undefined;
      return [{ type: "item.completed", item }];
    },
  };
}
