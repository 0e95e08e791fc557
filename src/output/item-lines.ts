import type { ThreadItem } from "../dialect/items.js";
import { changeLine, diffLines } from "./change-lines.js";
import type { Line } from "./line.js";
import { block, facts, line, shortenedLines } from "./line.js";
import { firstLine, lastLines, nameLine, oneLine } from "./plain-text.js";
import { duration } from "./quantity.js";
import { typedCommand } from "./shell-command.js";

export interface ItemLineOptions {
  verbose: boolean;
  /** Paths below it are shown relative to it. */
  cwd: string;
  /** Whether the diffs of files are shown. */
  showsDiffs?: boolean;
}

type Item<T extends ThreadItem["type"]> = Extract<ThreadItem, { type: T }>;
type RenderedType = Exclude<ThreadItem["type"], "todo_list" | "error">;

/** Renders a completed item; plans and warnings need state and are rendered in lines.ts. */
export function itemLines(item: Item<RenderedType>, options: ItemLineOptions): Line[] {
  switch (item.type) {
    case "agent_message":
      return messageLines(item.text, options);
    case "reasoning":
      return reasoningLines(item, options);
    case "command_execution":
      return commandLines(item);
    case "file_change":
      return fileLines(item, options);
    case "mcp_tool_call":
      return [mcpLine(item)];
    case "collab_tool_call":
      return [toolLine(item, `agents ${nameLine(item.tool)}${after(item.prompt ?? "")}`)];
    case "web_search":
      return [line("good", `✓ ${searchWords(item)}`, took(item))];
    case "unknown":
      return options.verbose ? [line("dim", "? an unknown item type (newer than turnpipe)")] : [];
  }
}

const TAIL_LINES = 8;
const MESSAGE_LINES = 6;

function messageLines(text: string, { verbose }: ItemLineOptions): Line[] {
  const lines = block("dim", "", text);
  return verbose ? lines : shortenedLines(lines, MESSAGE_LINES);
}

function reasoningLines({ text }: Item<"reasoning">, { verbose }: ItemLineOptions): Line[] {
  // Summaries open with a bold title in Markdown.
  const plain = text.replace(/\*\*(.+?)\*\*/g, "$1");
  return verbose ? block("dim", "", plain) : [line("dim", firstLine(plain))];
}

function commandLines(item: Item<"command_execution">): Line[] {
  const ok = item.status === "completed" && (item.exit_code ?? 0) === 0;
  const why = item.status === "declined" ? "declined" : exitWords(item.exit_code);
  const command = nameLine(typedCommand(item.command));
  if (ok) return [line("good", `✓ ${command}`, took(item))];
  const tail = lastLines(item.aggregated_output, TAIL_LINES);
  return [
    line("bad", `✗ ${command}`, facts(why, took(item))),
    ...tail.map((row) => line("dim", `    ${row.trimEnd()}`)),
  ];
}

const exitWords = (code: number | null): string =>
  code === null || code === 0 ? "failed" : `exit ${code}`;

const fileLines = (
  { changes, status }: Item<"file_change">,
  { cwd, showsDiffs = false }: ItemLineOptions,
): Line[] =>
  changes.flatMap((change) => [
    changeLine(change, status, cwd),
    ...(showsDiffs && status !== "failed" ? diffLines(change) : []),
  ]);

function mcpLine(item: Item<"mcp_tool_call">): Line {
  const problem = item.error?.message ?? firstText(item.result?.content ?? []);
  const name = `mcp ${nameLine(`${item.server}/${item.tool}`)}`;
  return toolLine(item, item.status === "failed" ? `${name} failed${after(problem)}` : name);
}

/** A tool may report its failure as content, with no error set. */
function firstText(content: unknown[]): string {
  for (const part of content) {
    if (typeof part !== "object" || part === null || !("text" in part)) continue;
    if (typeof part.text === "string") return part.text;
  }
  return "";
}

function searchWords({ query, action }: Item<"web_search">): string {
  const word = (key: string) => (typeof action[key] === "string" ? nameLine(action[key]) : "");
  if (action.type === "open_page") return `web page${after(word("url") || query)}`;
  if (action.type === "find_in_page")
    return `web page${after(`${word("pattern")} in ${word("url")}`)}`;
  return `web search${after(query || word("query"))}`;
}

const toolLine = (item: Item<"mcp_tool_call" | "collab_tool_call">, text: string): Line =>
  item.status === "failed"
    ? line("bad", `✗ ${text}`, took(item))
    : line("good", `✓ ${text}`, took(item));

const after = (words: string): string => (words.trim() === "" ? "" : `: ${oneLine(words)}`);

const took = ({ duration_ms }: { duration_ms?: number | undefined }): string =>
  duration_ms === undefined ? "" : duration(duration_ms);
