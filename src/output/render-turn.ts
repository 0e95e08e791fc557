import type { ThreadEvent } from "../dialect/events.js";
import { sanitizeForTerminal } from "../text/sanitize-for-terminal.js";
import { block } from "./line.js";
import { createEventLines } from "./lines.js";
import type { Paint } from "./colour.js";
import { renderLine } from "./render.js";

interface TurnStyle {
  cwd: string;
  columns: number;
  paint: Paint;
  /** Whether the answer keeps its control sequences. */
  raw?: boolean;
}

/** Renders a stored turn as its progress was shown when it ran, with the prompt and the answer. */
export function renderTurn(
  events: readonly ThreadEvent[],
  { cwd, columns, paint, raw = false }: TurnStyle,
): string {
  const toLines = createEventLines({ verbose: false, cwd });
  const lines = events.flatMap((event) => [
    ...(event.type === "turn.started" && isText(event.prompt)
      ? block("bold", "> ", event.prompt)
      : []),
    ...toLines(event),
  ]);
  const progress = lines.map((line) => `${renderLine(line, paint, columns)}\n`).join("");
  const answer = events.flatMap((event) =>
    event.type === "turn.completed" && isText(event.final_message) ? [event.final_message] : [],
  );
  const shown = answer.map((text) => (raw ? text : sanitizeForTerminal(text)).trimEnd());
  return `${progress}${shown.map((text) => `${text}\n`).join("")}`;
}

const isText = (text: string | null | undefined): text is string => (text ?? "").trim() !== "";
