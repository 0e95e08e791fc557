import { ruleDecision, partOf, type RuleDecision } from "./decision.js";
import { refuseHidden, AmbiguousCommand } from "./ambiguous.js";
import { ANY, matches } from "./wildcard.js";

/** Which tools of which MCP servers are meant. */
export interface McpRule {
  kind: "mcp";
  text: string;
  server: string;
  tool: string;
}

/** Reads `server/tool`; what is wrong with it is thrown as unclear. */
export function parseMcpRule(text: string, pattern: string): McpRule {
  const [server = "", ...rest] = pattern.replaceAll(/\*+/g, ANY).split("/");
  const tool = rest.join("/");
  if (server === "" || tool === "")
    throw new AmbiguousCommand("not SERVER/TOOL (*/* is every tool)");
  if (/\s/.test(pattern)) throw new AmbiguousCommand("a space in a name");
  return { kind: "mcp", text, server, tool };
}

/** Judges one call of a tool. */
export function decideMcp(
  { server, tool }: { server: string; tool: string },
  { allow, deny }: { allow: readonly McpRule[]; deny: readonly McpRule[] },
): RuleDecision {
  for (const name of [server, tool]) {
    refuseHidden(name);
    if (name === "" || /\s/.test(name))
      throw new AmbiguousCommand("an empty name, or one with spaces");
  }
  // Nothing else tells where the server's name ends.
  if (server.includes("/")) throw new AmbiguousCommand("a slash in the name of a server");
  const part = partOf(`${server}/${tool}`, {
    allow: allow.find((rule) => matches(rule.server, server) && matches(rule.tool, tool)),
    deny: deny.find((rule) => mayMean(rule.server, server) && mayMean(rule.tool, tool)),
  });
  return ruleDecision([part]);
}

const mayMean = (pattern: string, name: string): boolean =>
  matches(pattern.toLowerCase(), name.toLowerCase());
