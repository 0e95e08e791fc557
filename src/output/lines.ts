import type { ThreadEvent } from "../dialect/events.js";
import type { ThreadItem } from "../dialect/items.js";
import { itemLines } from "./item-lines.js";
import type { Line } from "./line.js";
import { block, facts, line, shortened } from "./line.js";
import { nameLine, oneLine } from "./plain-text.js";
import type { Step } from "./plan-lines.js";
import { planLines } from "./plan-lines.js";
import { duration } from "./quantity.js";
import { closingLine, hintLines } from "./turn-lines.js";
import { verifyLines } from "./verify-lines.js";

type Event<T extends ThreadEvent["type"]> = Extract<ThreadEvent, { type: T }>;

/** Tells a run line by line: event in, lines out, nothing remembered beyond this run. */
export function createNarrator({
  verbose,
  cwd = "",
}: {
  verbose: boolean;
  cwd?: string;
}): (event: ThreadEvent) => Line[] {
  const story: Story = {
    verbose,
    cwd,
    held: null,
    started: new Set(),
    plan: null,
    said: new Set(),
  };
  return (event) => tell(event, story);
}

interface Story {
  readonly verbose: boolean;
  cwd: string;
  /** The latest message: the answer, which is for stdout, unless more work follows. */
  held: string | null;
  readonly started: Set<string>;
  plan: Step[] | null;
  /** Warnings and errors already shown; the server says some of them twice. */
  readonly said: Set<string>;
}

function tell(event: ThreadEvent, story: Story): Line[] {
  switch (event.type) {
    case "thread.started":
      story.cwd = event.cwd;
      return [headerLine(event)];
    case "item.started":
      story.started.add(event.item.id);
      return [...release(story), ...plan(event.item, story)];
    case "item.updated":
      return [...release(story), ...plan(event.item, story)];
    case "item.completed":
      return finished(event.item, story);
    case "error":
      return RETRYING.test(event.message)
        ? once(event.message, "warning", story)
        : once(event.message, "error", story);
    case "turn.completed":
      // Should the answer be another text, this one would be seen nowhere.
      if (event.final_message?.trim() === story.held?.trim()) story.held = null;
      return [...release(story), closingLine(event)];
    case "turn.failed":
      return [
        ...release(story),
        ...once(event.error.message, "error", story),
        ...hintLines(event),
        closingLine(event),
      ];
    case "approval.resolved":
      return [line(event.decision.startsWith("accept") ? "good" : "warn", approvalWords(event))];
    case "mcp.status":
      return mcpStatus(event, story);
    case "verify.completed":
      return [...release(story), ...verifyLines(event)];
    case "retry.scheduled":
      return [...release(story), line("warn", oneLine(retryWords(event, story)))];
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
    case "raw":
      return [];
  }
}

// The server's own retries reach us as errors, though the turn goes on.
const RETRYING = /^reconnecting/i;
const PROBLEM_LINES = 12;

function finished(item: ThreadItem, story: Story): Line[] {
  if (item.type === "error") return once(item.message, "warning", story);
  // The plan is closed behind the answer, so it does not tell that work went on.
  if (item.type === "todo_list") return plan(item, story);
  const follows = !story.started.delete(item.id);
  const before = follows ? release(story) : [];
  if (item.type !== "agent_message") return [...before, ...itemLines(item, story)];
  story.held = item.text;
  return before;
}

function release(story: Story): Line[] {
  const text = story.held;
  story.held = null;
  if (text === null || text.trim() === "") return [];
  return itemLines({ id: "", type: "agent_message", text, phase: null }, story);
}

function plan(item: ThreadItem, story: Story): Line[] {
  if (item.type !== "todo_list") return [];
  const lines = planLines(item.items, story.plan);
  story.plan = item.items;
  return lines;
}

function once(message: string, kind: "warning" | "error", story: Story): Line[] {
  const words = `${kind}: ${message.trim()}`;
  if (story.said.has(words)) return [];
  story.said.add(words);
  return shortened(block(kind === "error" ? "bad" : "warn", "", words), PROBLEM_LINES);
}

function headerLine({ model, effort, sandbox, cwd, thread_id }: Event<"thread.started">): Line {
  const note = facts(effort && `effort ${effort}`, sandbox, shortPath(cwd), `thread ${thread_id}`);
  return { style: "bold", text: nameLine(model), note: nameLine(note), whole: true };
}

/** The folder and its parent say where we are; the rest is known to who sits there. */
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
  { said }: Story,
): string {
  const when = delay_ms === 0 ? "at once" : `in ${duration(delay_ms)}`;
  const whom = model === null ? "" : ` with ${nameLine(model)}`;
  const why = said.has(`error: ${message.trim()}`) ? "" : `: ${message}`;
  return `attempt ${String(attempt)} failed, trying again ${when}${whom}${why}`;
}

function mcpStatus({ server, status, error }: Event<"mcp.status">, story: Story): Line[] {
  const words = `mcp server ${nameLine(server)} ${nameLine(status)}${error === null ? "" : `: ${error}`}`;
  if (error !== null || status === "failed") return once(words, "warning", story);
  return story.verbose ? [line("dim", oneLine(words))] : [];
}
