import type { CommandRule } from "../command-rule.js";
import { told } from "../decision.js";
import { ANY, isOpen, overlaps } from "../wildcard.js";
import type { Word } from "../word.js";
import { programOf } from "../wrappers.js";
import { awkProblem } from "./awk-program.js";
import { EFFECTS, namesIn, optionsOf } from "./options.js";
import type { Effect, Program } from "./program.js";
import { sedProblem } from "./sed-script.js";
import { programNamed } from "./table.js";
import { isExpanded, piecesOf, type Piece } from "./words.js";

/** Why a rule that fits a command does not allow it. */
export interface Objection {
  /** The option, sub-command or operand that decides. */
  option: string;
  problem: string;
}

/**
 * Finds what in a command goes beyond the reading use of its program and is not spelled in the rule.
 * A wildcard of the rule stands for operands and values, never for an option or a sub-command.
 */
export function objectionTo(rule: CommandRule, words: readonly Word[]): Objection | undefined {
  const name = words[0]?.text ?? "";
  const program = programNamed(name);
  // The rule * is about everything, and names no program.
  const isEverything = rule.words.length === 1 && rule.words[0] === ANY;
  if (program === undefined || isEverything || isWhole(rule, words)) return undefined;
  const seen: Seen = {
    anyOperands: false,
    script: false,
    deepest: { at: 0, program, path: programOf(name) },
  };
  const context = { rule, words, seen };
  for (const piece of piecesOf(words, program, programOf(name))) {
    const problem = problemOf(piece, context);
    if (problem !== undefined) return objection(problem, piece, rule);
  }
  const problem = problemOfCommand(context);
  return problem && objection(problem, seen.deepest, rule);
}

interface Seen {
  /** Any number of operands is fine. */
  anyOperands: boolean;
  script: boolean;
  deepest: { at: number; program: Program; path: string };
}

interface Context {
  rule: CommandRule;
  words: readonly Word[];
  seen: Seen;
}

const textAt = (words: readonly Word[], at: number): string => words[at]?.text ?? "";

/** Whether the rule spells the whole command. */
const isWhole = (rule: CommandRule, words: readonly Word[]): boolean =>
  rule.words.length === words.length && !rule.words.some(isOpen);

/** How many characters of a word the rule spells. */
function literalOf({ words }: CommandRule, at: number): number {
  const pattern = words[at];
  if (pattern === undefined) return 0;
  return isOpen(pattern) ? pattern.indexOf(ANY) : Infinity;
}

function problemOf(piece: Piece, context: Context): Objection | undefined {
  switch (piece.kind) {
    case "option":
      return problemOfOption(piece, context);
    case "operand":
      return problemOfOperand(piece, context);
    case "command":
      context.seen.deepest = piece;
      // One that has sub-commands of its own may still become one that reads.
      return piece.program.commands === undefined ? problemOfCommand(context) : undefined;
    case "text":
      return problemOfText(piece, context);
    case "open":
      return problemOfOpen(piece, context);
  }
}

/** A program or sub-command that does not only read has to be spelled. */
function problemOfCommand({ rule, words, seen: { deepest } }: Context): Objection | undefined {
  const option = textAt(words, deepest.at);
  if (deepest.program.reads === true || literalOf(rule, deepest.at) >= option.length)
    return undefined;
  return { option, problem: `${told(option)} is not known to only read` };
}

function problemOfOption(piece: Piece & { kind: "option" }, { rule, words, seen }: Context) {
  const { at, name, end, known, value, valueAt, program, path } = piece;
  const option = textAt(words, at);
  if (namesIn(program.lists).includes(name)) seen.anyOperands = true;
  if (program.script === "sed" && SED_SCRIPT.has(name)) {
    seen.script = true;
    const isSpelled = literalOf(rule, valueAt) === Infinity;
    const problem = isSpelled ? undefined : scriptProblem(program, value);
    if (problem !== undefined)
      return { option: name, problem: `${told(value ?? option)} ${problem}` };
  }
  if (literalOf(rule, at) >= end) {
    // It is told to change something; the operands are what.
    if (known?.effect !== undefined) seen.anyOperands = true;
    return undefined;
  }
  if (known === undefined)
    return { option: name, problem: unknownOption(name, option, program, path) };
  if (known.effect === undefined) return undefined;
  if (value !== undefined && program.except?.[name]?.test(value) === true) return undefined;
  return { option: name, problem: `${told(option)} makes ${path} ${DOES[known.effect]}` };
}

const SED_SCRIPT: ReadonlySet<string> = new Set(["-e", "--expression"]);

function unknownOption(name: string, word: string, program: Program, path: string): string {
  const meant = shortFor(name, program);
  return meant === undefined
    ? `${told(word)} is not among the options of ${path} that are known to only read`
    : `${told(word)} may be short for ${meant.name}, which makes ${path} ${DOES[meant.effect]}`;
}

/** The option with an effect that a long one may be an abbreviation of. */
function shortFor(name: string, program: Program): { name: string; effect: Effect } | undefined {
  if (name.length <= 2) return undefined;
  for (const [long, { effect }] of optionsOf(program)) {
    if (effect !== undefined && long.startsWith(name)) return { name: long, effect };
  }
  return undefined;
}

function problemOfOperand(piece: Piece & { kind: "operand" }, { rule, words, seen }: Context) {
  const { at, ordinal, program, path } = piece;
  const option = textAt(words, at);
  const isCovered = at < rule.words.length;
  const isOpenWord = isExpanded(words[at] ?? NO_WORD);
  const makes = (effect: Effect) => ({
    option,
    problem: `${told(option)} makes ${path} ${DOES[effect]}`,
  });
  if (
    program.script !== undefined &&
    ordinal === 0 &&
    !seen.script &&
    literalOf(rule, at) < Infinity
  ) {
    const problem = scriptProblem(program, isOpenWord ? undefined : option);
    if (problem !== undefined) return { option, problem: `${told(option)} ${problem}` };
  }
  const [pattern, effect] = program.refuses ?? [];
  if (effect !== undefined && isOpenWord) return makes(effect);
  const refused = pattern?.exec(option);
  if (effect !== undefined && refused !== undefined && refused !== null) {
    if (literalOf(rule, at) < refused.index + refused[0].length) return makes(effect);
  }
  if (ordinal >= (program.operands ?? Infinity) && !isCovered && !seen.anyOperands)
    return makes("changes");
  if (ordinal < (program.code ?? 0) && !isCovered) return makes("runs");
  return undefined;
}

function scriptProblem({ script: language }: Program, script: string | undefined) {
  if (script === undefined) return "may become another script";
  return language === "sed" ? sedProblem(script) : awkProblem(script);
}

/** Where the table might be wrong about a word being no option, it must at least not be a bad one. */
function problemOfText({ at, program, path }: Piece, { rule, words }: Context) {
  const text = textAt(words, at);
  if (!/^-./s.test(text) || literalOf(rule, at) === Infinity) return undefined;
  const again = piecesOf([NO_WORD, ...words.slice(at, at + 1)], program, path);
  for (const piece of again) {
    if (piece.kind !== "option") continue;
    const { name, known } = piece;
    const effect = known === undefined ? shortFor(name, program)?.effect : known.effect;
    if (effect === undefined) continue;
    return { option: name, problem: `${told(text)} may make ${path} ${DOES[effect]}` };
  }
  return undefined;
}

const NO_WORD: Word = { text: "", bare: "", shape: "" };

function problemOfOpen({ at, program, path }: Piece, { words }: Context): Objection | undefined {
  const word = words[at] ?? NO_WORD;
  const isBad = EFFECTS.some((effect) =>
    program.style === "words"
      ? namesIn(program[effect]).some((name) => overlaps(name.replace(/=$/, ""), word.shape))
      : program[effect] !== undefined,
  );
  if (!isBad) return undefined;
  const problem = `${told(word.text)} may become an option of ${path} (write ./${word.text})`;
  return { option: word.text, problem };
}

const DOES: Readonly<Record<Effect, string>> = {
  writes: "write a file",
  runs: "run a program",
  moves: "work in another place",
  configures: "take settings or code from elsewhere",
  sends: "send data",
  changes: "change or delete something",
};

const objection = (
  { option, problem }: Objection,
  { path }: { path: string },
  rule: CommandRule,
): Objection => ({
  option,
  problem: `${problem}; the rule ${told(rule.text)} allows the reading use of ${path} (spell ${told(option)} in the rule to allow it)`,
});
