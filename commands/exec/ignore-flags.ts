import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

import { CliError } from "../../src/outcome/errors.js";
import { repositoryRoot } from "../../src/files/repository-root.js";
import type { ExecOptions } from "./options.js";

/**
 * Rejects `--ignore-user-config` and `--ignore-rules` where there is something to ignore: the
 * app-server always reads the user's config and the rules.
 */
export function requireNothingToIgnore(
  options: Pick<ExecOptions, "ignoreUserConfig" | "ignoreRules">,
  { codexHome, workdir }: { codexHome: string; workdir: string },
): void {
  const config = join(codexHome, "config.toml");
  if (options.ignoreUserConfig && existsSync(config)) {
    throw new CliError(
      "usage",
      `--ignore-user-config: the codex app-server always reads ${config}`,
      {
        hint: "set CODEX_HOME to a directory without one",
      },
    );
  }
  const rules = options.ignoreRules ? rulesFor(codexHome, workdir) : undefined;
  if (rules !== undefined) {
    throw new CliError("usage", `--ignore-rules: the codex app-server always reads ${rules}`, {
      hint: "set CODEX_HOME to a directory without rules, and run where the project has none",
    });
  }
}

/** The first rules file codex would read: the user's, or one between here and the repository's root. */
function rulesFor(codexHome: string, workdir: string): string | undefined {
  const root = repositoryRoot(workdir) ?? workdir;
  const folders = [join(codexHome, "rules")];
  for (let dir = workdir; ; dir = dirname(dir)) {
    folders.push(join(dir, ".codex", "rules"));
    if (dir === root || dirname(dir) === dir) break;
  }
  return folders.flatMap(rulesIn)[0];
}

function rulesIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".rules"));
    return names.map((name) => join(folder, name));
  } catch {
    return [];
  }
}
