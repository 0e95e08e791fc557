import { join } from "node:path";

import type { RunContext } from "../../src/context.js";
import type { TerminalEvent, ThreadEvent } from "../../src/dialect/events.js";
import { codexHome } from "../../src/files/home-directories.js";
import type { Worktree } from "../../src/git/worktree.js";
import { addWorktree, isUnchanged, removeWorktree } from "../../src/git/worktree.js";
import { namedDirectory } from "../../src/input/files.js";
import { CliError } from "../../src/outcome/errors.js";
import { diagnostic } from "../../src/text/diagnostic.js";
import type { TurnOptions } from "./options.js";
import type { PreparedTurn } from "./prepare.js";

/** The worktree of a run. */
export interface RunWorktree {
  /** The options of a run in it. */
  options: TurnOptions;
  /** A turn whose events name it. */
  prepared(turn: PreparedTurn): PreparedTurn;
  /** Removes it, if nothing was changed in it; says where it is otherwise. */
  end(): void;
}

/** Makes the worktree of `run --worktree`, where codex makes its own. */
export function runWorktree(options: TurnOptions, runContext: RunContext): RunWorktree {
  if (options.demo !== undefined) {
    throw new CliError("usage", "--worktree cannot be used with --demo");
  }
  const { env, cwd, stderr } = runContext;
  const source = namedDirectory(options.cd, cwd);
  const made = addTo(source, { parent: join(codexHome({ env, cwd }), "worktrees"), env });
  let kept: boolean | undefined;
  const end = (): boolean => {
    kept ??= !removeIfUnchanged(made, source, env);
    return kept;
  };
  return {
    options: { ...options, cd: made.directory },
    prepared: (turn) => ({
      ...turn,
      decorate: (event) => withWorktree(event, made),
      async finish(result) {
        const finished = await turn.finish(result);
        const worktree = { path: made.root, kept: end() };
        return { ...finished, event: { ...finished.event, worktree } as TerminalEvent };
      },
    }),
    end() {
      if (end()) stderr.write(`worktree: ${diagnostic(made.root)}\n`);
    },
  };
}

/** Makes the worktree; a failure names the flag. */
function addTo(...where: Parameters<typeof addWorktree>): Worktree {
  try {
    return addWorktree(...where);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    throw new CliError(error.kind, `--worktree: ${error.message}`, {
      hint: "a worktree is made of HEAD: it needs a git repository with a commit",
    });
  }
}

const withWorktree = (event: ThreadEvent, { root, commit }: Worktree): ThreadEvent =>
  event.type === "thread.started"
    ? { ...event, worktree: { path: root, branch: null, commit } }
    : event;

function removeIfUnchanged(made: Worktree, source: string, env: RunContext["env"]): boolean {
  if (!isUnchanged(made, env)) return false;
  removeWorktree(made, source, env);
  return true;
}
