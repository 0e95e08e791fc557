import { resolve } from "node:path";

import type { Argv, CommandModule } from "yargs";

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
    yargs
      .positional("prompt", {
        type: "string",
        describe: "what to do; - reads it from stdin; piped input is added to it",
      })
      .options(TURN_FLAGS)
      .example('$0 run "fix the failing test"', "progress on stderr, the answer on stdout")
      .example('git diff | $0 run "write a commit message" | git commit -F -', "in a pipeline")
      .example("$0 run --json - < prompt.md | jq -c .type", "events as JSON lines")
      .example("$0 run --demo", "without an account"),
  handler: async (argv) => {
    const { cd } = parseTurn(argv);
    const workdir = resolve(runtime.cwd, cd ?? ".");
    const trustProject = argv["trust-project-config"] === true;
    const settings = await readSettings({ workdir, trustProject }, runtime);
    finish(await executeTurn(parseTurn(argv, settings), runtime));
  },
});
