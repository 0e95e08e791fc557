import { judgementOf, partOf, told, type Judgement } from "./decision.js";
import { hostName, isAddress } from "./host-name.js";
import { Unclear } from "./ambiguous.js";

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
    throw new Unclear("a * that is not the first part of a name (*.example.org)");
  if (/:\d+$/.test(name) && !/:.*:/.test(name))
    throw new Unclear("a port: a rule is for all of them");
  const canonical = hostName(name);
  if (below && isAddress(canonical)) throw new Unclear("a * before an address");
  return { kind: "host", text, name: canonical, below };
}

/** Judges one host; the port does not matter, and addresses are only ever meant literally. */
export function judgeHost(
  { host, protocol }: { host: string; protocol?: string },
  { allow, deny }: { allow: readonly HostRule[]; deny: readonly HostRule[] },
): Judgement {
  if (host.length > MAX_LENGTH) throw new Unclear(`the host ${told(host)}`);
  const name = hostName(host.replace(/^(\[.*\]|[^:]*):\d{1,5}$/, "$1"));
  const means = (rule: HostRule) =>
    rule.below ? name.endsWith(`.${rule.name}`) : name === rule.name;
  const what = protocol === undefined ? host : `${host} (${protocol})`;
  return judgementOf([partOf(what, { allow: allow.find(means), deny: deny.find(means) })]);
}

const MAX_LENGTH = 300;
