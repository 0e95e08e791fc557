import { resolve } from "node:path";

import type { Argv, CommandModule, Options } from "yargs";

import type { Runtime } from "../src/runtime.js";
import { TURN_FLAGS } from "./flags.js";
import { readSettings } from "./settings.js";
import { parseTurn } from "./turn-options.js";
import { executeTurn } from "./turn.js";

/** `turnpipe run`: a prompt, a new thread, one turn. */
export const runCommand = (runtime: Runtime, finish: (code: number) => void): CommandModule => ({
  command: "run [prompt]",
  describe: "run one turn on a new thread",
  builder: (yargs: Argv) =>
    helpWanted(runtime.argv) ? explained(described(yargs)) : described(yargs, { hidden: true }),
  handler: async (argv) => {
    const { cd } = parseTurn(argv);
    const workdir = resolve(runtime.cwd, cd ?? ".");
    const trustProject = argv["trust-project-config"] === true;
    const settings = await readSettings({ workdir, trustProject }, runtime);
    finish(await executeTurn(parseTurn(argv, settings), runtime));
  },
});

const helpWanted = (argv: readonly string[]): boolean =>
  argv.some((word) => ["-h", "--help", "--get-yargs-completions"].includes(word));

/** yargs lays out a command's help each time it runs (11 ms), so what nobody will read is left out. */
const described = (yargs: Argv, extra: Options = {}): Argv =>
  yargs
    .positional("prompt", {
      type: "string",
      describe: "what to do; - reads it from stdin; piped input is added to it",
    })
    .options(
      Object.fromEntries(
        Object.entries(TURN_FLAGS).map(([name, flag]) => [name, { ...flag, ...extra }]),
      ),
    );

const explained = (yargs: Argv): Argv =>
  yargs
    .example('$0 run "fix the failing test"', "progress on stderr, the answer on stdout")
    .example('git diff | $0 run "write a commit message" | git commit -F -', "in a pipeline")
    .example("$0 run --json - < prompt.md | jq -c .type", "events as JSON lines")
    .example("$0 run --demo", "without an account");
