import { CliError } from "../../src/outcome/errors.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import type { RunContext } from "../../src/context.js";
import { reportError } from "./report-error.js";

/** The exit status after all output: a success that could not be written becomes a failure. */
export function exitCodeAfterOutput(code: number, runContext: RunContext): number {
  const { aborted, reason } = runContext.stop.signal as { aborted: boolean; reason: unknown };
  if (!aborted || !(reason instanceof CliError)) return code;
  if (reason.kind === "stdout_closed") return exitCodeOf("stdout_closed");
  return reason.kind === "output_failed" && code === 0 ? reportError(reason, runContext) : code;
}
