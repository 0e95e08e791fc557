import { CliError } from "../../src/outcome/errors.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import { withOwnCommands } from "../../src/text/server-words.js";
import { diagnostic } from "../../src/text/diagnostic.js";
import type { RunContext } from "../../src/context.js";

/** Prints an error and its hint on stderr, and returns the exit status. */
export function reportError(error: unknown, { stderr }: Pick<RunContext, "stderr">): number {
  if (!(error instanceof CliError)) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    stderr.write(`turnpipe: a bug in turnpipe: ${diagnostic(text)}\n`);
    return exitCodeOf("bug");
  }
  // A closed stdout is how `| head` ends: not worth a message.
  if (error.kind !== "stdout_closed") {
    // Message and hint may quote a server or a file name, which are untrusted.
    stderr.write(`turnpipe: ${diagnostic(withOwnCommands(error.message))}\n`);
    if (error.hint !== undefined) stderr.write(`hint: ${diagnostic(error.hint)}\n`);
  }
  return exitCodeOf(error.kind);
}
