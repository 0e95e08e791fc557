import type { Cell } from "./expectation.js";

/** What every check came to on one release. */
export interface Column {
  readonly version: string;
  readonly cells: ReadonlyMap<string, Cell>;
}

/**
 * The table of docs/versions.md: a row for each check, a column for neighbouring releases that do the same, and
 * below it the reasons of refusals, by the numbers in the cells.
 */
export function matrixTable(columns: readonly Column[]): string[] {
  const reasons: string[] = [];
  const mark = (cell: Cell | undefined): string => {
    if (cell === undefined) return "";
    if (typeof cell === "string") return "✓";
    if ("wrong" in cell) return "WRONG";
    const reason = cell.refuses.replace(/^\S+: /, "").replace(/codex \d\S*/, "codex");
    if (!reasons.includes(reason)) reasons.push(reason);
    return String(reasons.indexOf(reason) + 1);
  };
  const names = [...(columns[0]?.cells.keys() ?? [])];
  const marked = columns.map(({ version, cells }) => ({
    versions: [version],
    marks: names.map((name) => mark(cells.get(name))),
  }));
  const merged: typeof marked = [];
  for (const column of marked) {
    const last = merged.at(-1);
    if (last !== undefined && last.marks.join() === column.marks.join())
      last.versions.push(...column.versions);
    else merged.push(column);
  }
  return [
    `| | ${merged.map(({ versions }) => versions.join(", ")).join(" | ")} |`,
    `| --- |${" --- |".repeat(merged.length)}`,
    ...names.map(
      (name, at) => `| ${[name, ...merged.map(({ marks }) => marks[at])].join(" | ")} |`,
    ),
    "",
    ...reasons.map((reason, index) => `${index + 1}. ${reason}`),
  ];
}
