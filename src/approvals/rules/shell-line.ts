import { shellTokens } from "./shell-tokens.js";
import { AmbiguousInput } from "./ambiguous-input.js";
import type { Word } from "./word.js";

/** Splits a shell line into its simple commands, in order. */
export function shellCommands(line: string): Word[][] {
  const commands: Word[][] = [];
  let words: Word[] = [];
  let redirected = false;
  let operator = "\n";
  for (const token of shellTokens(line)) {
    if (token.kind === "word") words.push(token.word);
    else if (token.kind === "redirection") redirected = true;
    else if (words.length > 0) {
      commands.push(words);
      words = [];
      redirected = false;
      operator = token.text;
    } else if (token.text !== "\n" || redirected) {
      throw new AmbiguousInput(`nothing before ${JSON.stringify(token.text)}`);
    }
  }
  if (words.length > 0) commands.push(words);
  else if (redirected || JOINS.includes(operator)) throw new AmbiguousInput("nothing at the end");
  if (commands.length === 0) throw new AmbiguousInput("an empty command");
  return commands;
}

const JOINS: readonly string[] = ["&&", "||", "|", "|&"];
