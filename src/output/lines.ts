import type { ThreadEvent } from "../dialect/events.js";
import type { ThreadItem } from "../dialect/items.js";
import { itemLines } from "./item-lines.js";
import type { Line } from "./line.js";
import { block, facts, line, shortenedLines } from "./line.js";
import { nameLine, oneLine } from "./plain-text.js";
import type { Step } from "./plan-lines.js";
import { planLines } from "./plan-lines.js";
import { duration } from "./quantity.js";
import { closingLine, hintLines, writeHint } from "./turn-lines.js";
import { verifyLines } from "./verify-lines.js";

type Event<T extends ThreadEvent["type"]> = Extract<ThreadEvent, { type: T }>;

/** Creates a function that turns the events of one run into lines for people. */
export function createEventLines({
  verbose,
  cwd = "",
}: {
  verbose: boolean;
  cwd?: string;
}): (event: ThreadEvent) => Line[] {
  const state: LinesState = {
    verbose,
    cwd,
    heldMessage: null,
    started: new Set(),
    plan: null,
    shown: new Set(),
  };
  return (event) => linesFor(event, state);
}

interface LinesState {
  readonly verbose: boolean;
  cwd: string;
  /** The latest message: the answer, which goes to stdout, unless more work follows. */
  heldMessage: string | null;
  readonly started: Set<string>;
  plan: Step[] | null;
  /** Warnings and errors already shown; the server sends some of them twice. */
  readonly shown: Set<string>;
}

function linesFor(event: ThreadEvent, state: LinesState): Line[] {
  switch (event.type) {
    case "thread.started":
      state.cwd = event.cwd;
      return [headerLine(event)];
    case "item.started":
      state.started.add(event.item.id);
      return [...releaseHeld(state), ...plan(event.item, state)];
    case "item.updated":
      return [...releaseHeld(state), ...plan(event.item, state)];
    case "item.completed":
      return completedLines(event.item, state);
    case "error":
      return RETRYING.test(event.message)
        ? once(event.message, "warning", state)
        : once(event.message, "error", state);
    case "turn.completed":
      // If the final message is another text, the held one would not be shown anywhere.
      if (event.final_message?.trim() === state.heldMessage?.trim()) state.heldMessage = null;
      return [...releaseHeld(state), closingLine(event), ...writeHint(event)];
    case "turn.failed":
      return [
        ...releaseHeld(state),
        ...once(event.error.message, "error", state),
        ...hintLines(event),
        closingLine(event),
        ...writeHint(event),
      ];
    case "approval.resolved":
      return [line(event.decision.startsWith("accept") ? "good" : "warn", approvalWords(event))];
    case "mcp.status":
      return mcpStatus(event, state);
    case "verify.completed":
      return [...releaseHeld(state), ...verifyLines(event)];
    case "retry.scheduled":
      return [...releaseHeld(state), line("warn", oneLine(retryWords(event, state)))];
    case "steer.accepted":
      return [line("info", `steered: ${oneLine(event.text)}`)];
    case "steer.refused":
      return [line("warn", `not steered: ${oneLine(event.reason)}`)];
    case "turn.started":
    case "verify.started":
    case "item.delta":
    case "turn.diff":
    case "turn.plan":
    case "usage.updated":
    case "approval.requested":
    case "hook.started":
    case "hook.completed":
    case "agent.started":
    case "agent.event":
    case "agent.completed":
    case "raw":
      return [];
  }
}

// The server reports its own retries as errors, though the turn goes on.
const RETRYING = /^reconnecting/i;
const PROBLEM_LINES = 12;

function completedLines(item: ThreadItem, state: LinesState): Line[] {
  if (item.type === "error") return once(item.message, "warning", state);
  // The plan is completed after the answer, so it does not mean that work went on.
  if (item.type === "todo_list") return plan(item, state);
  const follows = !state.started.delete(item.id);
  const before = follows ? releaseHeld(state) : [];
  if (item.type !== "agent_message") return [...before, ...itemLines(item, state)];
  state.heldMessage = item.text;
  return before;
}

function releaseHeld(state: LinesState): Line[] {
  const text = state.heldMessage;
  state.heldMessage = null;
  if (text === null || text.trim() === "") return [];
  return itemLines({ id: "", type: "agent_message", text, phase: null }, state);
}

function plan(item: ThreadItem, state: LinesState): Line[] {
  if (item.type !== "todo_list") return [];
  const lines = planLines(item.items, state.plan);
  state.plan = item.items;
  return lines;
}

function once(message: string, kind: "warning" | "error", state: LinesState): Line[] {
  const words = `${kind}: ${message.trim()}`;
  if (state.shown.has(words)) return [];
  state.shown.add(words);
  return shortenedLines(block(kind === "error" ? "bad" : "warn", "", words), PROBLEM_LINES);
}

function headerLine({ model, effort, sandbox, cwd, thread_id }: Event<"thread.started">): Line {
  const note = facts(effort && `effort ${effort}`, sandbox, shortPath(cwd), `thread ${thread_id}`);
  return { style: "bold", text: nameLine(model), note: nameLine(note), whole: true };
}

/** Shortens a path to the folder and its parent. */
function shortPath(path: string): string {
  const parts = path.split(/[\\/]/);
  return parts.length <= 3 ? path : `…/${parts.slice(-2).join("/")}`;
}

function approvalWords({ decision, reason, subject }: Event<"approval.resolved">): string {
  const done = decision.startsWith("accept") ? "allowed" : "declined";
  return `${done}: ${nameLine(subject)}${reason === "" ? "" : ` (${oneLine(reason)})`}`;
}

function retryWords(
  { attempt, message, delay_ms, model }: Event<"retry.scheduled">,
  { shown }: LinesState,
): string {
  const when = delay_ms === 0 ? "at once" : `in ${duration(delay_ms)}`;
  const withModel = model === null ? "" : ` with ${nameLine(model)}`;
  const why = shown.has(`error: ${message.trim()}`) ? "" : `: ${message}`;
  return `attempt ${String(attempt)} failed, trying again ${when}${withModel}${why}`;
}

function mcpStatus({ server, status, error }: Event<"mcp.status">, state: LinesState): Line[] {
  const words = `mcp server ${nameLine(server)} ${nameLine(status)}${error === null ? "" : `: ${error}`}`;
  if (error !== null || status === "failed") return once(words, "warning", state);
  return state.verbose ? [line("dim", oneLine(words))] : [];
}
