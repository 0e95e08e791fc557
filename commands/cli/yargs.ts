import yargs from "yargs";
import type { Options } from "yargs";

import { nearest } from "../../config/nearest.js";
import { CliError } from "../../src/outcome/errors.js";
import type { RunContext } from "../../src/context.js";
import { VERSION } from "../../src/version.js";
import { ownStdout } from "../../src/output/stdout.js";
import { exitCodeAfterOutput } from "./output-errors.js";
import { addHelp, SUMMARIES } from "./help.js";
import type { Flag } from "./flags/flag.js";
import { PARSING } from "./flags/flag.js";
import { commandFor } from "../registry.js";

type Name = keyof typeof SUMMARIES;

/** Parses and runs a command line with yargs, which also prints help and reports mistakes. */
export async function runCommandLine(
  argv: readonly string[],
  runContext: RunContext,
): Promise<number> {
  let code = 0;
  const names = Object.keys(SUMMARIES) as Name[];
  const page = yargs()
    .detectLocale(false)
    .scriptName("turnpipe")
    .usage("$0 <command>\n\nRun one Codex turn from a script.")
    .command("$0", false, {}, noSuchCommand)
    .parserConfiguration(PARSING)
    .strictOptions()
    .version(VERSION)
    .epilogue(EPILOGUE)
    .help()
    .alias("help", "h")
    .wrap(Math.min(runContext.stderr.columns ?? 100, 110))
    .exitProcess(false)
    .fail((message: string, error: unknown) => {
      // yargs throws a YError for a flag without its value.
      throw error instanceof Error && error.name !== "YError"
        ? error
        : new CliError("usage", message, { hint: hintFor(runContext.argv) });
    });
  for (const name of names) {
    // Only a command named in argv needs its flags; the others only need their line in the list.
    const at = argv.indexOf(name);
    const command = at === -1 ? undefined : await commandFor(argv.slice(at));
    page.command(
      name,
      SUMMARIES[name],
      (help) =>
        (command === undefined ? help : addHelp(help, command.help))
          .options(optionsOf(command?.flags ?? {}))
          .epilogue(EPILOGUE),
      async (parsed) => {
        code = (await command?.execute(parsed, runContext)) ?? 0;
      },
    );
  }
  let printed = "";
  // With a callback yargs returns its help instead of printing it.
  await page.parseAsync([...argv], {}, (_error, _parsed, output) => {
    printed = output;
  });
  if (printed === "") return code;
  await ownStdout(runContext).text(`${printed}\n`);
  return exitCodeAfterOutput(code, runContext);
}

/** The flags as options of yargs, each with the one value it takes. */
const optionsOf = (flags: Readonly<Record<string, Flag>>): Record<string, Options> =>
  Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => {
      const { array, type, inlineValue } = flag;
      const takesNext = type === "string" && inlineValue !== true;
      return [name, { ...flag, ...(takesNext && (array ? { nargs: 1 } : { requiresArg: true })) }];
    }),
  );

const EPILOGUE =
  "Exit status: 0 completed, 1 failed, 2 bad input, 3 --fail-on, 4 login, 5 server, 6 try later,\n" +
  "7 context or budget, 8 schema, 9 sandbox, 124 timeout, 129/130/143 signal, 141 stdout closed.";

function noSuchCommand({ _: [command] }: { _: (string | number)[] }): never {
  if (command === undefined) {
    throw new CliError("usage", "no command given", { hint: "see: turnpipe --help" });
  }
  const guess =
    SUGGESTIONS.get(String(command)) ??
    nearest(String(command), ["exec", ...Object.keys(SUMMARIES)]);
  throw new CliError("usage", `no such command: ${String(command)}`, {
    hint: guess === undefined ? "see: turnpipe --help" : `did you mean: turnpipe ${guess}`,
  });
}

/** Commands that exist under another name. */
const SUGGESTIONS: ReadonlyMap<string, string> = new Map([
  ["logout", "login logout"],
  ["status", "login status"],
  ["whoami", "login status"],
  ["limits", "login limits"],
  ["list", "threads list"],
  ["ls", "threads list"],
  ["sessions", "threads list"],
  ["show", "threads show"],
  ["fork", "resume --fork"],
  ["hook", "review hook"],
]);

function hintFor([command = "", action = ""]: readonly string[]): string {
  if (!Object.hasOwn(SUMMARIES, command)) return "see: turnpipe --help";
  const more = command === "threads" && /^[a-z]+$/.test(action) ? ` ${action}` : "";
  return `see: turnpipe ${command}${more} --help`;
}
