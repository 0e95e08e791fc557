import { ruleDecision, partOf, told, type RuleDecision } from "./decision.js";
import { hostName, isAddress } from "./host-name.js";
import { AmbiguousCommand } from "./ambiguous.js";

/** Which hosts are meant: one, or everything below a name. */
export interface HostRule {
  kind: "host";
  text: string;
  name: string;
  below: boolean;
}

/** Reads `example.org` or `*.example.org`; what is wrong with it is thrown as unclear. */
export function parseHostRule(text: string, pattern: string): HostRule {
  const below = pattern.startsWith("*.");
  const name = below ? pattern.slice(2) : pattern;
  if (name.includes("*"))
    throw new AmbiguousCommand("a * that is not the first part of a name (*.example.org)");
  if (/:\d+$/.test(name) && !/:.*:/.test(name))
    throw new AmbiguousCommand("a port: a rule is for all of them");
  const canonical = hostName(name);
  if (below && isAddress(canonical)) throw new AmbiguousCommand("a * before an address");
  return { kind: "host", text, name: canonical, below };
}

/** Judges one host; the port does not matter, and addresses are only ever meant literally. */
export function decideHost(
  { host, protocol }: { host: string; protocol?: string },
  { allow, deny }: { allow: readonly HostRule[]; deny: readonly HostRule[] },
): RuleDecision {
  if (host.length > MAX_LENGTH) throw new AmbiguousCommand(`the host ${told(host)}`);
  const name = hostName(host.replace(/^(\[.*\]|[^:]*):\d{1,5}$/, "$1"));
  const means = (rule: HostRule) =>
    rule.below ? name.endsWith(`.${rule.name}`) : name === rule.name;
  const what = protocol === undefined ? host : `${host} (${protocol})`;
  return ruleDecision([partOf(what, { allow: allow.find(means), deny: deny.find(means) })]);
}

const MAX_LENGTH = 300;
