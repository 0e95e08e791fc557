import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { CliError } from "../../src/outcome/errors.js";
import { codexHome } from "../../src/files/home-directories.js";
import type { Worktree } from "../../src/git/worktree.js";
import { addWorktree, removeWorktree } from "../../src/git/worktree.js";
import type { RunContext } from "../../src/context.js";
import { readThreadToFork } from "../../src/session/open-thread.js";
import type { Session } from "../../src/session/session.js";
import { CodexError } from "./codex-error.js";
import type { ExecOptions } from "./options.js";
import { settingsIn } from "./profile.js";
import { projectTrust } from "./project-trust.js";

/** The worktree of `codex exec --worktree`. */
export interface ExecWorktree {
  /** Where the run works; undefined until the worktree is made. */
  readonly directory: string | undefined;
  /** Makes the worktree of a fork, which needs the thread that is forked. */
  makeForFork(session: Session): Promise<void>;
  recordOwner(threadId: string): void;
  /** Removes it, if no thread was opened in it. */
  end(): void;
}

/** Makes the worktree of a run, or prepares that of a fork, where codex makes it; it is kept. */
export function execWorktree(
  options: Pick<ExecOptions, "task" | "cd" | "config" | "ignoreUserConfig">,
  source: string,
  runContext: Pick<RunContext, "env" | "cwd">,
): ExecWorktree {
  const { task, cd } = options;
  const make = (from: string) => ({ from, worktree: managedWorktree(from, options, runContext) });
  let made = task.kind === "fork" ? undefined : make(source);
  let isOwned = false;
  return {
    get directory() {
      return made?.worktree.directory;
    },
    async makeForFork({ server }) {
      if (task.kind !== "fork") return;
      const thread = await readThreadToFork(server, task.query, source);
      // Where the thread works, unless the command line names a directory.
      made = make(cd === undefined ? (thread.cwd ?? source) : source);
    },
    recordOwner(threadId) {
      if (made === undefined) return;
      isOwned = true;
      recordOwner(made.worktree, threadId);
    },
    end() {
      if (made !== undefined && !isOwned) removeWorktree(made.worktree, made.from, runContext.env);
    },
  };
}

function managedWorktree(
  workdir: string,
  options: Pick<ExecOptions, "config" | "ignoreUserConfig">,
  runContext: Pick<RunContext, "env" | "cwd">,
): Worktree {
  const home = codexHome(runContext);
  if (projectTrust(settingsIn(options, home), workdir) === "untrusted") {
    throw new CliError("usage", "--worktree requires a source that is not explicitly untrusted");
  }
  return inCodexWords(() =>
    addWorktree(workdir, { parent: join(home, "worktrees"), env: runContext.env }),
  );
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

/** Says whose worktree it is, in the file where codex looks for that. */
function recordOwner({ gitDir }: Worktree, ownerThreadId: string): void {
  const record = JSON.stringify({ version: 1, ownerThreadId });
  try {
    writeFileSync(join(gitDir, "codex-thread.json"), record, { mode: 0o600, flag: "wx" });
  } catch {
    // the agent removed the worktree, or has the thread recorded
  }
}
