import { nearest } from "../../config/nearest.js";
import type { RunContext } from "../../src/context.js";
import { CliError } from "../../src/outcome/errors.js";
import { helpColumns, printHelp, printText } from "../cli/print-help.js";
import { ROOT_HELP, SUMMARIES, TOPICS } from "../cli/help.js";
import type { ParsedArguments } from "../cli/parse.js";
import { unexpectedArgument } from "../cli/usage-errors.js";
import type { Command } from "../registry.js";
import { commandFor } from "../registry.js";

/** `turnpipe help`: the page of a command or a topic. */
export const HELP: Command = {
  name: "help",
  flags: {},
  help: {
    usage: ["turnpipe help [COMMAND|TOPIC]"],
    about: "Show the help of a command, or a page on a topic:",
    commands: TOPICS,
    examples: [
      ["turnpipe help review hook", "the same as turnpipe review hook --help"],
      ["turnpipe help exit-codes | less", "what a status means"],
    ],
  },
  execute: help,
};

async function help(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const [, ...words] = argv._.map(String);
  const [first, second] = words;
  if (first === undefined) return printHelp(ROOT_HELP, {}, runContext);
  if (isTopic(first)) {
    if (second !== undefined) throw unexpectedArgument("help", second);
    return printText(await PAGES[first](helpColumns(runContext.stdout)), runContext);
  }
  if (first === "exec") {
    const { execHelp } = await import("../exec/help.js");
    return printText(execHelp(words).trimEnd(), runContext);
  }
  const command = await commandFor(words);
  if (command === undefined) throw noPage(first);
  const extra = words[command.name.split(" ").length];
  if (extra !== undefined) throw unexpectedArgument("help", extra);
  return printHelp(command.help, command.flags, runContext);
}

type Topic = keyof typeof TOPICS;

const isTopic = (word: string): word is Topic => Object.hasOwn(TOPICS, word);

const PAGES: Readonly<Record<Topic, (columns: number) => Promise<string>>> = {
  "exit-codes": async (columns) => (await import("./exit-codes.js")).exitCodesPage(columns),
  events: async (columns) => (await import("./events.js")).eventsPage(columns),
  config: async (columns) => (await import("./config.js")).configPage(columns),
  environment: async (columns) => (await import("./environment.js")).environmentPage(columns),
};

function noPage(word: string): CliError {
  const guess = nearest(word, [...Object.keys(SUMMARIES), ...Object.keys(TOPICS)]);
  return new CliError("usage", `help: no such command or topic: ${word}`, {
    hint: guess === undefined ? "see: turnpipe help" : `did you mean: turnpipe help ${guess}`,
  });
}
