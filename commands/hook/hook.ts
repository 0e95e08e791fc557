import { CliError } from "../../src/outcome/errors.js";
import { gitIn } from "../../src/git/git.js";
import type { RepositoryFacts } from "../../src/git/repository-facts.js";
import { repositoryFacts } from "../../src/git/repository-facts.js";
import { ownStdout } from "../../src/output/stdout.js";
import type { HookRecord } from "../../src/dialect/records.js";
import type { HookChange } from "../../src/review/hook-install.js";
import { hookStatus, installHook, uninstallHook } from "../../src/review/hook-install.js";
import type { RunContext } from "../../src/context.js";
import { HOOK_HELP } from "../cli/help.js";
import type { Flag } from "../cli/flags/flag.js";
import type { ParsedArguments } from "../cli/parse.js";
import { settingsFor } from "../cli/settings.js";
import { unexpectedArgument, unknownAction } from "../cli/usage-errors.js";
import type { Command } from "../registry.js";
import { MODES, ON_ERROR } from "./command-line.js";
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
  const facts = repositoryFacts(gitIn(runContext.cwd, runContext.env));
  if (facts === undefined) {
    throw new CliError("usage", `${runContext.cwd} is not inside a git repository`);
  }
  return ACTIONS[action](argv, facts, runContext);
}

type Action = "install" | "uninstall" | "status";

const isAction = (word: string): word is Action => Object.hasOwn(ACTIONS, word);

type Act = (
  argv: ParsedArguments,
  facts: RepositoryFacts,
  runContext: RunContext,
) => Promise<number>;

const ACTIONS: Readonly<Record<Action, Act>> = {
  async install(argv, facts, runContext) {
    const { review } = await settingsFor(argv, runContext, "hook");
    const change = installHook(facts, {
      mode: (argv["mode"] as Mode | undefined) ?? "block",
      onError: (argv["on-error"] as OnError | undefined) ?? review?.on_error ?? "open",
      program: runContext.program ?? "turnpipe",
    });
    return print(runContext, describeChange(change));
  },
  uninstall: (_argv, facts, runContext) => print(runContext, describeChange(uninstallHook(facts))),
  status(argv, facts, runContext) {
    const status = hookStatus(facts);
    const { installed, mode, onError, path, chained } = status;
    const json: HookRecord = { installed, mode, on_error: onError, path, chained };
    const text = installed
      ? `installed (${mode ?? "?"}, on_error ${onError ?? "?"}) in ${path}`
      : `not installed (git looks for it at ${path})`;
    return print(runContext, argv["json"] === true ? `${JSON.stringify(json)}\n` : `${text}\n`);
  },
};

function describeChange({ change, path, chained }: HookChange): string {
  const kept = chained === "none" ? "" : ", together with the hook that was there";
  return `${CHANGES[change]}${change === "absent" ? "" : kept}: ${path}\n`;
}

const CHANGES = {
  installed: "installed",
  updated: "updated",
  unchanged: "installed already",
  removed: "removed",
  absent: "not installed, nothing to remove",
} as const satisfies Record<HookChange["change"], string>;

async function print(runContext: RunContext, text: string): Promise<number> {
  await ownStdout(runContext).text(text);
  return 0;
}
