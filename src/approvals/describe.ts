import type { ApprovalRequest } from "../approval.js";

/** What is asked for, in words and, where there is one, with its diff. */
export function describe(request: ApprovalRequest): string {
  const why =
    request.reason === null || request.reason === "" ? "" : `\nbecause: ${request.reason}`;
  return `${subject(request)}${why}`;
}

/** The same on one line. */
export function inShort(request: ApprovalRequest): string {
  const [first = "", ...more] = subject(request).split("\n");
  return request.kind === "command" && /\n./.test(request.command) && more.length > 0
    ? `${first} …`
    : first;
}

/** Where it goes is a part of what is allowed. */
const named = ({ path, move_path }: { path: string; move_path: string | null }): string =>
  move_path === null ? path : `${path} -> ${move_path}`;

function subject(request: ApprovalRequest): string {
  switch (request.kind) {
    case "command":
      return request.host === null
        ? `run: ${request.command}${request.cwd === null ? "" : `\nin: ${request.cwd}`}`
        : `connect to: ${request.host}`;
    case "file_change":
      return [
        `change: ${request.changes.map(named).join(", ") || "files that the server did not name"}`,
        ...(request.grant_root === null ? [] : [`and from now on all of ${request.grant_root}`]),
        ...request.changes.flatMap((each) => [`${each.kind} ${named(each)}`, each.diff ?? ""]),
      ].join("\n");
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
