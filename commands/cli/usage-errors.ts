import { nearest } from "../../config/nearest.js";
import { CliError } from "../../src/outcome/errors.js";

/** The error for a missing or unknown word after the name of a command that needs one of a few. */
export function unknownAction(
  command: string,
  word: string,
  actions: readonly string[],
  what = "action",
): CliError {
  const problem = word === "" ? `no ${what} given` : `unexpected argument ${JSON.stringify(word)}`;
  const guess = nearest(word, actions);
  return new CliError("usage", `${command}: ${problem}: expected ${actions.join(", ")}`, {
    hint:
      guess === undefined
        ? `see: turnpipe ${command} --help`
        : `did you mean: turnpipe ${command} ${guess}`,
  });
}

/** The error for an argument that a command has no use for. */
export const unexpectedArgument = (
  command: string,
  word: string | number,
  hint = `see: turnpipe ${command} --help`,
): CliError =>
  new CliError("usage", `${command}: unexpected argument ${JSON.stringify(String(word))}`, {
    hint,
  });
