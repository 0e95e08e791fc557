import {
  declinedPart,
  combineParts,
  decidePart,
  inQuotes,
  type RuleDecision,
  type PartDecision,
} from "./decision.js";
import { namesOf, resolveRoot, type PathName, type PathNames, type Root } from "./path-names.js";
import {
  allowPattern,
  denyPattern,
  mayMatchPath,
  allowsName,
  type AllowPattern,
  type DenyPattern,
} from "./path-pattern.js";
import type { PathRule } from "./path-rule.js";
import { toPath } from "./real-path.js";

interface PathRequest {
  paths: readonly string[];
  root: string;
  /** Directories no wildcard matches, in addition to those protected by name. */
  protectedDirectories?: readonly string[];
}

interface PathRules {
  allow: readonly PathRule[];
  deny: readonly PathRule[];
}

/** Decides about every path of a change, by its text and by what it is on disk now. */
export async function decidePaths(
  { paths, root: directory, protectedDirectories = [] }: PathRequest,
  rules: PathRules,
): Promise<RuleDecision> {
  const root = await resolveRoot(directory, protectedDirectories);
  const allow = await Promise.all(rules.allow.map((rule) => allowPattern(rule)));
  const deny = await Promise.all(rules.deny.map((rule) => denyPattern(rule, root)));
  const parts: PartDecision[] = [];
  for (const path of paths) {
    parts.push(decidePath(path, await namesOf(path, root), { allow, deny, root }));
  }
  return combineParts(parts);
}

interface Context {
  allow: readonly AllowPattern[];
  deny: readonly DenyPattern[];
  root: Root;
}

function decidePath(what: string, path: PathNames, { allow, deny, root }: Context): PartDecision {
  const denial = deny.find((rule) => denies(rule, path));
  if (denial !== undefined) {
    const reason = `${inQuotes(what)}${resolvedInsertion(path, root)} is denied by the rule ${inQuotes(denial.text)}`;
    return { ...declinedPart(what, "denied", denial.text), reason };
  }
  const unlisted = path.names.find((name) => allowingRule(name, path, allow, root) === undefined);
  if (unlisted !== undefined) {
    return declinedPart(
      what,
      "unlisted",
      `no rule allows ${inQuotes(what)}${notAllowedReason(unlisted, path, root)}`,
    );
  }
  if (path.kind === "directory") {
    return declinedPart(
      what,
      "unclear",
      `${inQuotes(what)} is a directory; rules only allow files`,
    );
  }
  if (path.kind === "special") {
    return declinedPart(
      what,
      "unclear",
      `${inQuotes(what)} is a device, pipe or socket, not a regular file`,
    );
  }
  return decidePart(what, { allow: allowingRule(path.real, path, allow, root), deny: undefined });
}

const denies = ({ written, real }: DenyPattern, { text, names }: PathNames): boolean =>
  mayMatchPath(written, text) ||
  names.some(
    ({ full, inside }) =>
      mayMatchPath(written, full) ||
      mayMatchPath(written, inside ?? []) ||
      mayMatchPath(real, full),
  );

/**
 * Finds the rule that allows one name of a path. If a link leads out of the root, the rule must have no
 * wildcards. A rule that spells the path as written allows it wherever its links lead inside of the
 * root, unless the target is protected.
 */
function allowingRule(
  name: PathName,
  { names: [written = name] }: PathNames,
  allow: readonly AllowPattern[],
  root: Root,
): AllowPattern | undefined {
  const leavesRoot = written.inside !== undefined && name.inside === undefined;
  const found = allow.find(
    (rule) => (rule.isLiteral || !leavesRoot) && allowsName(rule, name, root),
  );
  if (found !== undefined || name.inside === undefined) return found;
  if (name.isProtected.slice(root.real.length).includes(true)) return undefined;
  return allow.find((rule) => rule.isLiteral && allowsName(rule, written, root));
}

/** Why a name is not allowed, as the end of a sentence; empty if simply no rule matches. */
function notAllowedReason(unlisted: PathName, path: PathNames, root: Root): string {
  const { names, real, hardLinks } = path;
  if (unlisted !== real && unlisted !== names[0]) {
    return `, which leads through ${inQuotes(toPath(unlisted.full))}`;
  }
  if (real.inside === undefined) return resolvedClause(path, root);
  if (root.protectedBy !== undefined) {
    return `${resolvedClause(path, root)}: the root ${inQuotes(toPath(root.real))} lies in ${inQuotes(root.protectedBy)}`;
  }
  if (hardLinks > 1 && unlisted === real) {
    return `${resolvedInsertion(path, root)} by its name: it has ${hardLinks} hard links, and all would change`;
  }
  return resolvedClause(path, root);
}

/** Where the links of a path lead, as a clause; empty for a path without links. */
function resolvedClause({ names, real }: PathNames, root: Root): string {
  if (names.length === 1) return "";
  const outside = real.inside === undefined ? `, outside of ${inQuotes(toPath(root.real))}` : "";
  return `, which is really ${inQuotes(toPath(real.full))}${outside}`;
}

/** The same in the middle of a sentence. */
function resolvedInsertion(path: PathNames, root: Root): string {
  const place = resolvedClause(path, root);
  return place === "" ? "" : `${place},`;
}
