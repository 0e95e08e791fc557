import type { ServerItem } from "../protocol/items.js";
import type { LineOptions } from "./notification-lines.js";
import type { CodexPaint } from "./paint.js";
import { BOLD, CYAN, DIM, GREEN, RED, SPEAKER, YELLOW } from "./paint.js";
import { pascalCase } from "./pascal-case.js";

type Item<T extends ServerItem["type"]> = Extract<ServerItem, { type: T }>;

/** The lines codex exec prints when an item starts. */
export function itemStartedLines(item: ServerItem, { paint }: LineOptions): string[] {
  switch (item.type) {
    case "commandExecution": {
      const place = typeof item.cwd === "string" ? item.cwd : "";
      return [paint(SPEAKER, "exec"), `${paint(BOLD, item.command)} in ${place}`];
    }
    case "mcpToolCall":
      return [`${mcpCall(item, paint)} ${paint(DIM, "started")}`];
    case "webSearch":
      return [webSearch(item, paint)];
    case "fileChange":
      return [paint(BOLD, "apply patch")];
    case "collabAgentToolCall":
      return [`${paint(BOLD, "collab:")} ${pascalCase(item.tool)}`];
    case "agentMessage":
    case "reasoning":
    case "plan":
    case "other":
      return [];
  }
}

/** The lines codex exec prints when an item is completed. */
export function itemCompletedLines(item: ServerItem, options: LineOptions): string[] {
  const { paint } = options;
  switch (item.type) {
    case "agentMessage":
      return messageLines(item.text, paint);
    case "reasoning":
      return reasoningLines(item, options);
    case "commandExecution":
      return commandLines(item, paint);
    case "mcpToolCall":
      return mcpEndLines(item, paint);
    case "webSearch":
      return [webSearch(item, paint)];
    case "fileChange":
      return [
        `${paint(BOLD, "patch:")} ${snakeCase(item.status)}`,
        ...item.changes.map(({ path }) => paint(DIM, path)),
      ];
    case "other":
      return item.name === "contextCompaction" ? [paint(DIM, "context compacted")] : [];
    case "collabAgentToolCall":
    case "plan":
      return [];
  }
}

/** A message of the model. */
export const messageLines = (text: string, paint: CodexPaint): string[] => [
  paint(SPEAKER, "codex"),
  text,
];

function reasoningLines(
  { summary = [], content }: Item<"reasoning">,
  { paint, hidesReasoning, showsRawReasoning }: LineOptions,
): string[] {
  if (hidesReasoning) return [];
  const raw = Array.isArray(content) ? content.filter((part) => typeof part === "string") : [];
  const parts = showsRawReasoning && raw.length > 0 ? raw : summary;
  const text = parts.join("\n");
  return text.trim() === "" ? [] : [paint(DIM, text)];
}

function commandLines(item: Item<"commandExecution">, paint: CodexPaint): string[] {
  const output = item.aggregatedOutput ?? "";
  return [commandEnd(item, paint), ...(output.trim() === "" ? [] : [output])];
}

function commandEnd(
  { status, exitCode, durationMs }: Item<"commandExecution">,
  paint: CodexPaint,
): string {
  const took = typeof durationMs === "number" ? ` in ${String(durationMs)}ms` : "";
  switch (status) {
    case "completed":
      return paint(GREEN, ` succeeded${took}:`);
    case "failed":
      return paint(RED, ` exited ${String(exitCode ?? 1)}${took}:`);
    case "declined":
      return paint(YELLOW, ` declined${took}:`);
    case "inProgress":
    case "interrupted":
      return paint(DIM, ` in progress${took}:`);
  }
}

const mcpCall = ({ server, tool }: Item<"mcpToolCall">, paint: CodexPaint): string =>
  `${paint(BOLD, "mcp:")} ${paint(CYAN, `${server}/${tool}`)}`;

function mcpEndLines(item: Item<"mcpToolCall">, paint: CodexPaint): string[] {
  const status = paint(item.status === "completed" ? GREEN : RED, snakeCase(item.status));
  return [
    `${mcpCall(item, paint)} ${paint(DIM, `(${status})`)}`,
    ...(item.error ? [paint(RED, item.error.message)] : []),
  ];
}

const webSearch = ({ query }: Item<"webSearch">, paint: CodexPaint): string =>
  `${paint(BOLD, "web search:")} ${query}`;

const snakeCase = (camel: string): string =>
  camel.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
