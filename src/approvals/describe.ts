import type { ApprovalRequest } from "../dialect/approval.js";

/** What is asked for, in words on one line. */
export function inShort(request: ApprovalRequest): string {
  const [first = "", ...more] = summaryOf(request).split("\n");
  // A command of several lines must not pass for its first one.
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

/** Where it goes is a part of what is allowed. */
const changedPath = ({ path, move_path }: { path: string; move_path: string | null }): string =>
  move_path === null ? path : `${path} -> ${move_path}`;
