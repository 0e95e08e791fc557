import { CliError } from "../../src/outcome/errors.js";
import type { Git } from "../../src/git/git.js";
import { gitIn } from "../../src/git/git.js";
import type { RepositoryFacts } from "../../src/git/repository-facts.js";
import { repositoryFacts } from "../../src/git/repository-facts.js";
import { ownStdout } from "../../src/output/stdout.js";
import type { HookRecord } from "../../src/dialect/records.js";
import type { RepositoryHook } from "../../src/review/repository-hook.js";
import { repositoryHook, uninstallEverywhere } from "../../src/review/repository-hook.js";
import type { RunContext } from "../../src/context.js";
import { HOOK_HELP } from "../cli/help.js";
import type { Flag } from "../cli/flags/flag.js";
import type { ParsedArguments } from "../cli/parse.js";
import { settingsFor } from "../cli/settings.js";
import { unexpectedArgument, unknownAction } from "../cli/usage-errors.js";
import type { Command } from "../registry.js";
import { MODES, ON_ERROR } from "./command-line.js";
import { describeChange } from "./describe-change.js";
import type { Mode, OnError } from "./policy.js";

const HOOK_FLAGS = {
  mode: {
    type: "string",
    value: "MODE",
    choices: MODES,
    group: "Hook:",
    describe: "whether findings stop the push (block, the default) or are only shown (warn)",
  },
  "on-error": {
    type: "string",
    value: "POLICY",
    choices: ON_ERROR,
    group: "Hook:",
    describe:
      "when the review fails: push with a loud warning (open), push (warn) or stop (closed)",
  },
  timeout: {
    type: "string",
    value: "DURATION",
    group: "Hook:",
    describe: "run: how long the whole hook may take (180s)",
  },
  global: {
    type: "boolean",
    group: "Hook:",
    describe: "install: for every repository, where core.hooksPath is set for all",
  },
  json: { type: "boolean", group: "Output:", describe: "status: as one JSON object" },
} as const satisfies Record<string, Flag>;

const HOOK_ACTIONS = ["install", "uninstall", "status", "run"];

/** `turnpipe review hook`: installs, removes and shows the pre-push hook. */
export const HOOK: Command = {
  name: "review hook",
  actions: HOOK_ACTIONS,
  flags: HOOK_FLAGS,
  help: HOOK_HELP,
  execute: hook,
};

async function hook(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const [, , action = "", ...more] = argv._.map(String);
  if (action === "run") {
    throw new CliError("usage", "review hook run: git calls this, with its own arguments", {
      hint: "review hook run [--mode M] [--on-error P] [--timeout T] -- REMOTE URL < lines of git",
    });
  }
  if (!isAction(action)) throw unknownAction("review hook", action, HOOK_ACTIONS);
  if (more[0] !== undefined) throw unexpectedArgument("review hook", more[0]);
  const git = gitIn(runContext.cwd, runContext.env);
  const facts = repositoryFacts(git);
  if (facts === undefined) {
    throw new CliError("usage", `${runContext.cwd} is not inside a git repository`);
  }
  return ACTIONS[action](argv, { facts, git }, runContext);
}

type Action = "install" | "uninstall" | "status";

const isAction = (word: string): word is Action => Object.hasOwn(ACTIONS, word);

type Act = (
  argv: ParsedArguments,
  repository: { facts: RepositoryFacts; git: Git },
  runContext: RunContext,
) => Promise<number>;

const ACTIONS: Readonly<Record<Action, Act>> = {
  async install(argv, { facts, git }, runContext) {
    const { review } = await settingsFor(argv, runContext, "hook");
    const policy = {
      mode: (argv["mode"] as Mode | undefined) ?? "block",
      onError: (argv["on-error"] as OnError | undefined) ?? review?.on_error ?? "open",
    };
    const { installInRepository } = await import("./install.js");
    const everywhere = argv["global"] === true;
    return installInRepository({ facts, git, everywhere }, policy, runContext);
  },
  async uninstall(_argv, { facts }, runContext) {
    await print(runContext, describeChange(uninstallEverywhere(facts)));
    const { manager, todo } = repositoryHook(facts);
    // Its config is the user's to change.
    if (manager === "lefthook" && todo === null) await print(runContext, LEFTHOOK_LEFT);
    if (manager === "simple-git-hooks" && todo === null) await print(runContext, SIMPLE_LEFT);
    return 0;
  },
  status(argv, { facts }, runContext) {
    const state = repositoryHook(facts);
    const { installed, mode, onError, path, chained, manager, gone } = state;
    const json: HookRecord = { installed, mode, on_error: onError, path, chained, manager, gone };
    const text = argv["json"] === true ? JSON.stringify(json) : describeState(state);
    return print(runContext, `${text}\n`);
  },
};

const LEFTHOOK_LEFT = "remove turnpipe.sh from lefthook's config, too\n";
const SIMPLE_LEFT =
  "simple-git-hooks still runs turnpipe: remove the command from its config, then run npx simple-git-hooks\n";

function describeState({
  installed,
  mode,
  onError,
  path,
  manager,
  gone,
  todo,
}: RepositoryHook): string {
  const by = manager === null ? "" : ` (${manager} writes the hooks of this repository)`;
  if (installed) return `installed (${mode ?? "?"}, on_error ${onError ?? "?"}) in ${path}${by}`;
  if (gone) return `GONE: pushes were reviewed here before, and are not any more${by}\n${AGAIN}`;
  if (mode !== null && todo !== null) return `not run: ${path}${by}\n${todo}`.trimEnd();
  return `not installed (${manager ?? "git"} looks for it at ${path})`;
}

const AGAIN =
  "install it again: turnpipe review hook install; forget it: turnpipe review hook uninstall";

async function print(runContext: RunContext, text: string): Promise<number> {
  await ownStdout(runContext).text(text);
  return 0;
}
