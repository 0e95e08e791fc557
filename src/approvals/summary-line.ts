import type { ApprovalRequest } from "../dialect/approval.js";

/** Summarises an approval request on one line. */
export function summaryLine(request: ApprovalRequest): string {
  const [first = "", ...more] = summaryOf(request).split("\n");
  // Mark a command of several lines, so that it cannot pass for its first line.
  return request.kind === "command" && more.some((line) => line !== "") ? `${first} …` : first;
}

function summaryOf(request: ApprovalRequest): string {
  switch (request.kind) {
    case "command":
      return request.host === null ? `run: ${request.command}` : `connect to: ${request.host}`;
    case "file_change":
      return `change: ${request.changes.map(changedPath).join(", ") || "files that the server did not name"}`;
    case "permissions":
      return `more permissions: ${JSON.stringify(request.permissions)}`;
    case "mcp":
      return `call: ${request.server}/${request.tool ?? "?"} ${JSON.stringify(request.arguments)}`;
    case "user_input":
      return `answer: ${request.questions.map(({ question }) => question).join(" ")}`;
    case "elicitation":
      return `answer ${request.server}: ${request.message}`;
  }
}

/** Includes the target of a move, which is allowed along with the change. */
const changedPath = ({ path, move_path }: { path: string; move_path: string | null }): string =>
  move_path === null ? path : `${path} -> ${move_path}`;
