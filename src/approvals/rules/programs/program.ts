/**
 * What an option does that a reading use does not. `configures` is for options that load settings or
 * code, or that change what other words mean.
 */
export type Effect = "writes" | "runs" | "moves" | "configures" | "sends" | "changes";

/**
 * The options of a program or of one of its sub-commands, as data.
 *
 * Options stand in lists, one word each: `-n` is a flag, `-n=` takes a value (attached or the next
 * word), `--color[=]` takes one only when it is attached, and `-NUM` is any number. A short option
 * directly before a long one with the same mark is the same option to a deny rule. An option in none
 * of the lists is unknown, and declined: leave out what is not surely harmless or takes its value in
 * some versions only.
 */
export interface Program extends Partial<Readonly<Record<Effect, string>>> {
  /** Options of the reading use. */
  readonly safe?: string;
  /** Values with which an option of an effect is safe all the same. */
  readonly except?: Readonly<Record<string, RegExp>>;
  /** Options that make the command a listing, whose operands are patterns. */
  readonly lists?: string;
  /** `words`: each option is a whole word (find); `go`: the same, with one dash or two. */
  readonly style?: "words" | "go";
  /** A first word of option letters needs no dash (tar). */
  readonly bundles?: true;
  /** Runs without being spelled in a rule: it only reads. */
  readonly reads?: true;
  /** How many operands leave it reading; further ones have to stand in the rule. Absent: any number. */
  readonly operands?: number;
  /** So many first operands are code to run and have to stand in the rule; what follows them is free. */
  readonly codeOperands?: number;
  /** Options behind which everything belongs to what they run. */
  readonly terminators?: string;
  /** Its options end at its first operand. */
  readonly stopsAtOperand?: true;
  /** What stands behind `--` is for the program that is run. */
  readonly passesRest?: true;
  /** Operands that do more than name what is read. */
  readonly refuses?: readonly [pattern: RegExp, effect: Effect];
  /** The first operand, or the value of `-e`, is a script in this language. */
  readonly script?: "sed" | "awk";
  readonly commands?: Readonly<Record<string, Program>>;
  /** Sub-commands have further names: configured aliases or abbreviations. */
  readonly renames?: true;
  /** Options that can give a sub-command any meaning. */
  readonly redefines?: string;
}

/** The same program under several names. */
export const sameOptions = (names: string, program: Program): Readonly<Record<string, Program>> =>
  Object.fromEntries(names.split(" ").map((name) => [name, program]));
