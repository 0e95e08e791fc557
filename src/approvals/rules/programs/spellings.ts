import { WILDCARD } from "../wildcard.js";
import { EFFECTS, namesIn } from "./options.js";
import type { Program } from "./program.js";
import { programNamed } from "./table.js";

/** Two ways to write one option: `-f` and `--force`. */
export interface Spelling {
  letter: string;
  long: string;
}

/**
 * Lists the options with two spellings of the programs and sub-commands that a rule or a command may
 * name.
 */
export function spellingsIn(rule: readonly string[], words: readonly string[]): Spelling[] {
  const [name = ""] = rule;
  const names = new Set([...rule, ...words]);
  const programs = (name === WILDCARD ? words : [name]).map(programNamed);
  return [...new Set(programs)].flatMap((program) =>
    program === undefined ? [] : spellingsBelow(program, names),
  );
}

/** The spellings of a program and of its sub-commands in `names`. */
function spellingsBelow(program: Program, names: ReadonlySet<string>): Spelling[] {
  const commands = Object.entries(program.commands ?? {});
  return [
    ...spellingsOf(program),
    ...commands.flatMap(([name, command]) =>
      names.has(name) ? spellingsBelow(command, names) : [],
    ),
  ];
}

/** The options of one program or sub-command that have a short and a long spelling. */
export function spellingsOf(program: Program): readonly Spelling[] {
  const known = CACHE.get(program);
  if (known !== undefined) return known;
  const safe = namesIn(program.safe);
  const spellings = [
    // Safe options are listed in any order, so there the letter must agree as well.
    ...pairsIn(safe).filter(lettersAgree),
    ...EFFECTS.flatMap((effect) => pairsIn(namesIn(program[effect]))),
  ].map(({ letter, long }) => ({ letter, long }));
  CACHE.set(program, spellings);
  return spellings;
}

const CACHE = new WeakMap<Program, readonly Spelling[]>();

/** A long option, and the short ones directly before it that take a value just as it does. */
function pairsIn(list: readonly string[]): Spelling[] {
  const pairs: Spelling[] = [];
  let shorts: { letter: string; mark: string }[] = [];
  for (const word of list) {
    const [, letter, mark = ""] = /^-([^-])(\[=\]|=)?$/.exec(word) ?? [];
    if (letter !== undefined) {
      shorts.push({ letter, mark });
      continue;
    }
    const [, long = "", longMark = ""] = /^(--[^=[]+)(\[=\]|=)?$/.exec(word) ?? [];
    const same = shorts.filter((short) => short.mark === longMark);
    const last = shorts.at(-1);
    pairs.push(
      ...same
        .map((short) => ({ ...short, long }))
        .filter((pair) => long !== "" && (pair.letter === last?.letter || lettersAgree(pair))),
    );
    shorts = [];
  }
  return pairs;
}

const lettersAgree = ({ letter, long }: Spelling): boolean =>
  long.slice(2, 3).toLowerCase() === letter.toLowerCase();
