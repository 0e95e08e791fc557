import type { Style } from "../../src/output/line.js";
import { oneLine, wholeLine } from "../../src/output/plain-text.js";
import wrapText from "../../src/output/text-wrap.js";
import type { DoctorRecord } from "../../src/dialect/records.js";
import type { CommandOutput } from "../cli/with-server.js";

/** Prints a row as JSON, tab-separated, or wrapped for a terminal. Nothing is cut, so that paths can be copied. */
export async function printRow(
  record: DoctorRecord,
  { stdout, paint, columns }: Pick<CommandOutput, "stdout" | "paint" | "columns">,
  json: boolean,
): Promise<void> {
  const { status, check, summary, hint } = record;
  if (json) return stdout.record(record);
  if (columns === undefined) {
    return stdout.text(`${[status, check, summary, hint ?? ""].map(wholeLine).join("\t")}\n`);
  }
  const head = `${paint(STYLES[status], status.padEnd(STATUS))}  ${check.padEnd(CHECK)}  `;
  const left = STATUS + CHECK + 4;
  const rows = [oneLine(summary), ...(hint === null ? [] : [`hint: ${oneLine(hint)}`])]
    .flatMap((text) => wrapText(text, Math.max(columns - left, MIN_COLUMNS)).split("\n"))
    .join(`\n${" ".repeat(left)}`);
  return stdout.text(`${head}${rows}\n`);
}

const STYLES: Readonly<Record<DoctorRecord["status"], Style>> = {
  ok: "good",
  warn: "warn",
  fail: "bad",
  skipped: "dim",
};

const STATUS = "skipped".length;
const CHECK = "codex_config".length;
const MIN_COLUMNS = 20;

/** Sums up all checks in one line. */
export function headline(records: readonly DoctorRecord[]): string {
  const named = (status: DoctorRecord["status"]): string[] =>
    records.filter((record) => record.status === status).map(({ check }) => check);
  const parts = [
    ...part("failed", named("fail")),
    ...part("warnings", named("warn")),
    ...part("skipped", named("skipped")),
  ];
  return parts.length === 0 ? "everything works" : parts.join("; ");
}

const part = (word: string, checks: readonly string[]): string[] =>
  checks.length === 0 ? [] : [`${word}: ${checks.join(", ")}`];
