import type { Finding } from "../finding.js";
import { visibleLine } from "./visible.js";

type Lines = Pick<Finding, "start_line" | "end_line">;

/** The line range of a finding; undefined when it has none. */
export const findingLines = ({ start_line: begin, end_line: end }: Lines) =>
  begin < 1 ? undefined : { begin, end: Math.max(begin, end) };

/** Renders a finding's location: `path`, `path:12` or `path:12-14`. */
export function placeOf(finding: Lines & Pick<Finding, "file">): string {
  const lines = findingLines(finding);
  const file = visibleLine(finding.file) || "(no file)";
  if (lines === undefined) return file;
  return `${file}:${lines.begin}${lines.end > lines.begin ? `-${lines.end}` : ""}`;
}

/** Whether a path is not inside the repository: absolute, with `..`, a URL, or empty. */
export const isOutside = (file: string): boolean =>
  file.trim() === "" || ROOTED.test(file) || file.split(/[/\\]/).includes("..");

/**
 * The path for programs that accept only paths in the repository. Of an outside path only the base
 * name is kept, in a marker folder: it would otherwise disclose local paths, or match another file.
 */
export function repositoryPath(file: string): string {
  if (!isOutside(file)) return file.replace(/^(?:\.\/+)+/, "") || ".";
  const name = file.split(/[/\\]/).findLast((part) => !["", ".", ".."].includes(part.trim()));
  return `outside-the-repository/${name ?? "unknown"}`;
}

const ROOTED = /^(?:[/\\~]|[a-z]:[/\\]|[a-z][a-z\d+.-]*:\/\/)/i;
