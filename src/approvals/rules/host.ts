import { combineParts, decidePart, inQuotes, type RuleDecision } from "./decision.js";
import { hostName, isAddress } from "./host-name.js";
import { AmbiguousInput } from "./ambiguous-input.js";

/** Matches one host, or all subdomains of a name. */
export interface HostRule {
  kind: "host";
  text: string;
  name: string;
  subdomains: boolean;
}

/** Parses `example.org` or `*.example.org`; throws AmbiguousInput if it is invalid. */
export function parseHostRule(text: string, pattern: string): HostRule {
  const subdomains = pattern.startsWith("*.");
  const name = subdomains ? pattern.slice(2) : pattern;
  if (name.includes("*"))
    throw new AmbiguousInput("a * that is not the first part of a name (*.example.org)");
  if (/:\d+$/.test(name) && !/:.*:/.test(name))
    throw new AmbiguousInput("a port: a rule applies to all ports");
  const canonical = hostName(name);
  if (subdomains && isAddress(canonical)) throw new AmbiguousInput("a * before an address");
  return { kind: "host", text, name: canonical, subdomains };
}

/** Decides about one host. The port does not matter; addresses only match literally. */
export function decideHost(
  { host, protocol }: { host: string; protocol?: string },
  { allow, deny }: { allow: readonly HostRule[]; deny: readonly HostRule[] },
): RuleDecision {
  if (host.length > MAX_LENGTH) throw new AmbiguousInput(`the host ${inQuotes(host)}`);
  const name = hostName(host.replace(/^(\[.*\]|[^:]*):\d{1,5}$/, "$1"));
  const isMatch = (rule: HostRule) =>
    rule.subdomains ? name.endsWith(`.${rule.name}`) : name === rule.name;
  const what = protocol === undefined ? host : `${host} (${protocol})`;
  return combineParts([decidePart(what, { allow: allow.find(isMatch), deny: deny.find(isMatch) })]);
}

const MAX_LENGTH = 300;
