import type { TerminalEvent, Work } from "../dialect/events.js";
import type { Usage } from "../dialect/usage.js";
import type { LineCount } from "./change-lines.js";
import { diffstat } from "./change-lines.js";
import { hintFor } from "./hints.js";
import type { Line } from "./line.js";
import { facts } from "./line.js";
import { oneLine } from "./plain-text.js";
import { duration, grouped, some } from "./quantity.js";

/** The closing line of a turn: how it ended, then what it took. */
export function closingLine(turn: TerminalEvent, edited: LineCount | null = null): Line {
  const end = turn.exit_code === 0 ? "" : `exit ${turn.exit_code}`;
  const spent = turn.duration_ms === null ? "" : duration(turn.duration_ms);
  const note = facts(end, spent, workWords(turn.work, edited), usageWords(turn.turn_usage));
  return { ...endWords(turn), whole: true, ...(note === "" ? {} : { note }) };
}

/** A hint after a turn that could not write; a review is always read-only. */
export function writeHint({ work, review }: TerminalEvent): Line[] {
  if (work.writes_blocked === 0 || work.files_changed > 0 || review !== undefined) return [];
  return [{ style: "warn", text: WRITE_HINT, whole: true }];
}

const WRITE_HINT =
  "read-only: no file could be changed; allow it with -s workspace-write (short: --write)";

/** A hint for a failed turn, if there is one. */
export function hintLines(turn: TerminalEvent): Line[] {
  if (turn.type === "turn.completed") return [];
  const hint = hintFor(turn.error.cause, turn.error.resets_at);
  return hint === null ? [] : [{ style: "plain", text: `  ${hint}`, whole: true }];
}

function endWords(turn: TerminalEvent): Pick<Line, "style" | "text"> {
  if (turn.type === "turn.failed") return { style: "bad", text: "✗ failed" };
  if (turn.exit_code === 0) return { style: "good", text: "✓ done" };
  return { style: "bad", text: `✗ ${oneLine(turn.problem ?? turn.cause.replaceAll("_", " "))}` };
}

const workWords = (work: Work, edited: LineCount | null): string =>
  facts(
    filesWords(work.files_changed, edited),
    some(work.commands_failed, "command", "failed"),
    some(work.mcp_failed, "tool call", "failed"),
    some(work.declined, "request", "declined"),
    some(work.writes_blocked, "write", "blocked"),
  );

function filesWords(files: number, edited: LineCount | null): string {
  const words = some(files, "file", "changed");
  const isKnown = edited !== null && edited.added + edited.removed > 0;
  return words !== "" && isKnown ? `${words} ${diffstat(edited)}` : words;
}

function usageWords(usage: Usage | null): string {
  if (usage === null) return "";
  const { input_tokens, cached_input_tokens, output_tokens } = usage;
  if (input_tokens + output_tokens === 0) return "";
  const cached = cached_input_tokens === 0 ? "" : ` (${grouped(cached_input_tokens)} cached)`;
  return `tokens ${grouped(input_tokens)} in${cached}, ${grouped(output_tokens)} out`;
}
