/** Returns what a sed script may do beyond editing its output; an unusual script counts as unsafe. */
export function sedProblem(script: string): string | undefined {
  let at = 0;
  while (at < script.length) {
    const next = commandEnd(script, at);
    if (next === undefined) return "is a sed script that may write a file or run a program";
    at = next;
  }
  return undefined;
}

const SPACE = /[\s;]*/y;
const ADDRESS = /(?:\d+(?:~\d+)?|\$|[+~]\d+)/y;
const BETWEEN = /\s{0,9},\s*/y;
const NOT = /\s*!?\s*/y;
// Print, delete, move between buffers, or group; q and l may have a number.
const SIMPLE = /(?:[pPdDhHgGxnNFz={}]|[qQl]\d*)(?=[\s;}]|$)|\{/y;
const FLAGS = /[gpiIM\d]{0,9}(?=[\s;}]|$)/y;

/** The end of the command at an index; undefined for all but the simplest commands. */
function commandEnd(script: string, start: number): number | undefined {
  let at = after(SPACE, script, start) ?? start;
  if (at === script.length) return at;
  const first = addressEnd(script, at);
  if (first !== undefined) {
    const comma = after(BETWEEN, script, first);
    at = comma === undefined ? first : (addressEnd(script, comma) ?? -1);
    if (at < 0) return undefined;
  }
  at = after(NOT, script, at) ?? at;
  const simple = after(SIMPLE, script, at);
  if (simple !== undefined) return simple;
  const command = script[at];
  if (command !== "s" && command !== "y") return undefined;
  const delimiter = script[at + 1] ?? "";
  if (!/[/|#,:@!%_+~]/.test(delimiter)) return undefined;
  const middle = delimitedEnd(script, at + 2, delimiter, { brackets: command === "s" });
  if (middle === undefined) return undefined;
  const end = delimitedEnd(script, middle, delimiter, { brackets: false });
  if (end === undefined) return undefined;
  // s///e runs a program, s///w writes a file.
  return after(FLAGS, script, end);
}

function addressEnd(script: string, at: number): number | undefined {
  const plain = after(ADDRESS, script, at);
  if (plain !== undefined) return plain;
  if (script[at] !== "/") return undefined;
  const end = delimitedEnd(script, at + 1, "/", { brackets: true });
  return end === undefined ? undefined : (after(/[IM]*/y, script, end) ?? end);
}

/** The index after the next delimiter. Refuses one inside brackets, where implementations differ. */
function delimitedEnd(
  script: string,
  start: number,
  delimiter: string,
  { brackets }: { brackets: boolean },
): number | undefined {
  for (let at = start; at < script.length; at++) {
    const char = script[at];
    if (char === delimiter) return at + 1;
    if (char === "\n") return undefined;
    if (char === "\\") {
      if (script[at + 1] === undefined || script[at + 1] === "\n") return undefined;
      at++;
    } else if (char === "[" && brackets) {
      const close = bracketEnd(script, at);
      if (close === undefined || script.slice(at, close).includes(delimiter)) return undefined;
      at = close;
    }
  }
  return undefined;
}

/** The end of `[abc]`, `[^abc]` or `[[:alpha:]]`; implementations differ about other forms. */
function bracketEnd(script: string, at: number): number | undefined {
  const end = after(BRACKETS, script, at);
  return end === undefined ? undefined : end - 1;
}

const BRACKETS = /\[\^?(?:\[:[a-z]+:\]|\][^\]\\\n[]*|[^\]\\\n[]+)\]/y;

function after(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null ? undefined : at + found[0].length;
}
