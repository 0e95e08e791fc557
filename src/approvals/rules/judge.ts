import { judgeCommand } from "./command.js";
import { judgeHost } from "./host.js";
import { unclear, type Judgement } from "./judgement.js";
import { judgeMcp } from "./mcp.js";
import { judgePaths } from "./path.js";
import type { Rule } from "./rule.js";
import { Unclear } from "./unclear.js";

/** What a rule can be asked about. */
export type RuleRequest =
  | { kind: "command"; command: string | readonly string[]; cwd?: string; root?: string }
  | { kind: "path"; paths: readonly string[]; root: string }
  | { kind: "mcp"; server: string; tool: string }
  | { kind: "host"; host: string; protocol?: string };

/** The user's rules. */
export interface Rules {
  allow: readonly Rule[];
  deny: readonly Rule[];
}

/** Whether the rules allow a request, all of it; what they do not surely allow is declined. */
export function judge(request: RuleRequest, rules: Rules): Judgement {
  try {
    switch (request.kind) {
      case "command":
        return judgeCommand(request, of(rules, "command"));
      case "path":
        return judgePaths(request, of(rules, "path"));
      case "mcp":
        return judgeMcp(request, of(rules, "mcp"));
      case "host":
        return judgeHost(request, of(rules, "host"));
    }
  } catch (error) {
    if (error instanceof Unclear) return unclear(error.message);
    throw error;
  }
}

function of<Kind extends Rule["kind"]>({ allow, deny }: Rules, kind: Kind) {
  const isOfKind = (rule: Rule): rule is Extract<Rule, { kind: Kind }> => rule.kind === kind;
  return { allow: allow.filter(isOfKind), deny: deny.filter(isOfKind) };
}
