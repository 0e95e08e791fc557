import { join } from "node:path";

import type { RepositoryFacts } from "../git/repository-facts.js";
import type { HookChange, HookStatus } from "./hook-install.js";
import { hookStatus, uninstallHook } from "./hook-install.js";
import type { HookPlace } from "./hook-manager.js";
import { contentOf, HOOK_COMMAND, hookPlace } from "./hook-manager.js";
import { removeRecords, wasInstalled } from "./hook-record.js";

/** Whether and how pushes of a repository are reviewed, whoever writes its hooks. */
export interface RepositoryHook extends HookStatus {
  readonly manager: HookPlace["manager"];
  /** Whether pushes were reviewed before and are not any more. */
  readonly gone: boolean;
  /** What the user still has to do. */
  readonly todo: string | null;
}

/** Reads the state of the hook: our block where it belongs, or where git runs it, or a manager's command. */
export function repositoryHook(facts: RepositoryFacts): RepositoryHook {
  const place = hookPlace(facts);
  const { manager, todo } = place;
  const direct = hookStatus(facts);
  const own = place.takesBlock ? hookStatus({ ...facts, ...place }) : commandStatus(place);
  const ours = { ...own, installed: own.installed && place.isRun };
  // A block that a manager has not overwritten yet.
  const status = direct.installed && !ours.installed ? direct : ours;
  // A hook that is there but not executable was switched off by somebody.
  const isLost = !status.installed && (status.mode === null || !place.isRun);
  const gone = isLost && wasInstalled(facts.gitDir);
  return { ...status, manager, gone, todo };
}

/** Reads the options in a command that a manager wrote into the hook. */
function commandStatus({ path, isRun }: HookPlace): HookStatus {
  const none = { installed: false, mode: null, onError: null, path, chained: "none" } as const;
  const line = contentOf(path)
    .split("\n")
    .find((each) => each.includes(HOOK_COMMAND));
  if (!isRun || line === undefined) return none;
  const [, mode = "block"] = / --mode[ =](warn|block)\b/.exec(line) ?? [];
  const [, onError = "open"] = / --on-error[ =](open|closed|warn)\b/.exec(line) ?? [];
  return { ...none, installed: true, mode, onError } as HookStatus;
}

/** Removes our block from where it belongs and from where git runs it, and the records in the git directory. */
export function uninstallEverywhere(facts: RepositoryFacts): HookChange {
  const place = hookPlace(facts);
  const direct = join(facts.hooksDir, "pre-push");
  const own = place.takesBlock ? uninstallHook({ ...facts, ...place }) : undefined;
  const other = place.path === direct && own !== undefined ? own : uninstallHook(facts);
  removeRecords(facts.gitDir);
  return own === undefined || own.change === "absent" ? other : own;
}
