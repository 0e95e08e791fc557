import { isAbsolute, relative, resolve } from "node:path";

import { resolveReview } from "./resolve-review.js";
import type { ConfigFile } from "./schema.js";

export interface ProjectFile {
  path: string;
  says: ConfigFile;
  /** The user vouched for this project on the command line. */
  trusted: boolean;
}

/** What the files say together, and what of it was not followed. */
export interface Resolved {
  settings: ConfigFile;
  ignored: string[];
}

/** Project over user; but a project may tighten, not loosen, unless the user trusts it. */
export function resolveConfig(user: ConfigFile, project: ProjectFile | undefined): Resolved {
  const { trust, ...own } = user;
  if (project === undefined) return { settings: own, ignored: [] };
  const trusted = project.trusted || isTrusted(project.path, trust ?? []);
  const keys = Object.keys(project.says) as (keyof ConfigFile)[];
  const ignored = trusted ? [] : keys.filter((key) => loosens(key, project.says, own));
  const review = resolveReview(own.review, {
    says: project.says.review,
    trusted,
    path: project.path,
  });
  const approvals = resolveApprovals(own.approvals, project.says.approvals, trusted);
  const settings = {
    ...own,
    ...project.says,
    review: review.settings,
    approvals: approvals.settings,
    // More may be hidden, not less.
    redact_env: union(own.redact_env, project.says.redact_env),
  };
  for (const key of ignored) Object.assign(settings, { [key]: own[key as keyof typeof own] });
  // Whom to trust is nobody's to say but the user's.
  delete settings.trust;
  return {
    settings: withoutGaps(settings),
    ignored: [...ignored, ...review.ignored, ...approvals.ignored],
  };
}

const union = (own: readonly string[] = [], theirs: readonly string[] = []) => {
  const all = [...new Set([...own, ...theirs])];
  return all.length === 0 ? undefined : all;
};

const withoutGaps = (settings: object): ConfigFile =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

/** What lets a repository choose programs to run, or undoes a care its user takes. */
function loosens(key: keyof ConfigFile, theirs: ConfigFile, own: ConfigFile): boolean {
  if (key === "sandbox") return rank(theirs.sandbox) > rank(own.sandbox ?? "workspace-write");
  if (key === "approve") return theirs.approve !== own.approve && isLooser(theirs, own);
  if (key === "ephemeral") return own.ephemeral === true && theirs.ephemeral === false;
  if (key === "fail_on") return (own.fail_on ?? []).some((on) => !theirs.fail_on?.includes(on));
  return LOOSENING.has(key);
}

const rank = (sandbox: ConfigFile["sandbox"]): number =>
  ["read-only", "workspace-write", "danger-full-access"].indexOf(sandbox ?? "read-only");

/** How much may be allowed without the user: nothing, what rules allow, anything. */
const say = (approve = "never"): number =>
  approve === "never" ? 0 : approve === "rules" || approve === "ask" ? 1 : 2;

/** What allows anything is never a project's to choose: a program of its own runs outside of every sandbox. */
const isLooser = (theirs: ConfigFile, own: ConfigFile): boolean =>
  say(theirs.approve) === 2 || say(theirs.approve) > say(own.approve);

/** A project's denials count as well; what it allows counts where it is trusted. */
function resolveApprovals(
  own: ConfigFile["approvals"],
  theirs: ConfigFile["approvals"],
  trusted: boolean,
): { settings: ConfigFile["approvals"]; ignored: string[] } {
  if (theirs === undefined) return { settings: own, ignored: [] };
  const both = (key: "allow" | "deny"): string[] => [...(own?.[key] ?? []), ...(theirs[key] ?? [])];
  const allow = trusted ? both("allow") : (own?.allow ?? []);
  const ignored = !trusted && (theirs.allow ?? []).length > 0 ? ["approvals.allow"] : [];
  return { settings: { allow, deny: both("deny") }, ignored };
}

const LOOSENING: ReadonlySet<keyof ConfigFile> = new Set([
  "codex",
  "config",
  "enable",
  "disable",
  "skip_git_repo_check",
  "answers",
  "trust",
]);

const isTrusted = (file: string, trust: readonly string[]): boolean =>
  trust.some((dir) => {
    const inside = relative(resolve(dir), file);
    return inside !== "" && !inside.startsWith("..") && !isAbsolute(inside);
  });
