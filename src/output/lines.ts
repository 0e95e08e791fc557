import type { ThreadEvent } from "../dialect/events.js";
import type { ThreadItem } from "../dialect/items.js";
import type { LineCount } from "./change-lines.js";
import { countLines } from "./change-lines.js";
import { isServerMessage, withOwnCommands } from "../text/server-words.js";
import { itemLines } from "./item-lines.js";
import type { Line } from "./line.js";
import { block, facts, line, shortenedLines } from "./line.js";
import { nameLine, oneLine } from "./plain-text.js";
import type { Step } from "./plan-lines.js";
import { planLines } from "./plan-lines.js";
import { duration } from "./quantity.js";
import { closingLine, hintLines, writeHint } from "./turn-lines.js";
import { verifyLines } from "./verify-lines.js";

const NO_LINES: LineCount = { added: 0, removed: 0 };

type FileChange = Extract<ThreadItem, { type: "file_change" }>;
type Event<T extends ThreadEvent["type"]> = Extract<ThreadEvent, { type: T }>;

export interface EventLineOptions {
  verbose: boolean;
  cwd?: string;
  showsDiffs?: boolean | undefined;
  /** Whether messages are printed elsewhere, while they are written. */
  streamsMessages?: boolean | undefined;
  /** The directory in which the user can resume the thread; undefined if it is not stored. */
  resumeIn?: string | undefined;
}

/** Creates a function that turns the events of one run into lines for people. */
export function createEventLines(options: EventLineOptions): (event: ThreadEvent) => Line[] {
  const { verbose, cwd = "", showsDiffs = false, streamsMessages = false } = options;
  const state: LinesState = {
    ...{ verbose, cwd, showsDiffs, streamsMessages },
    resumeIn: options.resumeIn,
    heldMessage: null,
    started: new Set(),
    plan: null,
    edited: NO_LINES,
    shown: new Set(),
  };
  return (event) => linesFor(event, state);
}

interface LinesState {
  readonly verbose: boolean;
  readonly showsDiffs: boolean;
  readonly streamsMessages: boolean;
  readonly resumeIn: string | undefined;
  cwd: string;
  /** The lines that patches added and removed; null if that of one is not known. */
  edited: LineCount | null;
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
      return [headerLine(event, state)];
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
      return [...releaseHeld(state), closingLine(event, state.edited), ...writeHint(event)];
    case "turn.failed":
      return [
        ...partialAnswer(event, state),
        ...once(event.error.message, "error", state),
        ...hintLines(event),
        ...resumeHint(event, state),
        closingLine(event, state.edited),
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
  if (item.type === "file_change") countEdit(item, state);
  if (item.type !== "agent_message") return [...before, ...itemLines(item, state)];
  if (!state.streamsMessages && !isServerMessage(item.text)) state.heldMessage = item.text;
  return before;
}

function countEdit({ status, changes }: FileChange, state: LinesState): void {
  if (status !== "completed") return;
  for (const count of changes.map(countLines)) {
    const { edited } = state;
    state.edited =
      edited === null || count === undefined
        ? null
        : { added: edited.added + count.added, removed: edited.removed + count.removed };
  }
}

/** The answer of a turn that was cut short, as far as it came; stdout does not get it. */
function partialAnswer(
  { partial, final_message }: Event<"turn.failed">,
  state: LinesState,
): Line[] {
  const isPartial = partial && !state.streamsMessages && (final_message ?? "").trim() !== "";
  if (!isPartial) return releaseHeld(state);
  if (state.heldMessage?.trim() === final_message?.trim()) state.heldMessage = null;
  const rows = shortenedLines(block("plain", "  ", final_message ?? ""), PARTIAL_LINES);
  return [...releaseHeld(state), line("plain", "the answer so far:"), ...rows];
}

const PARTIAL_LINES = 60;

/** How to go on with a turn that was cut short. */
function resumeHint({ partial, thread_id }: Event<"turn.failed">, state: LinesState): Line[] {
  if (!partial || thread_id === null || state.resumeIn === undefined) return [];
  const which = state.resumeIn === state.cwd ? "--last" : thread_id;
  return [{ style: "plain", text: `resume with: turnpipe resume ${which}`, whole: true }];
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
  const words = `${kind}: ${withOwnCommands(message.trim())}`;
  if (state.shown.has(words)) return [];
  state.shown.add(words);
  return shortenedLines(block(kind === "error" ? "bad" : "warn", "", words), PROBLEM_LINES);
}

function headerLine(
  { model, effort, sandbox, cwd, thread_id }: Event<"thread.started">,
  { verbose }: LinesState,
): Line {
  const id = verbose ? thread_id : shortId(thread_id);
  const note = facts(effort && `effort ${effort}`, sandbox, shortPath(cwd), `thread ${id}`);
  return { style: "bold", text: nameLine(model), note: nameLine(note), whole: true };
}

/** Shortens an id to its beginning, which is the time of the thread in milliseconds. */
const shortId = (id: string): string => (UUID.test(id) ? id.slice(0, TIME_LENGTH) : id);

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const TIME_LENGTH = "01a1f251-4b93".length;

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
