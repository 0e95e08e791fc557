import type { Finding } from "../finding.js";
import { visibleLine } from "./visible.js";

type Lines = Pick<Finding, "start_line" | "end_line">;

/** The lines a finding is about; undefined when it names none. */
export const linesOf = ({ start_line: begin, end_line: end }: Lines) =>
  begin < 1 ? undefined : { begin, end: Math.max(begin, end) };

/** Where a finding is, for people: `path`, `path:12` or `path:12-14`. */
export function placeOf(finding: Lines & Pick<Finding, "file">): string {
  const lines = linesOf(finding);
  const file = visibleLine(finding.file) || "(no file)";
  if (lines === undefined) return file;
  return `${file}:${lines.begin}${lines.end > lines.begin ? `-${lines.end}` : ""}`;
}

/** Whether a path does not name a file of the repository: absolute, climbing, a URL, or empty. */
export const isOutside = (file: string): boolean =>
  file.trim() === "" || ROOTED.test(file) || file.split(/[/\\]/).includes("..");

/**
 * The path for programs that take none but paths of the repository. One from outside keeps its last
 * name only, in a folder that says so: it would else give away this machine, or mean another file.
 */
export function repositoryPath(file: string): string {
  if (!isOutside(file)) return file.replace(/^(?:\.\/+)+/, "") || ".";
  const name = file.split(/[/\\]/).findLast((part) => !["", ".", ".."].includes(part.trim()));
  return `outside-the-repository/${name ?? "unknown"}`;
}

const ROOTED = /^(?:[/\\~]|[a-z]:[/\\]|[a-z][a-z\d+.-]*:\/\/)/i;
