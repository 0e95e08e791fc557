import type { ThreadEvent } from "../dialect/events.js";
import type { Line } from "./line.js";
import { block, facts, line } from "./line.js";
import { nameLine } from "./plain-text.js";
import { duration } from "./quantity.js";

type Checked = Extract<ThreadEvent, { type: "verify.completed" }>;

/** Renders the result of a `--verify` command, with the end of its output if it failed. */
export function verifyLines({ command, passed, exit_code, output, duration_ms }: Checked): Line[] {
  const how = exit_code === null ? "not finished" : `exit ${String(exit_code)}`;
  const note = facts(passed ? "" : how, duration(duration_ms));
  const words = `${passed ? "✓" : "✗"} verify: ${nameLine(command)}`;
  const head = line(passed ? "good" : "bad", words, note);
  if (passed || output.trim() === "") return [head];
  const last = output.trimEnd().split("\n").slice(-LAST_LINES).join("\n");
  return [head, ...block("dim", "  ", last)];
}

const LAST_LINES = 8;
