import type { ThreadEvent } from "../dialect/events.js";
import { sanitizeForTerminal } from "../text/sanitize-for-terminal.js";
import type { ThreadItem } from "../dialect/items.js";
import { longestRun } from "../text/longest-run.js";
import type { ThreadRecord } from "../dialect/records.js";
import { nameLine, oneLine } from "./plain-text.js";
import { localTime } from "./quantity.js";
import { typedCommand } from "./shell-command.js";
import { shorten } from "../text/shorten.js";

/** Renders the heading of a thread's transcript, in Markdown. */
export function transcriptHead(thread: ThreadRecord): string {
  const facts = [
    `Thread ${code(thread.id)}`,
    thread.model === null ? "" : `model ${escaped(oneLine(thread.model))}`,
    thread.cwd === null ? "" : `in ${code(thread.cwd)}`,
    thread.created_at === null ? "" : `since ${localTime(thread.created_at)}`,
  ];
  const title = oneLine(thread.name ?? thread.preview) || thread.id;
  return `# ${escaped(title)}\n\n${facts.filter((fact) => fact !== "").join(", ")}\n`;
}

/** Renders one turn of the transcript. */
export function transcriptTurn(
  events: readonly ThreadEvent[],
  number: number,
  raw = false,
): string {
  return events
    .map((event) => eventPart(event, number, raw))
    .filter((text) => text !== "")
    .map((text) => `\n${text.trimEnd()}\n`)
    .join("");
}

function eventPart(event: ThreadEvent, number: number, raw: boolean): string {
  if (event.type === "item.completed") return itemPart(event.item, raw);
  if (event.type === "turn.failed") {
    return `**Failed** (${nameLine(event.error.cause)}): ${escaped(oneLine(event.error.message))}`;
  }
  if (event.type !== "turn.started") return "";
  const time = typeof event.started_at === "string" ? `, ${localTime(event.started_at)}` : "";
  const prompt = event.prompt ?? "";
  const head = `## Turn ${String(number)}${time}`;
  return prompt.trim() === "" ? head : `${head}\n\n${quoted(prompt)}`;
}

function itemPart(item: ThreadItem, raw: boolean): string {
  switch (item.type) {
    case "agent_message":
      // It is Markdown already.
      return raw ? item.text : sanitizeForTerminal(item.text);
    case "reasoning":
      return quoted(item.text);
    case "command_execution":
      return commandPart(item);
    case "file_change":
      return item.changes.map((change) => changeLine(change, item.status)).join("\n");
    case "mcp_tool_call":
      return `- ${code(`${item.server}/${item.tool}`)} ${item.status}`;
    case "collab_tool_call":
      return `- agents: ${code(item.tool)} ${item.status}`;
    case "web_search":
      return `- web search: ${escaped(oneLine(item.query))}`;
    case "todo_list":
      return item.items
        .map(({ text, completed }) => `- [${completed ? "x" : " "}] ${escaped(oneLine(text))}`)
        .join("\n");
    case "error":
      return `**Warning**: ${escaped(oneLine(item.message))}`;
    case "unknown":
      return "";
  }
}

function commandPart(item: Extract<ThreadItem, { type: "command_execution" }>): string {
  const { status, exit_code } = item;
  const output = shortenedLines(item.aggregated_output);
  const block = fenced(`$ ${typedCommand(item.command)}\n${output}`, "console");
  if (status === "declined") return `${block}\n\n(declined)`;
  return (exit_code ?? 0) === 0 ? block : `${block}\n\n(exit ${String(exit_code)})`;
}

type Change = Extract<ThreadItem, { type: "file_change" }>["changes"][number];

function changeLine({ kind, path, move_path, diff }: Change, status: string): string {
  const moved = move_path === undefined ? "" : ` -> ${code(move_path)}`;
  const failed = status === "failed" ? " (not applied)" : "";
  const body = diff === undefined ? "" : `\n\n${fenced(diff, "diff")}`;
  return `- ${kind} ${code(path)}${moved}${failed}${body}`;
}

const quoted = (text: string): string =>
  sanitizeForTerminal(text)
    .trim()
    .split("\n")
    .map((row) => `> ${row}`.trimEnd())
    .join("\n");

/** Renders a code block with a fence longer than any in the text. */
function fenced(text: string, language: string): string {
  const plain = sanitizeForTerminal(text).trimEnd();
  const fence = "`".repeat(Math.max(2, longestTicks(plain)) + 1);
  return `${fence}${language}\n${plain}\n${fence}`;
}

/** Renders a code span. */
function code(text: string): string {
  const plain = nameLine(text);
  const ticks = "`".repeat(longestTicks(plain) + 1);
  const room = /^`|`$/.test(plain) ? " " : "";
  return `${ticks}${room}${plain}${room}${ticks}`;
}

const longestTicks = (text: string): number => longestRun(text, "`");

/** Keeps the beginning and the end of a long output; all of it is in the events. */
function shortenedLines(output: string): string {
  const rows = output
    .trimEnd()
    .split("\n")
    .map((row) => shorten(row, MAX_LENGTH));
  const hidden = rows.length - 2 * HALF;
  if (hidden <= 1) return rows.join("\n");
  return [...rows.slice(0, HALF), `… ${String(hidden)} more lines`, ...rows.slice(-HALF)].join(
    "\n",
  );
}

const HALF = 20;
const MAX_LENGTH = 2000;

const escaped = (text: string): string => text.replaceAll(/([\\`*_[\]<>#])/g, "\\$1");
