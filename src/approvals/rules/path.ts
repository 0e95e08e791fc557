import { declined, ruleDecision, partOf, told, type RuleDecision, type Part } from "./decision.js";
import { namesOf, resolveRoot, type PathName, type PathNames, type Root } from "./path-names.js";
import {
  allowPattern,
  denyPattern,
  mayMean,
  opens,
  type AllowPattern,
  type DenyPattern,
} from "./path-pattern.js";
import type { PathRule } from "./path-rule.js";
import { joined } from "./real-path.js";

interface PathRequest {
  paths: readonly string[];
  root: string;
  /** Directories that no wildcard opens, beside those that are known by their names. */
  protectedPlaces?: readonly string[];
}

interface PathRules {
  allow: readonly PathRule[];
  deny: readonly PathRule[];
}

/** Decides about every path of a change, by its text and by what it is on disk right now. */
export async function decidePaths(
  { paths, root: directory, protectedPlaces = [] }: PathRequest,
  rules: PathRules,
): Promise<RuleDecision> {
  const root = await resolveRoot(directory, protectedPlaces);
  const allow = await Promise.all(rules.allow.map((rule) => allowPattern(rule)));
  const deny = await Promise.all(rules.deny.map((rule) => denyPattern(rule, root)));
  const parts: Part[] = [];
  for (const path of paths) {
    parts.push(decidePath(path, await namesOf(path, root), { allow, deny, root }));
  }
  return ruleDecision(parts);
}

interface Context {
  allow: readonly AllowPattern[];
  deny: readonly DenyPattern[];
  root: Root;
}

function decidePath(what: string, path: PathNames, { allow, deny, root }: Context): Part {
  const denial = deny.find((rule) => denies(rule, path));
  if (denial !== undefined) {
    const reason = `${told(what)}${aside(path, root)} is denied by the rule ${told(denial.text)}`;
    return { ...declined(what, "denied", denial.text), reason };
  }
  const closed = path.names.find((name) => openerOf(name, path, allow, root) === undefined);
  if (closed !== undefined) {
    return declined(what, "unlisted", `no rule allows ${told(what)}${why(closed, path, root)}`);
  }
  if (path.kind === "directory") {
    return declined(what, "unclear", `${told(what)} is a directory; rules open files`);
  }
  if (path.kind === "special") {
    return declined(what, "unclear", `${told(what)} is a device, pipe or socket and no file`);
  }
  return partOf(what, { allow: openerOf(path.real, path, allow, root), deny: undefined });
}

const denies = ({ written, real }: DenyPattern, { text, names }: PathNames): boolean =>
  mayMean(written, text) ||
  names.some(
    ({ full, inside }) =>
      mayMean(written, full) || mayMean(written, inside ?? []) || mayMean(real, full),
  );

/**
 * The rule that opens one name of a path. Where a link leads out of the root, only a rule without
 * wildcards does. A rule that spells the written path out opens it wherever its links lead inside
 * of the root, unless that place is protected.
 */
function openerOf(
  name: PathName,
  { names: [written = name] }: PathNames,
  allow: readonly AllowPattern[],
  root: Root,
): AllowPattern | undefined {
  const leavesRoot = written.inside !== undefined && name.inside === undefined;
  const opener = allow.find((rule) => (rule.isLiteral || !leavesRoot) && opens(rule, name, root));
  if (opener !== undefined || name.inside === undefined) return opener;
  if (name.isProtected.slice(root.real.length).includes(true)) return undefined;
  return allow.find((rule) => rule.isLiteral && opens(rule, written, root));
}

/** Why a name is not opened, as the end of a sentence; nothing where no rule mentions it at all. */
function why(closed: PathName, path: PathNames, root: Root): string {
  const { names, real, hardLinks } = path;
  if (closed !== real && closed !== names[0]) {
    return `, which leads through ${told(joined(closed.full))}`;
  }
  if (real.inside === undefined) return really(path, root);
  if (root.protectedBy !== undefined) {
    return `${really(path, root)}: the root ${told(joined(root.real))} lies in ${told(root.protectedBy)}`;
  }
  if (hardLinks > 1 && closed === real) {
    return `${aside(path, root)} by its name: it has ${hardLinks} hard links, and all would change`;
  }
  return really(path, root);
}

/** Where a path leads by its links; nothing for one without links. */
function really({ names, real }: PathNames, root: Root): string {
  if (names.length === 1) return "";
  const outside = real.inside === undefined ? `, outside of ${told(joined(root.real))}` : "";
  return `, which is really ${told(joined(real.full))}${outside}`;
}

/** The same in the middle of a sentence. */
function aside(path: PathNames, root: Root): string {
  const place = really(path, root);
  return place === "" ? "" : `${place},`;
}
