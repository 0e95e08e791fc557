import { decideCommand } from "./command.js";
import { decideHost } from "./host.js";
import { ambiguousDecision, type RuleDecision } from "./decision.js";
import { decideMcp } from "./mcp.js";
import { decidePaths } from "./path.js";
import type { Rule } from "./rule.js";
import { AmbiguousInput } from "./ambiguous-input.js";
import { refuseOutside } from "./working-directory.js";

/** A request that rules can decide. */
export type RuleRequest =
  | {
      kind: "path";
      paths: readonly string[];
      root: string;
      protectedDirectories?: readonly string[];
    }
  /** The directory the command would run in, and the root it must be inside, if both are known. */
  | (CommandRequest & { cwd?: string; root?: string })
  | NameRequest;

interface CommandRequest {
  kind: "command";
  command: string | readonly string[];
}

type NameRequest =
  { kind: "mcp"; server: string; tool: string } | { kind: "host"; host: string; protocol?: string };

/** The user's rules. */
export interface Rules {
  allow: readonly Rule[];
  deny: readonly Rule[];
}

/**
 * Decides whether the rules allow all of a request; anything they do not certainly allow is declined.
 * Paths are resolved on disk, including links, so call this as late as possible.
 */
export async function decide(request: RuleRequest, rules: Rules): Promise<RuleDecision> {
  try {
    if (request.kind === "path") return await decidePaths(request, rulesOfKind(rules, "path"));
    if (request.kind === "command" && request.cwd !== undefined && request.root !== undefined) {
      await refuseOutside(request.cwd, request.root);
    }
    return decideByWords(request, rules);
  } catch (error) {
    if (error instanceof AmbiguousInput) return ambiguousDecision(error.message);
    throw error;
  }
}

/** Decides requests that need no file access. */
export function decideByWords(request: CommandRequest | NameRequest, rules: Rules): RuleDecision {
  try {
    switch (request.kind) {
      case "command":
        return decideCommand(request, rulesOfKind(rules, "command"));
      case "mcp":
        return decideMcp(request, rulesOfKind(rules, "mcp"));
      case "host":
        return decideHost(request, rulesOfKind(rules, "host"));
    }
  } catch (error) {
    if (error instanceof AmbiguousInput) return ambiguousDecision(error.message);
    throw error;
  }
}

function rulesOfKind<Kind extends Rule["kind"]>({ allow, deny }: Rules, kind: Kind) {
  const isOfKind = (rule: Rule): rule is Extract<Rule, { kind: Kind }> => rule.kind === kind;
  return { allow: allow.filter(isOfKind), deny: deny.filter(isOfKind) };
}
