import { nearest } from "../../config/nearest.js";
import { CliError } from "../../src/outcome/errors.js";
import type { RunContext } from "../../src/context.js";
import { tokenize } from "../../src/text/tokenize.js";
import { VERSION } from "../../src/version.js";
import type { Command } from "../registry.js";
import { commandFor } from "../registry.js";
import { flagMistake } from "./flag-mistakes.js";
import { parsePlain } from "./parse.js";
import { printHelp, printText } from "./print-help.js";
import { ROOT_HELP, SUMMARIES } from "./help.js";
import { unknownAction } from "./usage-errors.js";

/** Prints the help or the version that a command line asks for, or throws what is wrong with it. */
export async function helpOrMistake(
  argv: readonly string[],
  command: Command | undefined,
  runContext: RunContext,
): Promise<number> {
  const [first = ""] = argv;
  if (command === undefined && first.startsWith("-")) {
    const at = argv.findIndex((word) => Object.hasOwn(SUMMARIES, word));
    if (at !== -1) return withFlagsFirst(argv, at, runContext);
  }
  const { name = "", flags = {}, help = ROOT_HELP, actions } = command ?? {};
  const asked = flagsAmong(argv, flags);
  const isCommand = command !== undefined || first === "" || first.startsWith("-");
  if (isCommand && asked.has("help")) return printHelp(help, flags, runContext);
  if (isCommand && asked.has("version")) return printText(VERSION, runContext);
  if (!isCommand) throw noSuchCommand(first);
  if (actions !== undefined) {
    const word = wordsAmong(argv, flags)[name.split(" ").length] ?? "";
    if (!actions.includes(word)) throw unknownAction(name, word, actions);
  }
  const problem = first === "" ? "no command given" : "the command line cannot be parsed";
  throw (
    flagMistake(argv, { name, flags }) ??
    new CliError("usage", problem, { hint: "see: turnpipe --help" })
  );
}

/** Runs `turnpipe --json run …` as `turnpipe run --json …`. */
async function withFlagsFirst(
  argv: readonly string[],
  at: number,
  runContext: RunContext,
): Promise<number> {
  const moved = [argv[at] ?? "", ...argv.slice(0, at), ...argv.slice(at + 1)];
  const command = await commandFor(moved);
  const plain = command === undefined ? undefined : parsePlain(moved, command.flags);
  return command !== undefined && plain !== undefined
    ? command.execute(plain, { ...runContext, argv: moved })
    : helpOrMistake(moved, command, runContext);
}

const HELP_FLAGS = {
  help: { type: "boolean", alias: "h" },
  version: { type: "boolean" },
} as const;

function flagsAmong(argv: readonly string[], flags: Command["flags"]): ReadonlySet<string> {
  const tokens = tokenize(argv, { ...HELP_FLAGS, ...flags });
  return new Set(tokens.flatMap((token) => (token.kind === "flag" ? [token.name] : [])));
}

const wordsAmong = (argv: readonly string[], flags: Command["flags"]): string[] =>
  tokenize(argv, flags).flatMap((token) => (token.kind === "word" ? [token.word] : []));

function noSuchCommand(word: string): CliError {
  const guess = SUGGESTIONS.get(word) ?? nearest(word, Object.keys(SUMMARIES));
  return new CliError("usage", `no such command: ${word}`, {
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
