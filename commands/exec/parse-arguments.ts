import { nearest } from "../../config/nearest.js";
import { CliError } from "../../src/outcome/errors.js";
import type { Level, ExecOption } from "./grammar.js";

/** The options and positional arguments at one level of a command line. */
export interface LevelArguments {
  options: ReadonlyMap<string, readonly string[]>;
  words: readonly string[];
}

/** A command line by level; `path` names the levels after the first. */
export interface ExecArguments {
  path: readonly string[];
  levels: readonly LevelArguments[];
  requested: "help" | "version" | undefined;
}

/** Parses a command line as codex does: accepts and rejects the same arguments. */
export function parseExecArguments(argv: readonly string[], grammar: Level): ExecArguments {
  const path: string[] = [];
  const levels: LevelArguments[] = [];
  const left = [...argv];
  for (let level = grammar; ;) {
    const { parsed, next } = readLevel(level, left);
    levels.push(parsed);
    if (next === "help" || next === "version") return { path, levels, requested: next };
    const below = next === undefined ? undefined : level.levels[next];
    if (next === undefined || below === undefined) return { path, levels, requested: undefined };
    path.push(next);
    level = below;
  }
}

/** Parses one level, up to the word that begins the next; removes what it read from `left`. */
function readLevel(
  level: Level,
  left: string[],
): { parsed: LevelArguments; next: string | undefined } {
  const options = new Map<string, string[]>();
  const words: string[] = [];
  const parsed = { options, words };
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === "--") {
      for (const rest of left.splice(0)) addWord(rest, words, level);
    } else if (isOption(word)) {
      const { name, attached } = splitOption(word);
      const info = INFO_FLAGS.get(name);
      if (info !== undefined && attached !== undefined && name.startsWith("--")) {
        throw usage(`${name} is a switch and takes no value`);
      }
      if (info === "help" || (info === "version" && hasLevels(level))) {
        return { parsed, next: info };
      }
      takeOption(name, attached, { level, left, options });
    } else if (Object.hasOwn(level.levels, word)) {
      return { parsed, next: word };
    } else if (word === "help" && hasLevels(level)) {
      return { parsed, next: helpOn(left, level) };
    } else {
      addWord(word, words, level);
    }
  }
  return { parsed, next: undefined };
}

/** Handles `help` and `help COMMAND`. */
function helpOn(left: string[], level: Level): string {
  const [word] = left.splice(0);
  if (word === undefined) return "help";
  if (!Object.hasOwn(level.levels, word)) throw usage(`no such command: ${word}`);
  left.push("--help");
  return word;
}

const INFO_FLAGS: ReadonlyMap<string, "help" | "version"> = new Map([
  ["-h", "help"],
  ["--help", "help"],
  ["-V", "version"],
  ["--version", "version"],
]);

const hasLevels = ({ levels }: Level): boolean => Object.keys(levels).length > 0;

/** A lone dash is a word. */
const isOption = (word: string): boolean => word.startsWith("-") && word !== "-";

/** `--name=value`, `-n=value` and `-nvalue`. */
function splitOption(word: string): { name: string; attached: string | undefined } {
  if (word.startsWith("--")) {
    const [, name = word, attached] = /^(--[^=]+)(?:=([^]*))?$/.exec(word) ?? [];
    return { name, attached };
  }
  const [, name = word, attached] = /^(-[^])(?:=?([^]+)|=)?$/.exec(word) ?? [];
  return { name, attached: word === `${name}=` ? "" : attached };
}

interface ParserState {
  level: Level;
  left: string[];
  options: Map<string, string[]>;
}

function takeOption(name: string, attached: string | undefined, state: ParserState): void {
  const { level, left, options } = state;
  const [key, option] = findOption(name, level);
  const before = options.get(key);
  if (before !== undefined && (option.takes === "nothing" || option.takes === "value")) {
    throw usage(`--${key} cannot be used more than once`);
  }
  if (option.takes === "nothing") {
    options.set(key, []);
    if (attached === undefined) return;
    // Short switches may be combined: -ab is -a -b.
    if (name.startsWith("--")) throw usage(`${name} is a switch and takes no value`);
    left.unshift(`-${attached}`);
    return;
  }
  const values = attached === undefined ? valuesAfter(option, left) : [attached];
  if (values.length === 0) throw usage(`--${key} needs a value`);
  for (const value of values) requireValue(key, option, value);
  options.set(key, [...(before ?? []), ...values]);
}

function findOption(name: string, { options }: Level): [string, ExecOption] {
  const rows = Object.entries(options);
  const found = rows.find(([key, { short, aliases = [] }]) =>
    name.startsWith("--") ? [key, ...aliases].includes(name.slice(2)) : short === name.slice(1),
  );
  if (found !== undefined) return found;
  const guess = /^--\w/.test(name) ? nearest(name.slice(2), Object.keys(options)) : undefined;
  throw usage(
    `unexpected argument ${name}`,
    guess === undefined ? undefined : `did you mean --${guess}`,
  );
}

/** Takes an option's values from the words after it: one, or all up to the next option. */
function valuesAfter({ takes }: ExecOption, left: string[]): string[] {
  const end = left.findIndex(isOption);
  const most = end === -1 ? left.length : end;
  return left.splice(0, takes === "words" ? most : Math.min(most, 1));
}

/** Checks a value that must be a non-empty path or one of `choices`. */
function requireValue(key: string, { choices, path }: ExecOption, value: string): void {
  const names = key === "image" ? value.split(",") : [value];
  if (path === true && names.includes("")) throw usage(`--${key} needs a value`);
  if (choices === undefined || choices.includes(value)) return;
  throw usage(`--${key} ${value}: not one of ${choices.join(", ")}`);
}

function addWord(word: string, words: string[], level: Level): void {
  if (words.length === level.words) throw usage(`unexpected argument ${JSON.stringify(word)}`);
  words.push(word);
}

const usage = (problem: string, hint = "see: turnpipe exec --help"): CliError =>
  new CliError("usage", problem, { hint });
