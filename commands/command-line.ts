import type { Argv } from "yargs";
import yargs from "yargs";

import { nearest } from "../config/nearest.js";
import { CliError } from "../src/errors.js";
import type { Runtime } from "../src/runtime.js";
import { VERSION } from "../src/version.js";
import { PARSING, RESUME_FLAGS, RUN_FLAGS } from "./flags.js";
import { resume } from "./resume.js";
import { run } from "./run.js";

/** Everything a command line can be: help, mistakes, and what is right as well. */
export async function runCommandLine(argv: readonly string[], runtime: Runtime): Promise<number> {
  let code = 0;
  const commands = yargs()
    .detectLocale(false)
    .scriptName("turnpipe")
    .usage("$0 <command>\n\nRun one Codex turn from a script.")
    .command("run", "run one turn on a new thread", explainRun, async (parsed) => {
      code = await run(parsed, runtime);
    })
    .command("resume", "run one turn on a stored thread", explainResume, async (parsed) => {
      code = await resume(parsed, runtime);
    })
    .command("$0", false, {}, noSuchCommand)
    .parserConfiguration(PARSING)
    .strictOptions()
    .version(VERSION)
    .epilogue(EPILOGUE)
    .help()
    .alias("help", "h")
    .wrap(Math.min(runtime.stderr.columns ?? 100, 110))
    .exitProcess(false)
    .fail((message: string, error: unknown) => {
      // A YError is what yargs makes of a flag without its value.
      throw error instanceof Error && error.name !== "YError"
        ? error
        : new CliError("usage", message, { hint: hintFor(runtime.argv) });
    });
  await commands.parseAsync([...argv]);
  return code;
}

const explainRun = (command: Argv): Argv =>
  command
    .usage(
      "$0 run [PROMPT] [flags]\n\n" +
        "Run one turn on a new thread. PROMPT is what to do; - or nothing reads it from stdin;\n" +
        "with a PROMPT, piped input is added to it.",
    )
    .options(RUN_FLAGS)
    .example('$0 run "fix the failing test"', "progress on stderr, the answer on stdout")
    .example('git diff | $0 run "write a commit message" | git commit -F -', "in a pipeline")
    .example("$0 run --json - < prompt.md | jq -c .type", "events as JSON lines")
    .example("$0 run --demo", "without an account");

const explainResume = (command: Argv): Argv =>
  command
    .usage(
      "$0 resume ID|NAME [PROMPT] [flags]\n$0 resume --last [PROMPT] [flags]\n\n" +
        "Run one turn on a stored thread. It keeps its model and its sandbox where no flag says\n" +
        "otherwise, and runs in the directory you are in. PROMPT and stdin are as in run.",
    )
    .options(RESUME_FLAGS)
    .example('$0 resume --last "now add a test"', "go on with the latest thread of this directory")
    .example('$0 resume --last --fork "try it another way"', "in a copy")
    .example("$0 resume $ID --json - < prompt.md", "by its id, from thread.started");

const EPILOGUE =
  "Exit status: 0 completed, 1 failed, 2 bad input, 3 --fail-on, 4 login, 5 server, 6 try later,\n" +
  "7 context or budget, 8 schema, 9 sandbox, 124 time, 129/130/143 signal, 141 reader left.";

function noSuchCommand({ _: [command] }: { _: (string | number)[] }): never {
  if (command === undefined) {
    throw new CliError("usage", "no command given", { hint: "see: turnpipe --help" });
  }
  const guess = nearest(String(command), COMMANDS);
  throw new CliError("usage", `no such command: ${String(command)}`, {
    hint: guess === undefined ? "see: turnpipe --help" : `did you mean: turnpipe ${guess}`,
  });
}

const COMMANDS = ["exec", "resume", "run"];

const hintFor = ([command]: readonly string[]): string =>
  command === "run" || command === "resume"
    ? `see: turnpipe ${command} --help`
    : "see: turnpipe --help";
