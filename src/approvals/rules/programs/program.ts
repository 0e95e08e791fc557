/**
 * What an option does beyond read-only use. `configures` is for options that load settings or code, or
 * that change the meaning of other words.
 */
export type Effect = "writes" | "runs" | "moves" | "configures" | "sends" | "changes";

/**
 * The options of a program or of one of its sub-commands, as data.
 *
 * Options are listed one word each: `-n` is a flag, `-n=` takes a value (attached or the next word),
 * `--color[=]` takes an attached value only, and `-NUM` is any number. A deny rule treats a short option
 * directly before a long one with the same suffix as the same option. An option in none of the lists is
 * unknown and declined: leave out options that are not certainly safe, or that take a value in some
 * versions only.
 */
export interface Program extends Partial<Readonly<Record<Effect, string>>> {
  /** Options of read-only use. */
  readonly safe?: string;
  /** Values that make an option with an effect safe. */
  readonly except?: Readonly<Record<string, RegExp>>;
  /** Options that make the command a listing, whose operands are patterns. */
  readonly lists?: string;
  /** `words`: each option is a whole word (find); `go`: the same, with one dash or two. */
  readonly style?: "words" | "go";
  /** A first word of option letters needs no dash (tar). */
  readonly bundles?: true;
  /** Whether it is read-only, and so need not be spelled in a rule. */
  readonly reads?: true;
  /** How many operands keep it read-only; a rule must cover further ones. Absent: any number. */
  readonly operands?: number;
  /** How many leading operands are code to run; the rule must cover them, but not what follows. */
  readonly codeOperands?: number;
  /** Options after which all words belong to the program they run. */
  readonly terminators?: string;
  /** Options end at the first operand. */
  readonly stopsAtOperand?: true;
  /** Words after `--` are for the program it runs. */
  readonly passesRest?: true;
  /** Operands that have an effect, instead of naming what to read. */
  readonly refuses?: readonly [pattern: RegExp, effect: Effect];
  /** The first operand, or the value of `-e`, is a script in this language. */
  readonly script?: "sed" | "awk";
  readonly commands?: Readonly<Record<string, Program>>;
  /** Sub-commands may have other names: configured aliases or abbreviations. */
  readonly renames?: true;
  /** Options that can give a sub-command any meaning. */
  readonly redefines?: string;
}

/** Gives several programs or sub-commands the same options. */
export const sameOptions = (names: string, program: Program): Readonly<Record<string, Program>> =>
  Object.fromEntries(names.split(" ").map((name) => [name, program]));
