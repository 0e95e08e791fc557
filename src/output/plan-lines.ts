import type { Line } from "./line.js";
import { line } from "./line.js";
import { shorten } from "../text/shorten.js";
import { oneLine } from "./plain-text.js";

/** One step of the agent's plan. */
export interface Step {
  text: string;
  completed: boolean;
}

/** Renders the whole plan when it is new or its steps change, later only those completed since `before`. */
export function planLines(steps: Step[], before: Step[] | null): Line[] {
  if (before === null)
    return steps.length === 0 ? [] : [line("plain", "plan:"), ...steps.map(listed)];
  const old = new Set(before.map((step) => step.text));
  if (steps.some((step) => !old.has(step.text)))
    return [line("plain", "new plan:"), ...steps.map(listed)];
  const known = new Set(before.filter((step) => step.completed).map((step) => step.text));
  const done = steps.filter((step) => step.completed);
  const count = `${done.length} of ${steps.length}`;
  return done
    .filter((step) => !known.has(step.text))
    .map((step) => line("good", `✓ ${oneLine(step.text)}`, count));
}

const listed = ({ text, completed }: Step): Line => ({
  style: completed ? "good" : "info",
  text: `  ${completed ? "✓" : "•"} ${shorten(oneLine(text), MAX_LENGTH)}`,
  whole: true,
});

const MAX_LENGTH = 240;
