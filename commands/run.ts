import { resolve } from "node:path";

import type { Argv, CommandModule, Options } from "yargs";

import { CliError } from "../src/errors.js";
import type { Runtime } from "../src/runtime.js";
import { TURN_FLAGS } from "./flags.js";
import { readSettings } from "./settings.js";
import { parseTurn } from "./turn-options.js";
import { executeTurn } from "./turn.js";

/** `turnpipe run`: a prompt, a new thread, one turn. */
export const runCommand = (runtime: Runtime, finish: (code: number) => void): CommandModule => ({
  command: "run",
  describe: "run one turn on a new thread",
  builder: (yargs: Argv) =>
    helpWanted(runtime.argv) ? explained(described(yargs)) : described(yargs, { hidden: true }),
  handler: async (argv) => {
    refuseOddSwitches(runtime.argv);
    const given = { ...argv, prompt: onlyPrompt(argv._) };
    const { cd } = parseTurn(given);
    const workdir = resolve(runtime.cwd, cd ?? ".");
    const trustProject = argv["trust-project-config"] === true;
    const settings = await readSettings({ workdir, trustProject }, runtime);
    finish(await executeTurn(parseTurn(given, settings), runtime));
  },
});

const helpWanted = (argv: readonly string[]): boolean =>
  argv.some((word) => ["-h", "--help", "--get-yargs-completions"].includes(word));

/** yargs lays out a command's help each time it runs (11 ms), so what nobody will read is left out. */
const described = (yargs: Argv, extra: Options = {}): Argv =>
  yargs.options(
    Object.fromEntries(
      Object.entries(TURN_FLAGS).map(([name, flag]) => [name, { ...flag, ...extra }]),
    ),
  );

const explained = (yargs: Argv): Argv =>
  yargs
    .usage(
      "$0 run [PROMPT] [flags]\n\n" +
        "Run one turn on a new thread. PROMPT is what to do; - or nothing reads it from stdin;\n" +
        "with a PROMPT, piped input is added to it.",
    )
    .example('$0 run "fix the failing test"', "progress on stderr, the answer on stdout")
    .example('git diff | $0 run "write a commit message" | git commit -F -', "in a pipeline")
    .example("$0 run --json - < prompt.md | jq -c .type", "events as JSON lines")
    .example("$0 run --demo", "without an account");

/** The prompt is not a yargs positional: those lose a lone dash, and words behind two dashes. */
function onlyPrompt([, prompt, ...more]: readonly (string | number)[]): string | undefined {
  if (more.length > 0) {
    throw new CliError("usage", `one prompt, please: what is ${JSON.stringify(more[0])}?`, {
      hint: "a prompt of several words needs quotes",
    });
  }
  return prompt === undefined ? undefined : String(prompt);
}

/** yargs takes `--json=maybe` for no. */
function refuseOddSwitches(argv: readonly string[]): void {
  for (const word of argv.slice(0, argv.indexOf("--") >>> 0)) {
    const [, name = "", value = ""] = /^--([^=]+)=(.*)$/.exec(word) ?? [];
    const flag: Options | undefined = (TURN_FLAGS as Record<string, Options>)[name];
    if (flag?.type === "boolean" && !["true", "false"].includes(value)) {
      throw new CliError("usage", `--${name} is a switch: ${word} means nothing`);
    }
  }
}
