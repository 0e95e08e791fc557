import { ROOT_HELP, SUMMARIES, type HelpText } from "../../commands/cli/help.js";
import type { Flag } from "../../commands/cli/flags/flag.js";
import { execHelp } from "../../commands/exec/help.js";
import { VARIABLES } from "../../commands/help/environment.js";
import { commandFor, type Command } from "../../commands/registry.js";
import { EXIT_MEANINGS } from "../../src/outcome/exit-codes.js";
import { VERSION } from "../../src/version.js";

/** The manual pages by file name, made of the help texts and the flag tables of the commands. */
export async function manPages(): Promise<Record<string, string>> {
  const names = Object.keys(SUMMARIES) as (keyof typeof SUMMARIES)[];
  const pages = names.map(async (name) => {
    const command = await commandFor([name]);
    const head = header(`turnpipe-${name}`, SUMMARIES[name]);
    const body = command === undefined ? execPage() : await commandPage(command);
    return [`turnpipe-${name}.1`, head + body + section("SEE ALSO", manual("turnpipe"))] as const;
  });
  return { "turnpipe.1": rootPage(names), ...Object.fromEntries(await Promise.all(pages)) };
}

/** exec parses as codex does, with a table of its own. */
const execPage = (): string => section("DESCRIPTION", preformatted(execHelp(["exec"])));

const rootPage = (names: readonly string[]): string =>
  header("turnpipe", "run one Codex turn from a script") +
  texts(ROOT_HELP) +
  section("EXAMPLES", examples(ROOT_HELP)) +
  section("EXIT STATUS", terms(EXIT_MEANINGS)) +
  section("ENVIRONMENT", terms(VARIABLES)) +
  section("SEE ALSO", names.map((name) => manual(`turnpipe-${name}`)).join(",\n"));

/** A command, and each of its actions that has flags or a text of its own. */
async function commandPage({ name, actions = [], help, flags }: Command): Promise<string> {
  const words = [...actions, ...Object.keys(help.commands ?? {}), "hook"];
  const first = new Set(words.map((word) => word.split(" ")[0] ?? ""));
  const below = await Promise.all([...first].map((word) => commandFor([name, word])));
  const own = below.filter((command) => command?.name.startsWith(`${name} `) === true);
  const more = own.map((command) =>
    command === undefined
      ? ""
      : `.SH ${upper(command.name)}\n${paragraph(command.help.about)}` +
        usage(command.help) +
        options(command.flags) +
        examples(command.help),
  );
  const rest = section("OPTIONS", options(flags)) + section("EXAMPLES", examples(help));
  return texts(help) + rest + more.join("");
}

const texts = (help: HelpText): string =>
  section("SYNOPSIS", usage(help)) +
  section("DESCRIPTION", paragraph(help.about)) +
  section("COMMANDS", terms(help.commands ?? {}));

// No date: the same source makes the same page. Names are not hyphenated.
const header = (name: string, summary: string): string =>
  `.TH ${upper(name)} 1 "" "turnpipe ${VERSION}" "turnpipe"\n.ad l\n.nh\n` +
  section("NAME", `${escaped(name)} \\- ${escaped(summary)}`);

const section = (title: string, body: string): string =>
  body === "" ? "" : `.SH ${title}\n${body.trimEnd()}\n`;

const usage = ({ usage: lines }: HelpText): string => preformatted(lines.join("\n"));

const examples = ({ examples: rows = [] }: HelpText): string =>
  preformatted(
    rows.map(([line, about]) => `${about === "" ? "" : `# ${about}\n`}${line}`).join("\n\n"),
  );

const paragraph = (text: string): string => `.PP\n${lines(text)}\n`;

const preformatted = (text: string): string =>
  text === "" ? "" : `.PP\n.nf\n${lines(text.trimEnd())}\n.fi\n`;

const terms = (rows: Readonly<Record<string, string>>): string =>
  Object.entries(rows)
    .map(([term, about]) => `.TP\n\\fB${escaped(term)}\\fR\n${lines(about)}\n`)
    .join("");

/** The flags in their groups, each with its names, its value and the values to choose from. */
function options(flags: Readonly<Record<string, Flag>>): string {
  const groups = new Set(Object.values(flags).map(({ group }) => group));
  return [...groups]
    .map((group) => {
      const rows = Object.entries(flags).filter(([, flag]) => flag.group === group);
      return `.SS ${escaped(group.replace(/:$/, ""))}\n${rows.map(option).join("")}`;
    })
    .join("");
}

function option([name, flag]: [string, Flag]): string {
  const { alias = [], choices = [], describe } = flag;
  const short = [alias].flat().filter((letter) => letter.length === 1);
  const names = [...short.map((letter) => `-${letter}`), `--${name}`];
  const bold = names.map((each) => `\\fB${escaped(each)}\\fR`).join(", ");
  const value = flag.type === "boolean" ? "" : `\\fI${escaped(flag.value)}\\fR`;
  const after = flag.inlineValue === true ? `[=${value}]` : ` ${value}`;
  const isSaid = choices.every((choice) => describe.includes(choice));
  return `.TP\n${(bold + after).trimEnd()}\n${lines(isSaid ? describe : `${describe} (${choices.join(", ")})`)}\n`;
}

const manual = (name: string): string => `\\fB${escaped(name)}\\fR(1)`;

const upper = (text: string): string => escaped(text.toUpperCase());

/** Text as it is: no escapes of roff, hyphens that can be copied, and nothing but ASCII. */
const escaped = (text: string): string =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll(/[^\n -~]/gu, (char) => {
      const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase();
      return `\\[u${code.padStart(4, "0")}]`;
    });

/** A line that begins with a dot or an apostrophe would be a request. */
const lines = (text: string): string => escaped(text).replaceAll(/^(?=[.'])/gm, "\\&");
