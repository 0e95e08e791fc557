import { realpath, stat } from "node:fs/promises";

import type { ApprovalRequest } from "../dialect/approval.js";
import type { Approver } from "./approver.js";
import type { Decision } from "./response.js";
import type { Rules } from "./rules/decide.js";
import { decide } from "./rules/decide.js";

interface RulesContext {
  /** The agent's working directory. */
  root: string;
  /** Directories no wildcard matches; read again for each change. */
  protectedDirectories?: () => readonly string[];
}

/**
 * Decides by the user's rules: what they deny, or do not allow, is declined. If the root has been
 * replaced by another directory since the run began, everything is declined: paths would be checked
 * against the wrong one.
 */
export function byRules(rules: Rules, context: RulesContext): Approver {
  const initialDirectory = directoryIdentity(context.root);
  return {
    async decide(request) {
      if ((await directoryIdentity(context.root)) === (await initialDirectory)) {
        return decideRequest(request, rules, context);
      }
      const reason = `the working directory ${context.root} was replaced while the agent worked`;
      return { decision: "decline", reason };
    },
  };
}

/** Identifies a directory by real path, device and inode; undefined if it does not exist. */
const directoryIdentity = async (path: string): Promise<string | undefined> => {
  try {
    const [name, { dev, ino }] = [await realpath(path), await stat(path)];
    return `${name} ${dev} ${ino}`;
  } catch {
    return undefined;
  }
};

async function decideRequest(
  request: ApprovalRequest,
  rules: Rules,
  context: RulesContext,
): Promise<Decision> {
  const { root, protectedDirectories } = context;
  switch (request.kind) {
    case "command":
      return request.host === null
        ? decide(
            { kind: "command", command: request.command, cwd: request.cwd ?? root, root },
            rules,
          )
        : decide({ kind: "host", host: request.host }, rules);
    case "file_change": {
      if (request.grant_root !== null) return noRule("a whole directory");
      const changed = request.changes.flatMap(({ path, move_path }) => [path, move_path ?? path]);
      const paths = [...new Set(changed)];
      return decide(
        { kind: "path", paths, root, protectedDirectories: protectedDirectories?.() ?? [] },
        rules,
      );
    }
    case "mcp":
      return request.tool === null
        ? noRule("a tool without a name")
        : decide({ kind: "mcp", server: request.server, tool: request.tool }, rules);
    case "permissions":
      return noRule("more permissions");
    case "user_input":
    case "elicitation":
      return noRule("an answer");
  }
}

const noRule = (what: string): Decision => ({
  decision: "decline",
  reason: `no rule can allow ${what}`,
});
