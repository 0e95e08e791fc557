import { expansionStart, type Word } from "../word.js";
import { namesIn, optionsOf, type ProgramOption } from "./options.js";
import type { Program } from "./program.js";

/** A word of a command, or part of one, as its program parses it. */
export type ParsedWord = { at: number; program: Program; path: string } & (
  | {
      kind: "option";
      name: string;
      /** How many characters of the word spell it. */
      end: number;
      /** Absent when the program's table does not have it. */
      known: ProgramOption | undefined;
      value: string | undefined;
      /** The index of the word with the value. */
      valueAt: number;
    }
  | { kind: "operand"; ordinal: number }
  /** Text that is not an option, if the table is right: a value, or a word after `--`. */
  | { kind: "text" }
  /** A wildcard that may expand to an option, or to several words. */
  | { kind: "wildcard" }
  | { kind: "command"; known: boolean }
);

/**
 * Parses the words after a program's name, as the program does. Stops early if the remaining words are
 * for another program.
 */
export function* parseWords(words: readonly Word[], program: Program, name: string) {
  const state: State = { words, at: 1, program, path: name, ordinal: 0, ended: false };
  for (; state.at < words.length; state.at++) {
    const text = state.words[state.at]?.text ?? "";
    const here = { at: state.at, program: state.program, path: state.path };
    if (mayExpandToOption(state)) yield { ...here, kind: "wildcard" } satisfies ParsedWord;
    if (isEnd(state, text)) {
      if (state.program.passesRest === true) return;
      state.ended = true;
    } else if (!state.ended && /^-./s.test(text)) {
      for (const option of optionsIn(state)) {
        yield option;
        if (option.kind === "option" && namesIn(state.program.terminators).includes(option.name))
          return;
      }
    } else if (state.at === 1 && state.program.bundles === true) {
      yield* cluster(state, text, "bundled");
    } else if (subCommand(state, text)) {
      const known = Object.hasOwn(here.program.commands ?? {}, text);
      yield {
        at: state.at,
        program: state.program,
        path: state.path,
        kind: "command",
        known,
      } satisfies ParsedWord;
    } else {
      if (state.ended) yield { ...here, kind: "text" } satisfies ParsedWord;
      yield { ...here, kind: "operand", ordinal: state.ordinal++ } satisfies ParsedWord;
      const { codeOperands, stopsAtOperand } = state.program;
      state.ended ||= stopsAtOperand === true;
      if (codeOperands !== undefined) {
        for (
          let ordinal = 1;
          ordinal < codeOperands && state.at + ordinal < words.length;
          ordinal++
        ) {
          yield { ...here, kind: "operand", at: state.at + ordinal, ordinal } satisfies ParsedWord;
        }
        return;
      }
    }
  }
}

interface State {
  words: readonly Word[];
  at: number;
  program: Program;
  path: string;
  ordinal: number;
  /** A `--` was seen. */
  ended: boolean;
}

// For find, `--` does not end the options: its expression still follows.
const isEnd = ({ program, ended }: State, text: string): boolean =>
  text === "--" && !ended && program.style !== "words";

/** Continues with a sub-command, if the word can be one. */
function subCommand(state: State, text: string): boolean {
  const { commands, operands } = state.program;
  if (commands === undefined || state.ordinal > 0) return false;
  const found = Object.hasOwn(commands, text) ? commands[text] : undefined;
  if (found === undefined && operands !== undefined) return false;
  state.path += ` ${text}`;
  state.program = found ?? {};
  return true;
}

/** The literal beginning of a word, before any expansion. */
function headOf({ text, unquoted }: Word): string {
  const star = unquoted.search(/[*?]/);
  return text.slice(0, Math.min(expansionStart(unquoted), star < 0 ? text.length : star));
}

/** Whether a shell may expand a word. */
export const isExpanded = (word: Word): boolean => headOf(word) !== word.text;

const NO_WORD: Word = { text: "", unquoted: "", shape: "" };

function mayExpandToOption({ words, at, program, ended }: State): boolean {
  const word = words[at];
  if (word === undefined || ended) return false;
  const head = headOf(word);
  if (head === word.text) return false;
  if (head === "") return true;
  // A file called --include=x.ts is still that option.
  const isNamed = /^--?[^=]+=/.test(head) && (program.style !== undefined || head.startsWith("--"));
  return head.startsWith("-") && !isNamed;
}

function* optionsIn(state: State): Generator<ParsedWord> {
  const { words, program, path, at } = state;
  const word = words[at] ?? NO_WORD;
  const { text } = word;
  const options = optionsOf(program);
  if (/^-\d+$/.test(text) && options.has("-NUM")) return;
  const isWhole = program.style !== undefined || text.startsWith("--");
  if (!isWhole) {
    yield* cluster(state, text.slice(1), "dashed");
    return;
  }
  const equals = text.indexOf("=");
  const spelled = equals < 0 ? text : text.slice(0, equals);
  const name = program.style === "go" ? spelled.replace(/^--/, "-") : spelled;
  const known = options.get(name);
  const value = equals < 0 || isExpanded(word) ? undefined : text.slice(equals + 1);
  const place = { at, program, path, name, end: spelled.length, known };
  const option = { kind: "option", ...place, value, valueAt: at } satisfies ParsedWord;
  if (known?.value !== "any" || equals >= 0) yield option;
  else yield* withNextWord(state, option);
}

/** Combined short options; the first that takes a value gets the rest of the word, or the next word. */
function* cluster(
  state: State,
  letters: string,
  kind: "dashed" | "bundled",
): Generator<ParsedWord> {
  const { program, path, at } = state;
  const options = optionsOf(program);
  for (let index = 0; index < letters.length; index++) {
    const name = `-${letters[index] ?? ""}`;
    const known = options.get(name);
    const end = index + (kind === "dashed" ? 2 : 1);
    const place = { at, program, path, name, end, known };
    const option = { kind: "option", ...place, value: undefined, valueAt: at } satisfies ParsedWord;
    if (known === undefined || known.value === "none") yield option;
    else if (kind === "bundled") {
      if (known.value === "any") yield* withNextWord(state, option);
      else yield option;
    } else {
      const rest = letters.slice(index + 1);
      if (rest !== "" || known.value === "attached") yield { ...option, value: rest };
      else yield* withNextWord(state, option);
      return;
    }
  }
}

/** Yields an option with the next word as its value. */
function* withNextWord(
  state: State,
  option: ParsedWord & { kind: "option" },
): Generator<ParsedWord> {
  const word = state.words[state.at + 1];
  if (word === undefined) {
    yield option;
    return;
  }
  state.at++;
  const { at, program } = state;
  const { path } = option;
  const mayBeOption = mayExpandToOption(state);
  yield { ...option, value: isExpanded(word) ? undefined : word.text, valueAt: at };
  if (mayBeOption) yield { kind: "wildcard", at, program, path };
  if (word.text.startsWith("-")) yield { kind: "text", at, program, path };
}
