import type { Random } from "../../fuzz/random.js";

/** Everything that may stand between two commands. */
export const OPERATORS = ["&&", "||", ";", "|", "|&", "&", "\n", " && ", " ; ", "\n\n", " |\n "];

/** A word, quoted in one of the ways a shell undoes. */
function quoteAtRandom(word: string, dice: Random): string {
  switch (dice.below(6)) {
    case 0:
      return single(word);
    case 1:
      return `"${word.replace(/[$`"\\]/g, "\\$&")}"`;
    case 2:
      return Array.from(word, (char) => `\\${char}`).join("");
    case 3: {
      const cut = dice.below(word.length + 1);
      return bare(word.slice(0, cut)) + (cut < word.length ? single(word.slice(cut)) : "");
    }
    default:
      return bare(word);
  }
}

const single = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
const bare = (word: string): string => word.replace(/[^\w./:=-]/g, "\\$&");

/** A simple command as somebody might type it. */
export const commandAtRandom = (words: readonly string[], dice: Random): string =>
  words.map((word) => quoteAtRandom(word, dice)).join(dice.pick([" ", "  ", "\t", " \\\n "]));

/** Commands side by side, with any operators between them. */
export const lineAtRandom = (commands: readonly string[], dice: Random): string =>
  commands.reduce((line, command) => line + dice.pick(OPERATORS) + command);

/** A line in a shell of its own, or behind something that runs it. */
export function wrapAtRandom(line: string, dice: Random): string {
  const shell = dice.pick(["bash -c", "sh -c", "zsh -lc", "/bin/bash -lc", "bash -l -c"]);
  return `${shell} ${single(line)}`;
}
