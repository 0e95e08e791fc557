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
import { checkSwitches, refuseRepeats } from "../cli/check-flags.js";
import type { Flag } from "../cli/flags/flag.js";
import { exitCodeAfterOutput } from "../cli/output-errors.js";
import type { ParsedArguments } from "../cli/parse.js";
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
  flags: SHIM_FLAGS,
  help: {
    usage:
      "$0 shim install [--dir DIR]\n$0 shim uninstall [--dir DIR]\n" +
      "$0 shim status [--dir DIR] [--json]\n\n" +
      "A link called codex makes turnpipe a codex: it serves `codex exec` and `codex review`, and\n" +
      "hands every other sub-command to the real codex, which must come later on PATH, or be\n" +
      "installed as the package @openai/codex, or be named by TURNPIPE_CODEX. Without --dir the link\n" +
      "is made in ~/.local/bin, ~/bin or the directory of turnpipe, in the first that comes before\n" +
      "codex on PATH; uninstall removes every link of ours there and on PATH. A file that is not our\n" +
      "link is never changed.",
    examples: [
      ["$0 shim install", "codex exec … now runs on turnpipe"],
      ["$0 shim status --json | jq .active", "whether a shell would find it"],
    ],
  },
  execute: shim,
};

async function shim(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  checkSwitches(runContext.argv, SHIM_FLAGS);
  refuseRepeats(argv, SHIM_FLAGS);
  const [, action = "", unexpected] = argv._.map(String);
  if (!isAction(action) || unexpected !== undefined) {
    const word = isAction(action) ? unexpected : action;
    const problem = word === "" ? "no action given" : `unexpected argument ${JSON.stringify(word)}`;
    throw new CliError("usage", `shim: ${problem}: expected ${Object.keys(ACTIONS).join(", ")}`, {
      hint: "see: turnpipe shim --help",
    });
  }
  const named = argv["dir"] as string | undefined;
  if (named === "") throw new CliError("usage", "--dir needs a value");
  const dir = named === undefined ? undefined : resolve(runContext.cwd, named);
  const { env, cwd, program = "turnpipe" } = runContext;
  const text = await ACTIONS[action]({ dir, json: argv["json"] === true }, runContext, {
    ...{ env, cwd, program },
  });
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
