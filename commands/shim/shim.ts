import { resolve } from "node:path";

import { CliError } from "../../src/outcome/errors.js";
import { ownStdout } from "../../src/output/stdout.js";
import { oneLine, wholeLine } from "../../src/output/plain-text.js";
import type { ShimRecord } from "../../src/dialect/records.js";
import { diagnostic } from "../../src/text/diagnostic.js";
import type { RunContext } from "../../src/context.js";
import { chooseDirectory, shimDirectories } from "../../src/shim/directory.js";
import type { ShimContext } from "../../src/shim/directory.js";
import { installShim, uninstallShim } from "../../src/shim/link.js";
import type { ShimChange } from "../../src/shim/link.js";
import { shimStatus } from "../../src/shim/status.js";
import type { Flag } from "../cli/flags/flag.js";
import { exitCodeAfterOutput } from "../cli/output-errors.js";
import type { ParsedArguments } from "../cli/parse.js";
import { unexpectedArgument, unknownAction } from "../cli/usage-errors.js";
import type { Command } from "../registry.js";
import { realCodex } from "./real-codex.js";

const SHIM_FLAGS = {
  dir: {
    type: "string",
    value: "DIR",
    group: "Which:",
    describe: "the directory of the link",
  },
  json: { type: "boolean", group: "Output:", describe: "status: as one JSON object" },
} as const satisfies Record<string, Flag>;

/** `turnpipe shim`: makes, removes and shows a link `codex` that leads to turnpipe. */
export const SHIM: Command = {
  name: "shim",
  actions: ["install", "uninstall", "status"],
  flags: SHIM_FLAGS,
  help: {
    usage: ["turnpipe shim install|uninstall|status [flags]"],
    about:
      "A link called codex makes turnpipe a codex: it serves `codex exec` and `codex review`, and " +
      "hands every other sub-command to the real codex, which must come later on PATH, or be " +
      "installed as the package @openai/codex, or be named by TURNPIPE_CODEX.\n\n" +
      "Without --dir the link is made in ~/.local/bin, ~/bin or the directory of turnpipe, in the " +
      "first that comes before codex on PATH; uninstall removes every link of ours there and on " +
      "PATH. A file that is not our link is never changed.",
    commands: {
      install: "make the link",
      uninstall: "remove it",
      status: "where it is, and whether a shell would find it; --json",
    },
    examples: [
      ["turnpipe shim install", "codex exec … now runs on turnpipe"],
      ["turnpipe shim status --json | jq .active", "whether a shell would find it"],
    ],
  },
  execute: shim,
};

async function shim(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const [, action = "", unexpected] = argv._.map(String);
  if (!isAction(action)) throw unknownAction("shim", action, Object.keys(ACTIONS));
  if (unexpected !== undefined) throw unexpectedArgument("shim", unexpected);
  const named = argv["dir"] as string | undefined;
  if (named === "") throw new CliError("usage", "--dir needs a value");
  const dir = named === undefined ? undefined : resolve(runContext.cwd, named);
  const { env, cwd, program = "turnpipe" } = runContext;
  const options = { dir, json: argv["json"] === true };
  const text = await ACTIONS[action](options, runContext, { env, cwd, program });
  await ownStdout(runContext).text(text);
  return exitCodeAfterOutput(0, runContext);
}

type Action = "install" | "uninstall" | "status";

const isAction = (word: string): word is Action => Object.hasOwn(ACTIONS, word);

/** Does what is asked and returns what to print. */
type Act = (
  options: { dir: string | undefined; json: boolean },
  runContext: RunContext,
  context: ShimContext,
) => Promise<string>;

const ACTIONS: Readonly<Record<Action, Act>> = {
  async install({ dir }, runContext, context) {
    const chosen = dir ?? chooseDirectory(context);
    const change = installShim(chosen, context.program);
    const { advice } = shimStatus(chosen, context);
    if (advice !== null) warn(advice, runContext);
    const codex = await realCodex(runContext);
    if (codex instanceof CliError) warn(`${codex.message}; ${codex.hint ?? ""}`, runContext);
    return describe(change);
  },
  async uninstall({ dir }, _runContext, context) {
    const found = dir === undefined ? shimDirectories(context) : [dir];
    const directories = found.length === 0 ? [chooseDirectory(context)] : found;
    return Promise.resolve(directories.map((each) => describe(uninstallShim(each))).join(""));
  },
  async status({ dir, json }, runContext, context) {
    const { advice, ...status } = shimStatus(dir ?? chooseDirectory(context), context);
    const found = await realCodex(runContext);
    const codex = found instanceof CliError ? null : found;
    if (json) return `${JSON.stringify({ ...status, codex } satisfies ShimRecord)}\n`;
    const { path, installed, target, active } = status;
    return [
      installed ? `installed: ${path} -> ${target ?? "?"}` : `not installed (${path})`,
      active ? "codex on PATH is turnpipe" : `codex on PATH is ${status.first ?? "nothing"}`,
      codex === null ? "there is no real codex" : `the real codex is ${codex}`,
      ...(advice === null ? [] : [advice]),
    ]
      .map((line) => `${wholeLine(line)}\n`)
      .join("");
  },
};

const warn = (text: string, { stderr }: RunContext): void =>
  void stderr.write(`warning: ${diagnostic(text)}\n`);

const describe = ({ change, path }: ShimChange): string => `${CHANGES[change]}: ${oneLine(path)}\n`;

const CHANGES = {
  installed: "installed",
  updated: "updated",
  unchanged: "installed already",
  removed: "removed",
  absent: "not installed, nothing to remove",
} as const satisfies Record<ShimChange["change"], string>;
