import type { ThreadItem } from "../dialect/items.js";
import type { Line, Style } from "./line.js";
import { line } from "./line.js";
import { nameLine } from "./plain-text.js";
import { grouped } from "./quantity.js";

type FileChange = Extract<ThreadItem, { type: "file_change" }>;
type Change = FileChange["changes"][number];

/** How many lines were added and removed. */
export interface LineCount {
  added: number;
  removed: number;
}

/** Renders a change of a file: its lines added and removed, or its letter if they are not known. */
export function changeLine(change: Change, status: FileChange["status"], cwd: string): Line {
  const count = countLines(change);
  const [style, letter] = letterOf(change, cwd);
  if (status === "failed") return line("bad", `✗ ${letter}`, "not applied");
  if (count === undefined) return line(style, letter);
  const path = nameLine(below(cwd, change.move_path ?? change.path));
  return line("diffstat", `${diffstat(count)} ${path}`, whatHappened(change, cwd));
}

/** Formats a count as `+12 −3`. */
export const diffstat = ({ added, removed }: LineCount): string =>
  `+${String(added)} −${String(removed)}`;

/** Counts the lines of a change; undefined without its diff. */
export function countLines(change: Change): LineCount | undefined {
  if (change.diff === undefined) return undefined;
  const rows = diffRows(change);
  const count = (mark: string) => rows.filter((row) => row.startsWith(mark)).length;
  return { added: count("+"), removed: count("-") };
}

/** Renders the diff of a change, limited in its length. */
export function diffLines(change: Change): Line[] {
  if (change.diff === undefined) return [];
  const rows = diffRows(change);
  const shown = rows.slice(0, MAX_DIFF_ROWS).map(diffLine);
  const more = rows.length - shown.length;
  return more === 0
    ? shown
    : [...shown, line("dim", `  … ${grouped(more)} more lines (--diff-file FILE has all)`)];
}

const MAX_DIFF_ROWS = 1000;

/** The rows with their marks: the server sends a new or deleted file as its content, without any. */
function diffRows({ kind, diff = "", move_path }: Change): string[] {
  const text = move_path === undefined ? diff : diff.replace(MOVE_NOTE, "");
  if (text === "") return [];
  const rows = text.replace(/\n$/, "").split("\n");
  if (kind === "update") return rows;
  return rows.map((row) => `${kind === "add" ? "+" : "-"}${row}`);
}

/** The server appends to the diff where the file was moved to. */
const MOVE_NOTE = /\n\nMoved to: [^\n]*$/;

/** Renders a row of a diff; hidden characters are made visible, because they may deceive the reader. */
const diffLine = (row: string): Line => ({
  style: styleOf(row),
  text: `  ${nameLine(row.replaceAll("\t", "    "))}`,
  whole: true,
});

function styleOf(row: string): Style {
  if (row.startsWith("+")) return "added";
  if (row.startsWith("-")) return "removed";
  return row.startsWith("@@") ? "code" : "plain";
}

function whatHappened({ kind, path, move_path }: Change, cwd: string): string {
  if (move_path !== undefined) return `was ${nameLine(below(cwd, path))}`;
  return { add: "new", update: "", delete: "deleted" }[kind];
}

function letterOf(change: Change, cwd: string): [Style, string] {
  const [letter, style] = change.move_path === undefined ? LETTERS[change.kind] : MOVED;
  const moved = change.move_path === undefined ? "" : ` -> ${below(cwd, change.move_path)}`;
  return [style, `${letter} ${nameLine(below(cwd, change.path) + moved)}`];
}

const LETTERS: Record<Change["kind"], [string, Style]> = {
  add: ["A", "good"],
  update: ["M", "warn"],
  delete: ["D", "bad"],
};
const MOVED: [string, Style] = ["R", "info"];

const below = (cwd: string, path: string): string =>
  cwd !== "" && path.startsWith(cwd) && /^[\\/]./.test(path.slice(cwd.length))
    ? path.slice(cwd.length + 1)
    : path;
