import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { CliError } from "../../src/outcome/errors.js";
import { codexHome } from "../../src/files/home-directories.js";
import { repositoryRoot } from "../../src/files/repository-root.js";
import type { Worktree } from "../../src/git/worktree.js";
import { addWorktree } from "../../src/git/worktree.js";
import type { RunContext } from "../../src/context.js";
import { CodexError } from "./codex-error.js";
import { settingsIn } from "./profile.js";

/** A worktree for one thread. */
interface ManagedWorktree {
  directory: string;
  recordOwner(threadId: string | null): void;
}

/** Makes the worktree of `codex exec --worktree`, where codex makes it; it is kept. */
export function managedWorktree(
  workdir: string,
  config: readonly string[],
  runContext: Pick<RunContext, "env" | "cwd">,
): ManagedWorktree {
  const home = codexHome(runContext);
  const { projects } = settingsIn(join(home, "config.toml"), config) as Settings;
  const places = [workdir, repositoryRoot(workdir) ?? workdir];
  if (places.some((place) => projects?.[place]?.trust_level === "untrusted")) {
    throw new CliError("usage", "--worktree requires a source that is not explicitly untrusted");
  }
  const made = inCodexWords(() =>
    addWorktree(workdir, { parent: join(home, "worktrees"), env: runContext.env }),
  );
  return {
    directory: made.directory,
    recordOwner(threadId) {
      recordOwner(made, threadId);
    },
  };
}

/** Reports a failure of git as codex does. */
function inCodexWords<T>(add: () => T): T {
  try {
    return add();
  } catch (error) {
    if (!(error instanceof CliError) || !GIT_ERROR.test(error.message)) throw error;
    const message = error.message.replace(GIT_ERROR, "git command failed: ");
    throw new CodexError(error.kind, `Error: ${message}`);
  }
}

const GIT_ERROR = /^git [a-z-]+: /;

interface Settings {
  projects?: Readonly<Record<string, { trust_level?: unknown } | undefined>>;
}

/** Says whose worktree it is, in the file where codex looks for that. */
function recordOwner({ gitDir }: Worktree, ownerThreadId: string | null): void {
  if (ownerThreadId === null) return;
  const record = JSON.stringify({ version: 1, ownerThreadId });
  try {
    writeFileSync(join(gitDir, "codex-thread.json"), record, { mode: 0o600, flag: "wx" });
  } catch {
    // the agent removed the worktree, or has the thread recorded
  }
}
