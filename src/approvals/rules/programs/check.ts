import type { CommandRule } from "../command-rule.js";
import { inQuotes } from "../decision.js";
import { WILDCARD, hasWildcard, overlaps } from "../wildcard.js";
import type { Word } from "../word.js";
import { programOf } from "../wrappers.js";
import { awkProblem } from "./awk-program.js";
import { EFFECTS, namesIn, optionsOf } from "./options.js";
import type { Effect, Program } from "./program.js";
import { sedProblem } from "./sed-script.js";
import { programNamed } from "./table.js";
import { isExpanded, parseWords, type ParsedWord } from "./parse-words.js";

/** Why a matching rule does not allow a command. */
export interface Objection {
  /** The option, sub-command or operand that decides. */
  option: string;
  problem: string;
}

/**
 * Finds a word of a command that goes beyond read-only use of its program and is not spelled in the
 * rule. A wildcard in the rule matches operands and values, never an option or a sub-command.
 */
export function objectionTo(rule: CommandRule, words: readonly Word[]): Objection | undefined {
  const name = words[0]?.text ?? "";
  const program = programNamed(name);
  // The rule * allows everything.
  const isEverything = rule.words.length === 1 && rule.words[0] === WILDCARD;
  if (program === undefined || isEverything || spellsCommand(rule, words)) return undefined;
  const state: CheckState = {
    anyOperands: false,
    script: false,
    deepest: { at: 0, program, path: programOf(name) },
  };
  const context = { rule, words, state };
  for (const parsed of parseWords(words, program, programOf(name))) {
    const problem = problemOf(parsed, context);
    if (problem !== undefined) return objection(problem, parsed, rule);
  }
  const problem = problemOfCommand(context);
  return problem && objection(problem, state.deepest, rule);
}

interface CheckState {
  /** Whether any number of operands is allowed. */
  anyOperands: boolean;
  script: boolean;
  deepest: { at: number; program: Program; path: string };
}

interface Context {
  rule: CommandRule;
  words: readonly Word[];
  state: CheckState;
}

const textAt = (words: readonly Word[], at: number): string => words[at]?.text ?? "";

/** Whether the rule spells the whole command. */
const spellsCommand = (rule: CommandRule, words: readonly Word[]): boolean =>
  rule.words.length === words.length && !rule.words.some(hasWildcard);

/** How many characters of a word the rule spells. */
function literalLength({ words }: CommandRule, at: number): number {
  const pattern = words[at];
  if (pattern === undefined) return 0;
  return hasWildcard(pattern) ? pattern.indexOf(WILDCARD) : Infinity;
}

function problemOf(parsed: ParsedWord, context: Context): Objection | undefined {
  switch (parsed.kind) {
    case "option":
      return problemOfOption(parsed, context);
    case "operand":
      return problemOfOperand(parsed, context);
    case "command":
      context.state.deepest = parsed;
      // If it has sub-commands of its own, a later one may be read-only.
      return parsed.program.commands === undefined ? problemOfCommand(context) : undefined;
    case "text":
      return problemOfText(parsed, context);
    case "wildcard":
      return problemOfWildcard(parsed, context);
  }
}

/** A program or sub-command that is not read-only must be spelled in the rule. */
function problemOfCommand({ rule, words, state: { deepest } }: Context): Objection | undefined {
  const option = textAt(words, deepest.at);
  if (deepest.program.reads === true || literalLength(rule, deepest.at) >= option.length)
    return undefined;
  return { option, problem: `${inQuotes(option)} is not known to be read-only` };
}

function problemOfOption(parsed: ParsedWord & { kind: "option" }, { rule, words, state }: Context) {
  const { at, name, end, known, value, valueAt, program, path } = parsed;
  const option = textAt(words, at);
  if (namesIn(program.lists).includes(name)) state.anyOperands = true;
  if (program.script === "sed" && SED_SCRIPT.has(name)) {
    state.script = true;
    const isSpelled = literalLength(rule, valueAt) === Infinity;
    const problem = isSpelled ? undefined : scriptProblem(program, value);
    if (problem !== undefined)
      return { option: name, problem: `${inQuotes(value ?? option)} ${problem}` };
  }
  if (literalLength(rule, at) >= end) {
    // The rule allows a change, and the operands are its targets.
    if (known?.effect !== undefined) state.anyOperands = true;
    return undefined;
  }
  if (known === undefined)
    return { option: name, problem: unknownOption(name, option, program, path) };
  if (known.effect === undefined) return undefined;
  if (value !== undefined && program.except?.[name]?.test(value) === true) return undefined;
  return {
    option: name,
    problem: `${inQuotes(option)} makes ${path} ${EFFECT_PHRASES[known.effect]}`,
  };
}

const SED_SCRIPT: ReadonlySet<string> = new Set(["-e", "--expression"]);

function unknownOption(name: string, word: string, program: Program, path: string): string {
  const expanded = expansionOf(name, program);
  return expanded === undefined
    ? `${inQuotes(word)} is not among the options of ${path} known to be read-only`
    : `${inQuotes(word)} may be short for ${expanded.name}, which makes ${path} ${EFFECT_PHRASES[expanded.effect]}`;
}

/** The option with an effect that a long option may abbreviate. */
function expansionOf(name: string, program: Program): { name: string; effect: Effect } | undefined {
  if (name.length <= 2) return undefined;
  for (const [long, { effect }] of optionsOf(program)) {
    if (effect !== undefined && long.startsWith(name)) return { name: long, effect };
  }
  return undefined;
}

function problemOfOperand(
  parsed: ParsedWord & { kind: "operand" },
  { rule, words, state }: Context,
) {
  const { at, ordinal, program, path } = parsed;
  const option = textAt(words, at);
  const isCovered = at < rule.words.length;
  const isExpandedWord = isExpanded(words[at] ?? NO_WORD);
  const makes = (effect: Effect) => ({
    option,
    problem: `${inQuotes(option)} makes ${path} ${EFFECT_PHRASES[effect]}`,
  });
  if (
    program.script !== undefined &&
    ordinal === 0 &&
    !state.script &&
    literalLength(rule, at) < Infinity
  ) {
    const problem = scriptProblem(program, isExpandedWord ? undefined : option);
    if (problem !== undefined) return { option, problem: `${inQuotes(option)} ${problem}` };
  }
  const [pattern, effect] = program.refuses ?? [];
  if (effect !== undefined && isExpandedWord) return makes(effect);
  const refused = pattern?.exec(option);
  if (effect !== undefined && refused !== undefined && refused !== null) {
    if (literalLength(rule, at) < refused.index + refused[0].length) return makes(effect);
  }
  if (ordinal >= (program.operands ?? Infinity) && !isCovered && !state.anyOperands)
    return makes("changes");
  if (ordinal < (program.codeOperands ?? 0) && !isCovered) return makes("runs");
  return undefined;
}

function scriptProblem({ script: language }: Program, script: string | undefined) {
  if (script === undefined) return "may become another script";
  return language === "sed" ? sedProblem(script) : awkProblem(script);
}

/** Checks a word the table does not count as an option, in case the table is wrong. */
function problemOfText({ at, program, path }: ParsedWord, { rule, words }: Context) {
  const text = textAt(words, at);
  if (!/^-./s.test(text) || literalLength(rule, at) === Infinity) return undefined;
  const again = parseWords([NO_WORD, ...words.slice(at, at + 1)], program, path);
  for (const parsed of again) {
    if (parsed.kind !== "option") continue;
    const { name, known } = parsed;
    const effect = known === undefined ? expansionOf(name, program)?.effect : known.effect;
    if (effect === undefined) continue;
    return {
      option: name,
      problem: `${inQuotes(text)} may make ${path} ${EFFECT_PHRASES[effect]}`,
    };
  }
  return undefined;
}

const NO_WORD: Word = { text: "", unquoted: "", shape: "" };

function problemOfWildcard(
  { at, program, path }: ParsedWord,
  { words }: Context,
): Objection | undefined {
  const word = words[at] ?? NO_WORD;
  const isBad = EFFECTS.some((effect) =>
    program.style === "words"
      ? namesIn(program[effect]).some((name) => overlaps(name.replace(/=$/, ""), word.shape))
      : program[effect] !== undefined,
  );
  if (!isBad) return undefined;
  const problem = `${inQuotes(word.text)} may become an option of ${path} (write ./${word.text})`;
  return { option: word.text, problem };
}

const EFFECT_PHRASES: Readonly<Record<Effect, string>> = {
  writes: "write a file",
  runs: "run a program",
  moves: "work in another directory",
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
  problem: `${problem}; the rule ${inQuotes(rule.text)} allows only read-only use of ${path} (spell ${inQuotes(option)} in the rule to allow it)`,
});
