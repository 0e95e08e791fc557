import type { ThreadEvent } from "../events.js";
import { harmless } from "../harmless.js";
import { block } from "./line.js";
import { createNarrator } from "./lines.js";
import type { Paint } from "./colour.js";
import { render } from "./render.js";

/** A turn that is over, told as it was told when it ran, with what was asked and what was answered. */
export function turnStory(
  events: readonly ThreadEvent[],
  { cwd, columns, paint }: { cwd: string; columns: number; paint: Paint },
): string {
  const narrate = createNarrator({ verbose: false, cwd });
  const lines = events.flatMap((event) => [
    ...(event.type === "turn.started" && isText(event.prompt)
      ? block("bold", "> ", event.prompt)
      : []),
    ...narrate(event),
  ]);
  const told = lines.map((line) => `${render(line, paint, columns)}\n`).join("");
  const answer = events.flatMap((event) =>
    event.type === "turn.completed" && isText(event.final_message) ? [event.final_message] : [],
  );
  return `${told}${answer.map((text) => `${harmless(text).trimEnd()}\n`).join("")}`;
}

const isText = (text: string | null | undefined): text is string => (text ?? "").trim() !== "";
