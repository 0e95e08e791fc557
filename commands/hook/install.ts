import { existsSync } from "node:fs";
import { dirname, relative, sep } from "node:path";

import type { RunContext } from "../../src/context.js";
import { realPathOrSame } from "../../src/files/real-path.js";
import type { Git } from "../../src/git/git.js";
import type { RepositoryFacts } from "../../src/git/repository-facts.js";
import { CliError } from "../../src/outcome/errors.js";
import { ownStdout } from "../../src/output/stdout.js";
import { installHook } from "../../src/review/hook-install.js";
import type { HookPlace } from "../../src/review/hook-manager.js";
import { hookPlace } from "../../src/review/hook-manager.js";
import { recordInstalled, writeStartProgram } from "../../src/review/hook-record.js";
import type { HookOptions } from "../../src/review/hook-script.js";
import { diagnostic } from "../../src/text/diagnostic.js";
import { describeChange } from "./describe-change.js";

/** The repository the hook is installed in. */
interface Target {
  facts: RepositoryFacts;
  git: Git;
  /** Whether the user wants the hook in every repository. */
  everywhere: boolean;
}

/** Installs the hook where the repository's hook manager keeps it, or prints what to add by hand. */
export async function installInRepository(
  { facts, git, everywhere }: Target,
  policy: Pick<HookOptions, "mode" | "onError">,
  runContext: RunContext,
): Promise<number> {
  checkScope(git, everywhere);
  const place = hookPlace(facts);
  const out = ownStdout(runContext);
  if (place.takesBlock)
    await out.text(describeChange(writeBlock({ facts, git, place }, policy, runContext)));
  if (place.todo !== null) {
    await out.text(`${place.takesBlock ? "" : "not installed: "}${place.todo}`.trimEnd() + "\n");
    throw new CliError("input", `${place.manager ?? "git"} does not run the review hook yet`, {
      hint: "see above; then check with: turnpipe review hook status",
    });
  }
  recordInstalled(facts.gitDir);
  if (!place.takesBlock)
    await out.text(`installed already, by ${place.manager ?? ""}: ${place.path}\n`);
  return 0;
}

function writeBlock(
  { facts, git, place }: { facts: RepositoryFacts; git: Git; place: HookPlace },
  policy: Pick<HookOptions, "mode" | "onError">,
  { program = "turnpipe", node, stderr }: RunContext,
): ReturnType<typeof installHook> {
  const nodeDirectory = node === undefined ? undefined : dirname(node);
  const location = { ...facts, ...place };
  if (!isInWorkingTree(facts, place.path)) {
    return installHook(location, { ...policy, program, nodeDirectory });
  }
  refuseLink(facts, place.path);
  if (git.tryRun(["check-ignore", "--quiet", "--", place.path]) !== undefined) {
    return installHook(location, { ...policy, program, nodeDirectory });
  }
  // It can be committed, so it names no path of this machine.
  writeStartProgram(facts.gitDir, program, nodeDirectory);
  const change = installHook(location, { ...policy, program: null });
  const shown = diagnostic(relative(facts.root, place.path));
  stderr.write(
    `warning: ${shown} is part of the repository: once committed, it reviews the pushes of others\n`,
  );
  return change;
}

/** Refuses to change a hook directory that is set for all repositories, except with --global. */
function checkScope(git: Git, everywhere: boolean): void {
  const [scope, path] =
    git.tryRun(["config", "--show-scope", "--get", "core.hooksPath"])?.trimEnd().split("\t") ?? [];
  const isForAll = scope === "global" || scope === "system";
  if (isForAll === everywhere) return;
  if (everywhere) {
    throw new CliError(
      "usage",
      "review hook install --global: core.hooksPath is not set for all repositories",
      {
        hint: "git config --global core.hooksPath DIR sets it; without --global only this repository is changed",
      },
    );
  }
  throw new CliError(
    "usage",
    `core.hooksPath is ${JSON.stringify(path)} for all repositories: a hook there reviews the pushes of every one`,
    {
      hint:
        "if that is meant: turnpipe review hook install --global; " +
        'for this repository alone, first: git config core.hooksPath "$(git rev-parse --git-common-dir)/hooks"',
    },
  );
}

function isInWorkingTree({ root, gitDir }: RepositoryFacts, path: string): boolean {
  return isBelow(root, path) && !isBelow(gitDir, path);
}

/** A repository may contain links: nothing is written outside of it through one. */
function refuseLink({ root }: RepositoryFacts, path: string): void {
  let folder = dirname(path);
  while (!existsSync(folder) && folder !== root) folder = dirname(folder);
  if (isBelow(realPathOrSame(root), realPathOrSame(folder))) return;
  const message = `${dirname(path)} leads out of the repository: no hook is written there`;
  throw new CliError("input", message);
}

const isBelow = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
