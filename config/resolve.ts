import { isAbsolute, relative, resolve } from "node:path";

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
  const said = Object.entries(project.says) as [keyof ConfigFile, unknown][];
  const followed = said.filter(([key, value]) => trusted || !loosens(key, value));
  const ignored = said
    .filter(([key, value]) => !trusted && loosens(key, value))
    .map(([key]) => key);
  const settings = { ...own, ...(Object.fromEntries(followed) as ConfigFile) };
  delete settings.trust;
  return { settings, ignored };
}

/** What lets a repository choose programs to run, or widen what the agent may touch. */
function loosens(key: keyof ConfigFile, value: unknown): boolean {
  if (key === "sandbox") return value === "danger-full-access";
  return LOOSENING.has(key);
}

const LOOSENING: ReadonlySet<keyof ConfigFile> = new Set([
  "codex",
  "config",
  "enable",
  "disable",
  "skip_git_repo_check",
  "trust",
]);

const isTrusted = (file: string, trust: readonly string[]): boolean =>
  trust.some((dir) => {
    const inside = relative(resolve(dir), file);
    return inside !== "" && !inside.startsWith("..") && !isAbsolute(inside);
  });
