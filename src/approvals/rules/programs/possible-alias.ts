import type { Word } from "../word.js";
import { programOf } from "../wrappers.js";
import { namesIn } from "./options.js";
import { programNamed } from "./table.js";
import { parseWords } from "./parse-words.js";

/**
 * Returns the word that may make a command run another sub-command than its name suggests: an option
 * that can define aliases, or a name that is not a built-in sub-command and so may be an alias.
 */
export function possibleAlias(words: readonly Word[]): string | undefined {
  const name = words[0]?.text ?? "";
  const program = programNamed(name);
  if (program?.commands === undefined) return undefined;
  const redefining = namesIn(program.redefines);
  for (const parsed of parseWords(words, program, programOf(name))) {
    if (parsed.kind === "option" && redefining.includes(parsed.name)) return parsed.name;
    if (parsed.kind === "command") {
      return program.renames === true && !parsed.known ? words[parsed.at]?.text : undefined;
    }
  }
  return undefined;
}
