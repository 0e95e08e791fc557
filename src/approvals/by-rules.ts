import type { ApprovalRequest } from "../approval.js";
import type { Approver } from "./approver.js";
import type { Verdict } from "./reply.js";
import type { Rules } from "./rules/judge.js";
import { judge } from "./rules/judge.js";

/** Has rules decide: what is denied, or not allowed, is a no. */
export const byRules = (rules: Rules, root: string): Approver => ({
  decide: (request) => Promise.resolve(ruled(request, rules, root)),
});

function ruled(request: ApprovalRequest, rules: Rules, root: string): Verdict {
  switch (request.kind) {
    case "command":
      return request.host === null
        ? judge(
            { kind: "command", command: request.command, cwd: request.cwd ?? root, root },
            rules,
          )
        : judge({ kind: "host", host: request.host }, rules);
    case "file_change": {
      if (request.grant_root !== null) return noRule("a whole directory");
      const paths = request.changes.flatMap(({ path, move_path }) => [path, move_path ?? path]);
      return judge({ kind: "path", paths: [...new Set(paths)], root }, rules);
    }
    case "mcp":
      return request.tool === null
        ? noRule("a tool without a name")
        : judge({ kind: "mcp", server: request.server, tool: request.tool }, rules);
    case "permissions":
      return noRule("more permissions");
    case "user_input":
    case "elicitation":
      return noRule("an answer");
  }
}

const noRule = (what: string): Verdict => ({
  decision: "decline",
  reason: `no rule can allow ${what}`,
});
