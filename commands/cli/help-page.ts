import yargs from "yargs";
import type { Options } from "yargs";

import type { Paint } from "../../src/output/colour.js";
import wrapText from "../../src/output/text-wrap.js";
import type { Flag } from "./flags/flag.js";
import type { HelpText } from "./help.js";

type Flags = Readonly<Record<string, Flag>>;

/** Formats the help of a command; yargs lays out the lists of commands and flags. */
export async function helpPage(
  { usage, about, commands = {}, examples = [], more }: HelpText,
  flags: Flags,
  { columns, paint }: { columns: number; paint: Paint },
): Promise<string> {
  const parts = [
    paragraphs(about, columns),
    `Usage:\n${usage.map((line) => `  ${line}`).join("\n")}`,
    await listOf(commands, flags, columns),
    ...(examples.length === 0 ? [] : [`Examples:\n${examples.map(exampleLines).join("\n")}`]),
    paragraphs(more ?? MORE, columns),
  ];
  const page = parts.filter((part) => part !== "").join("\n\n");
  return page
    .replace(/^[A-Z][A-Za-z]+:$/gm, (heading) => paint("bold", heading))
    .replace(/^ {2}# .*$/gm, (comment) => paint("dim", comment));
}

const MORE = "Exit statuses: turnpipe help exit-codes";

/** Wraps paragraphs; lines that begin with two spaces stay as they are. */
export const paragraphs = (text: string, columns: number): string =>
  text
    .split("\n")
    .map((line) => (line.startsWith("  ") ? line : wrapText(line, columns)))
    .join("\n");

const exampleLines = ([line, description]: readonly [string, string]): string =>
  `${description === "" ? "" : `  # ${description}\n`}  ${line}`;

/** The commands and the flags, by group, in two columns. */
async function listOf(
  commands: Readonly<Record<string, string>>,
  flags: Flags,
  columns: number,
): Promise<string> {
  const page = yargs([]).detectLocale(false).scriptName("").version(false).help(false);
  page.wrap(columns).usage("").options(optionsOf(flags));
  for (const [name, text] of Object.entries(commands)) page.command(name, text);
  return (await page.getHelp()).trim();
}

/**
 * The flags under the names that help shows: `output FILE`. yargs would show the type instead, and
 * here it parses nothing.
 */
function optionsOf(flags: Flags): Record<string, Options> {
  const rows = Object.entries(flags).map(([name, flag]): [string, Options] => {
    const { group, describe, choices, alias = [] } = flag;
    const isSaid = choices?.every((choice) => describe.includes(choice)) ?? true;
    const among = isSaid ? "" : ` (${choices?.join(", ") ?? ""})`;
    const short = [alias].flat().filter((letter) => letter.length === 1);
    return [nameWithValue(name, flag), { group, alias: short, describe: describe + among }];
  });
  return {
    ...Object.fromEntries(rows),
    help: { group: "Help:", alias: "h", describe: "show this page" },
  };
}

function nameWithValue(name: string, flag: Flag): string {
  if (flag.type === "boolean") return name;
  return flag.inlineValue === true ? `${name}[=${flag.value}]` : `${name} ${flag.value}`;
}
