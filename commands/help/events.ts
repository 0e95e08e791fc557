import type { ThreadEvent } from "../../src/dialect/events.js";
import { paragraphs } from "../cli/help-page.js";
import { definitions } from "./definitions.js";

/** The page on the events of `--json`. */
export function eventsPage(columns: number): string {
  return [
    paragraphs(
      "With --json, run, resume and review print one JSON object a line on stdout. The last line is " +
        "always turn.completed or turn.failed, whatever happens, except for exit status 2, where " +
        "nothing is printed.",
      columns,
    ),
    `Always:\n${definitions(ALWAYS, columns)}`,
    `Only with a flag:\n${definitions(ON_REQUEST, columns)}`,
    `Items have a type, too:\n${definitions(ITEMS, columns)}`,
    paragraphs(
      "Every field: turnpipe schema events\n" +
        "The answer alone: turnpipe run --json … | jq -r 'select(.type==\"turn.completed\").final_message'",
      columns,
    ),
  ].join("\n\n");
}

const ALWAYS = {
  "thread.started": "the thread's id, its model, sandbox and directory",
  "turn.started": "the turn began",
  "item.started": "a command, a tool call, a change … began",
  "item.updated": "it changed, such as a to-do list",
  "item.completed": "it ended; an agent_message has the text",
  error: "something went wrong; the turn may go on",
  "turn.completed": "the last line of a turn that completed: answer, tokens, work, exit_code",
  "turn.failed": "the last line of any other: error.cause, error.message, exit_code",
} satisfies Partial<Record<ThreadEvent["type"], string>>;

const ON_REQUEST = {
  "item.delta": "--include deltas: a piece of a message as it is written",
  "turn.diff": "--include diff: the diff of the turn so far",
  "turn.plan": "--include plan: the plan and its steps",
  "usage.updated": "--include usage: tokens after each response of the model",
  "approval.requested": "--include approvals: something needs a decision",
  "approval.resolved": "--include approvals: the decision, and why",
  "mcp.status": "--include mcp: the state of an MCP server",
  "hook.started": "--include hooks: a hook of codex began",
  "hook.completed": "--include hooks: what it decided, and its output",
  "agent.started": "--include agents: a sub-agent began, on a thread of its own",
  "agent.event": "--include agents: an event of that thread",
  "agent.completed": "--include agents: how it ended, its answer and its tokens",
  raw: "--include raw: a message of the server that has no event",
  "verify.started": "--verify: the check began",
  "verify.completed": "--verify: whether it passed",
  "retry.scheduled":
    "--retry, --fallback-model, --wait-for-quota: what failed, and when it goes on",
  "steer.accepted": "--steer-from: the turn took a line",
  "steer.refused": "--steer-from: the turn did not take a line, and why",
} satisfies Record<Exclude<ThreadEvent["type"], keyof typeof ALWAYS>, string>;

type Item = Extract<ThreadEvent, { type: "item.completed" }>["item"]["type"];

const ITEMS = {
  agent_message: "text of the model; the last one is the answer",
  reasoning: "a summary of its reasoning",
  command_execution: "a command, its output and its exit_code",
  file_change: "files that were added, changed or deleted",
  mcp_tool_call: "a call of a tool",
  collab_tool_call: "work with another agent",
  web_search: "a search of the web",
  todo_list: "the plan",
  error: "a warning",
  unknown: "--include raw: an item of a type that turnpipe does not know",
} satisfies Record<Item, string>;
