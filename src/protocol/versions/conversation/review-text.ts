import { fieldsOf, numberFrom, textOf } from "./fields.js";

/** The text of a review as today's servers render it, of the object that older ones send. */
export function reviewText(output: unknown): string {
  const { findings, overall_explanation: explanation } = fieldsOf(output);
  const comments = (Array.isArray(findings) ? findings : []).map(comment);
  const heading = comments.length > 1 ? "Full review comments:" : "Review comment:";
  const parts = [textOf(explanation)?.trim() ?? "", ...(comments.length > 0 ? [heading] : [])];
  return [...parts, ...comments].filter((part) => part !== "").join("\n\n");
}

function comment(finding: unknown): string {
  const { title, body, code_location: place } = fieldsOf(finding);
  const { absolute_file_path: path, line_range: range } = fieldsOf(place);
  const { start, end } = fieldsOf(range);
  const at = `${textOf(path) ?? ""}:${String(numberFrom(start) ?? 1)}-${String(numberFrom(end) ?? 1)}`;
  const lines = (textOf(body) ?? "").split("\n").map((line) => `  ${line}`);
  return [`- ${textOf(title) ?? ""} — ${at}`, ...lines].join("\n");
}
