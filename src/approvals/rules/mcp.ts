import { combineParts, decidePart, type RuleDecision } from "./decision.js";
import { refuseHiddenCharacters, AmbiguousInput } from "./ambiguous-input.js";
import { WILDCARD, matches } from "./wildcard.js";

/** Matches tools of MCP servers. */
export interface McpRule {
  kind: "mcp";
  text: string;
  server: string;
  tool: string;
}

/** Parses `server/tool`; throws AmbiguousInput if it is invalid. */
export function parseMcpRule(text: string, pattern: string): McpRule {
  const [server = "", ...rest] = pattern.replaceAll(/\*+/g, WILDCARD).split("/");
  const tool = rest.join("/");
  if (server === "" || tool === "") throw new AmbiguousInput("not SERVER/TOOL (*/* is every tool)");
  if (/\s/.test(pattern)) throw new AmbiguousInput("a space in a name");
  return { kind: "mcp", text, server, tool };
}

/** Decides about one tool call. */
export function decideMcp(
  { server, tool }: { server: string; tool: string },
  { allow, deny }: { allow: readonly McpRule[]; deny: readonly McpRule[] },
): RuleDecision {
  for (const name of [server, tool]) {
    refuseHiddenCharacters(name);
    if (name === "" || /\s/.test(name))
      throw new AmbiguousInput("an empty name, or one with spaces");
  }
  // The first slash separates the server from the tool.
  if (server.includes("/")) throw new AmbiguousInput("a slash in the name of a server");
  const part = decidePart(`${server}/${tool}`, {
    allow: allow.find((rule) => matches(rule.server, server) && matches(rule.tool, tool)),
    deny: deny.find((rule) => mayMatchName(rule.server, server) && mayMatchName(rule.tool, tool)),
  });
  return combineParts([part]);
}

const mayMatchName = (pattern: string, name: string): boolean =>
  matches(pattern.toLowerCase(), name.toLowerCase());
