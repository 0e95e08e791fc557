import { stepsOf } from "./steps.js";
import { SURFACES } from "./growth-surfaces.js";

/**
 * The kinds of text that a function takes more than twice the steps for when they are twice as long.
 * Counted for a few kinds together: work that grows with the square of a text outweighs ten that do not.
 */
export function growsFaster(name: string, length: number, kinds = [...KINDS.keys()]): string[] {
  const use = SURFACES[name] ?? (() => undefined);
  const steps = (group: readonly string[], size: number): number => {
    const texts = group.map((kind) => textOf(KINDS.get(kind) ?? (() => kind), size));
    return stepsOf(() => texts.forEach(use));
  };
  // What is made once and kept, like a table of options, is made before the count begins.
  use("a");
  return groupsOf(kinds).flatMap((group) => {
    const [once, twice] = [steps(group, length), steps(group, 2 * length)];
    return twice <= LIMIT * once ? [] : [`${group.join(" ")}: ${once} steps, then ${twice}`];
  });
}

/**
 * A twentieth more than twice: a text of pieces is not exactly as long as asked for, and numbers in it
 * get more digits. Square growth of one kind in ten exceeds it by far.
 */
const LIMIT = 2.1;
const GROUP = 10;

const groupsOf = (kinds: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(kinds.length / GROUP) }, (_, at) =>
    kinds.slice(GROUP * at, GROUP * (at + 1)),
  );

/** A kind of text of any length: the n-th piece of it. */
export type Kind = (at: number) => string;

/** What patterns and scanners look for, alone, in pairs and in lists; by a name. */
export const KINDS: ReadonlyMap<string, Kind> = new Map([
  ...[
    ..."a é 漢 1 { } [ ] : # * _ < @ = . - + ' ` \" \\ | & % ( $ /".split(" "),
    ...[" ", "\t", "\n", "\r", "\r\n", "\v", "\u2028", "\u0085", "\u200b", "\u200d", "\0"],
    ...["\x1b", "\x1b[", "\x1b]", "\x1bP", "\x1b[;", "\x9b", "\x9d", "\x1b]a", "\x07"],
    ...["\x1b[1m", "\x1b[1ma ", "\x1b[31ma\n", "\x1b[1;", "\x1b]8;;", "\u0301 ", "e\u0301 "],
    ...["::", "##", "##[", "##a", " :", "\n ", "\n:", "\n\n ", "\ta", "a ", "漢 "],
    ...['{"', '{"a":', "{ ", "{}", "[{", '\\"', '""', "```", "\n```", " ```", "`a"],
    ...["**", "**a", "//", "./", "../", "a/", "a=", "a.", "- ", "- [P1] ", "[P1]", "P1: "],
    ...["Error: ", "\nError: ", "\n\t\n", "+", "+\n", "-\n", "a — ", "Review comment:\n"],
    ...["https://a:b@", "://", ":a@", "Bearer ", "?key=", "%41", "%25", "&amp;", "&#", "\\u0061"],
    ...["a1", "a1a1a1a\n", "'a'", "'a' ", "a;", "a | ", "env ", "-a ", "--a=", "--a=b ", "s/a/b/;"],
    ...["/[", "[a", "{a,", "*a", "k='v',", "👨\u200d", "🇪", "\u0301", "\ud800"],
    ...["# >>> turnpipe review hook >>>\n", "# <<< turnpipe review hook <<<\n", "diff --git "],
    ...["@@ -1 +1 @@\n", "diff --git a/a b/a\n", "diff --cc a\n"],
  ].map((unit): [string, Kind] => [JSON.stringify(unit), () => unit]),
  ["numbered lines", (at) => `line ${at}\n`],
  ["numbered words", (at) => `word${at} `],
  ["files of a diff", (at) => `diff --git a/${at} b/${at}\n@@ -0,0 +1 @@\n+a\n`],
  ["hunks of a file", (at) => `${at === 0 ? FILE : ""}@@ -${3 * at} +${3 * at} @@\n-a\n+b\n`],
  ["a file again and again", (at) => `${FILE}@@ -${3 * at} +${3 * at} @@\n-a\n+b\n`],
  ["sides of a merge", (at) => (at === 0 ? "diff --cc a\n@@@" : "@")],
  ["findings", (at) => `${at === 0 ? '{"findings":[' : ","}{"title":"${at}","body":""}`],
  ["keys", (at) => `${at === 0 ? "{" : ","}"finding${at}":{"title":1}`],
  ["objects", (at) => `{"findings":[${at}]} `],
  ["items of a list", (at) => `${at === 0 ? "Review comment:\n\n" : ""}- [P1] a — /a:${at}\n  b\n`],
]);

const FILE = "diff --git a/a b/a\n--- a/a\n+++ b/a\n";

/** A text of about this length. */
function textOf(kind: Kind, length: number): string {
  const pieces: string[] = [];
  for (let at = 0, made = 0; made < length; at++) {
    const piece = kind(at);
    pieces.push(piece);
    made += piece.length;
  }
  return pieces.join("");
}
