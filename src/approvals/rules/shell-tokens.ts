import { AmbiguousInput } from "./ambiguous-input.js";
import { WILDCARD } from "./wildcard.js";
import { shellWord, type Word } from "./word.js";

/** A token of a shell line. Redirections are only to or from /dev/null, or 2>&1. */
export type Token =
  { kind: "word"; word: Word } | { kind: "operator"; text: string } | { kind: "redirection" };

/** Tokenises a line as a POSIX shell does; refuses expansions, arithmetic and output to files. */
export function* shellTokens(line: string): Generator<Token> {
  let at = 0;
  const take = (pattern: RegExp): string => {
    const found = matchAt(pattern, line, at);
    at += found.length;
    return found;
  };
  while (at < line.length) {
    if (take(BLANKS) !== "") continue;
    if (take(SAFE_REDIRECTION) !== "") {
      yield { kind: "redirection" };
      continue;
    }
    const operator = take(OPERATOR);
    if (operator !== "") {
      yield { kind: "operator", text: operator };
      continue;
    }
    const { word, end } = wordAt(line, at);
    at = end;
    yield { kind: "word", word };
  }
}

// A backslash before a line break continues the line.
const BLANKS = /(?:[ \t]|\\\n)+/y;
const SAFE_REDIRECTION = /(?:2>&1|[12]?>[ \t]*\/dev\/null|<[ \t]*\/dev\/null)(?=[ \t\n;&|]|$)/y;
// `&>` is a redirection in bash, not an operator.
const OPERATOR = /&&|\|\||\|&|&(?!>)|[;|\n]/y;
const PLAIN = /[^\s\\'"$`;&|<>()]+/y;

function wordAt(line: string, start: number): { word: Word; end: number } {
  if (line[start] === "#") throw new AmbiguousInput("a comment (#)");
  let text = "";
  let unquoted = "";
  let at = start;
  while (at < line.length) {
    const plain = matchAt(PLAIN, line, at);
    text += plain;
    unquoted += plain;
    at += plain.length;
    if (at === line.length) break;
    if (at > start && ENDS_WORD.includes(line[at] ?? "")) break;
    const quote = quoteAt(line, at);
    text += quote.text;
    unquoted += WILDCARD.repeat(quote.text.length);
    at = quote.end;
  }
  return { word: shellWord(text, unquoted), end: at };
}

const ENDS_WORD = " \t\n;&|";

/** Reads a quoted part: its text, and the index after it. */
function quoteAt(line: string, at: number): { text: string; end: number } {
  const char = line[at];
  const next = line[at + 1];
  if (char === "\\") {
    if (next === undefined) throw new AmbiguousInput("a backslash at the end");
    return { text: next === "\n" ? "" : next, end: at + 2 };
  }
  if (char === "'") {
    const end = line.indexOf("'", at + 1);
    if (end < 0) throw new AmbiguousInput("an unbalanced quote (')");
    return { text: line.slice(at + 1, end), end: end + 1 };
  }
  if (char === '"') return doubleQuoteAt(line, at + 1);
  throw new AmbiguousInput(problemOf(char ?? "", next ?? ""));
}

function doubleQuoteAt(line: string, start: number): { text: string; end: number } {
  let text = "";
  for (let at = start; at < line.length; at++) {
    const char = line[at] ?? "";
    const next = line[at + 1] ?? "";
    if (char === '"') return { text, end: at + 1 };
    if (char === "$" || char === "`") throw new AmbiguousInput(problemOf(char, next));
    // Before any other character a backslash is literal.
    if (char === "\\" && next !== "" && '$`"\\\n'.includes(next)) {
      text += next === "\n" ? "" : next;
      at++;
    } else text += char;
  }
  throw new AmbiguousInput('an unbalanced quote (")');
}

function problemOf(char: string, next: string): string {
  if (char === "`") return "a command substitution (`…`)";
  if (char === "$" && next === "(") return "a command substitution ($(…))";
  if (char === "$") return "an expansion ($)";
  if (char === "(" || char === ")") return "a subshell, function or pattern in parentheses";
  if ((char === "<" || char === ">") && next === "(") return "a process substitution";
  if (char === "<" && next === "<") return "a here-document";
  return "a redirection";
}

function matchAt(pattern: RegExp, line: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0] ?? "";
}
