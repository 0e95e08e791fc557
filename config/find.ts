import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

import { repositoryRoot } from "../src/files/repository-root.js";
import { realPathOrSame } from "../src/files/real-path.js";
import { readConfigFile } from "./read-file.js";

interface Locations {
  env: Readonly<Record<string, string | undefined>>;
  /** The directory the agent will work in. */
  workdir: string;
}

/** The config files that exist: the user's, and the project's nearest one. */
export interface ConfigPaths {
  user: string | undefined;
  project: string | undefined;
}

/** Finds config files without loading a parser: most runs have none and should not pay for it. */
export function findConfig({ env, workdir }: Locations): ConfigPaths {
  // The real path: the parents of a link may belong to another project.
  return { user: userFile(env), project: projectFile(realPathOrSame(workdir)) };
}

const USER_FILES = ["config.json", "config.yaml", "config.yml"];

/** No JavaScript: it would run code of the repository under review before any sandbox. */
const PROJECT_FILES = [
  "package.json",
  ".turnpiperc",
  ".turnpiperc.json",
  ".turnpiperc.yaml",
  ".turnpiperc.yml",
  "turnpipe.config.json",
  "turnpipe.config.yaml",
];

function userFile(env: Locations["env"]): string | undefined {
  const home = env["HOME"] ?? env["USERPROFILE"];
  const base = env["XDG_CONFIG_HOME"] || (home === undefined ? undefined : join(home, ".config"));
  if (base === undefined) return undefined;
  return USER_FILES.map((name) => join(base, "turnpipe", name)).find((path) => existsSync(path));
}

/** Searches upward to the root of the repository; outside of one, only the directory itself. */
function projectFile(workdir: string): string | undefined {
  const root = repositoryRoot(workdir) ?? workdir;
  for (let dir = workdir; ; dir = dirname(dir)) {
    const found = PROJECT_FILES.map((name) => join(dir, name)).find(isConfigFile);
    if (found !== undefined || dir === root || dirname(dir) === dir) return found;
  }
}

/** Whether it is a config file; a package.json is one only if it has a `turnpipe` key. */
function isConfigFile(path: string): boolean {
  if (!existsSync(path)) return false;
  if (!path.endsWith("package.json")) return true;
  const file = readConfigFile(path, "project");
  if (file.problem !== undefined) return false;
  try {
    const manifest: unknown = JSON.parse(file.text);
    return typeof manifest === "object" && manifest !== null && Object.hasOwn(manifest, "turnpipe");
  } catch {
    // A broken package.json is not ours to report.
    return false;
  }
}
