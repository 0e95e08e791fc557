import { optionsOf, type ProgramOption } from "../../src/approvals/rules/programs/options.js";
import type { Program } from "../../src/approvals/rules/programs/program.js";
import { PROGRAMS } from "../../src/approvals/rules/programs/table.js";

/** A program or sub-command of the table, as it is called. */
export interface Called {
  path: string;
  program: Program;
}

/** Every program of the table with every sub-command of it; one name stands for those that share a table. */
export const CALLED: readonly Called[] = [
  ...new Map(
    [...PROGRAMS]
      .flatMap(([name, program]) => calledIn(name, program))
      .reverse()
      .map((called) => [called.program, called]),
  ).values(),
].reverse();

function calledIn(path: string, program: Program): Called[] {
  const inner = Object.entries(program.commands ?? {});
  return [
    { path, program },
    ...inner.flatMap(([name, command]) => calledIn(`${path} ${name}`, command)),
  ];
}

/** The options that do more than read, and those that do not. */
export const optionsWith = (
  program: Program,
  isSafe: boolean,
): [name: string, option: ProgramOption][] =>
  [...optionsOf(program)].filter(
    ([name, { effect }]) => (effect === undefined) === isSafe && name !== "-NUM",
  );

/** No option has an exception for it. */
export const VALUE = "@%output%G?:signature";

/** Ways to write one option of a program. */
export function spellings({ program }: Called, name: string, option: ProgramOption): string[] {
  const isLong = name.startsWith("--") || program.style !== undefined;
  if (option.value === "none") return isLong ? [name] : [name, ...clusters(program, name)];
  const attached = isLong ? `${name}=${VALUE}` : name + VALUE;
  if (option.value === "attached")
    return isLong ? [name, attached] : [name, attached, ...clusters(program, name)];
  const separate = `${name} ${VALUE}`;
  if (program.style === "words") return [separate];
  return isLong
    ? [separate, attached]
    : [
        separate,
        attached,
        ...clusters(program, name).flatMap((cluster) => [cluster + VALUE, `${cluster} ${VALUE}`]),
      ];
}

/** The option behind flags that are harmless, in one word. */
function clusters(program: Program, name: string): string[] {
  if (name.length !== 2) return [];
  const flags = optionsWith(program, true).filter(
    ([flag, { value }]) => /^-[A-Za-z]$/.test(flag) && value === "none",
  );
  const letters = flags.slice(0, 3).map(([flag]) => flag.slice(1));
  return letters.length === 0
    ? []
    : [`-${letters[0] ?? ""}${name.slice(1)}`, `-${letters.join("")}${name.slice(1)}`];
}

/** Long names cut short, as far as they are no options of their own. */
export function abbreviations({ program }: Called, name: string): string[] {
  if (!name.startsWith("--")) return [];
  const cut = Array.from({ length: name.length - 4 }, (_, index) => name.slice(0, index + 3));
  const known = optionsOf(program);
  return cut.filter((short) => !known.has(short));
}

/** The same command behind, inside or in the middle of others. */
export const WRAPPED: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => `nice ${line}`,
  (line) => `timeout 5 ${line}`,
  (line) => `env LC_ALL=C ${line}`,
  (line) => `bash -lc ${quoted(line)}`,
  (line) => `ls && ${line} | ls`,
];

export const WRAPPER_RULES = ["nice", "timeout", "env", "ls"];

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
