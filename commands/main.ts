import yargs from "yargs";

import { nearest } from "../config/nearest.js";
import { CliError } from "../src/errors.js";
import type { Cause } from "../src/outcome.js";
import type { Runtime, World } from "../src/runtime.js";
import { VERSION } from "../src/version.js";
import { complain } from "./complain.js";
import { runCommand } from "./run.js";

/** The whole program: a command line in, an exit status out. */
export async function main(world: World): Promise<number> {
  const runtime = { ...world, stop: stopOn(world.stopAsked) };
  let code = 0;
  const finish = (status: number): void => {
    code = status;
  };
  try {
    await commandLine(runtime, finish).parseAsync(withDemoName(runtime.argv));
    return code;
  } catch (error) {
    return complain(error, runtime);
  }
}

function commandLine(runtime: Runtime, finish: (code: number) => void) {
  return yargs()
    .detectLocale(false)
    .scriptName("turnpipe")
    .usage("$0 <command>\n\nRun one Codex turn from a script.")
    .command(runCommand(runtime, finish))
    .command("$0", false, {}, noSuchCommand)
    .parserConfiguration({
      "camel-case-expansion": false,
      "dot-notation": false,
      "parse-numbers": false,
      "parse-positional-numbers": false,
    })
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
}

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

const COMMANDS = ["run"];

const hintFor = ([command]: readonly string[]): string =>
  command === "run" ? "see: turnpipe run --help" : "see: turnpipe --help";

/** `--demo` alone means the first scenario; as a flag with a value it would swallow the prompt. */
function withDemoName(argv: readonly string[]): string[] {
  const end = argv.indexOf("--");
  return argv.map((word, at) =>
    word === "--demo" && (end === -1 || at < end) ? "--demo=hello" : word,
  );
}

/** The wish to stop, with its reason in our words. */
function stopOn(asked: AbortSignal): AbortController {
  const stop = new AbortController();
  const pass = (): void => {
    const signal = asked.reason as keyof typeof STOP_CAUSES;
    stop.abort(new CliError(STOP_CAUSES[signal], `stopped by ${signal}`));
  };
  if (asked.aborted) pass();
  else asked.addEventListener("abort", pass, { once: true });
  return stop;
}

const STOP_CAUSES = {
  SIGHUP: "hangup",
  SIGINT: "interrupted",
  SIGTERM: "terminated",
} as const satisfies Record<string, Cause>;
