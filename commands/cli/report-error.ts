import { CliError } from "../../src/outcome/errors.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import { diagnostic } from "../../src/text/diagnostic.js";
import type { Runtime } from "../../src/context.js";

/** Says on stderr what went wrong and what to do, and gives the exit status for it. */
export function reportError(error: unknown, { stderr }: Pick<Runtime, "stderr">): number {
  if (!(error instanceof CliError)) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    stderr.write(`turnpipe: a bug in turnpipe: ${diagnostic(text)}\n`);
    return exitCodeOf("bug");
  }
  // A reader that left does not want to hear about it.
  if (error.kind !== "stdout_closed") {
    // Both may quote a server or a file name, and those may quote anybody.
    stderr.write(`turnpipe: ${diagnostic(error.message)}\n`);
    if (error.hint !== undefined) stderr.write(`hint: ${diagnostic(error.hint)}\n`);
  }
  return exitCodeOf(error.kind);
}
