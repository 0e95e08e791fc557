import { nearest } from "../../config/nearest.js";
import { CliError } from "../../src/outcome/errors.js";

/** The error for a missing or unknown action of a command. */
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

/** The error for an argument that a command does not take. */
export const unexpectedArgument = (
  command: string,
  word: string | number,
  hint = `see: turnpipe ${command} --help`,
): CliError =>
  new CliError("usage", `${command}: unexpected argument ${JSON.stringify(String(word))}`, {
    hint,
  });
