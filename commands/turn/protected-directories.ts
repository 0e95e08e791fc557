import { join, resolve } from "node:path";

import { codexHome, userHome } from "../../src/files/home-directories.js";
import { gitIn } from "../../src/git/git.js";
import { repositoryFacts } from "../../src/git/repository-facts.js";
import type { RunContext } from "../../src/context.js";

/**
 * Lists the directories that no wildcard in a path rule allows and that have no fixed name: where
 * git looks for hooks (`core.hooksPath`), codex's home, the user's turnpipe config.
 */
export function protectedDirectories(workdir: string, env: RunContext["env"]): readonly string[] {
  const facts = repositoryFacts(gitIn(workdir, env, LIMIT_MS));
  const places = [
    codexHome({ env, cwd: workdir }),
    join(env["XDG_CONFIG_HOME"] || join(userHome(env), ".config"), "turnpipe"),
    ...(facts === undefined ? [] : [facts.hooksDir]),
  ];
  return places.map((place) => resolve(workdir, place));
}

const LIMIT_MS = 5_000;
