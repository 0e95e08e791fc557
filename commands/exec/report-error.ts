import type { RunContext } from "../../src/context.js";
import type { Cause } from "../../src/outcome/causes.js";
import { CliError } from "../../src/outcome/errors.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import { rejectionIn } from "../../src/session/rejection.js";
import { diagnosticLines } from "../../src/text/diagnostic.js";
import { reportError } from "../cli/report-error.js";
import { isCodexError } from "./codex-error.js";

/** Prints an error as codex exec does, in its words where it has some, and returns our exit status. */
export function reportExecError(error: unknown, runContext: Pick<RunContext, "stderr">): number {
  if (!(error instanceof CliError)) return reportError(error, runContext);
  if (!SILENT.has(error.kind))
    runContext.stderr.write(`${diagnosticLines(errorText(error)).join("\n")}\n`);
  return exitCodeOf(error.kind);
}

/** codex prints nothing when a signal stops it. */
const SILENT: ReadonlySet<Cause> = new Set([
  "hangup",
  "interrupted",
  "terminated",
  "stdout_closed",
]);

function errorText(error: CliError): string {
  if (isCodexError(error)) return error.message;
  const rejection = rejectionIn(error);
  if (rejection === undefined) {
    const hint = error.hint === undefined ? "" : `\nhint: ${error.hint}`;
    return `Error: ${error.message}${hint}`;
  }
  const { method, message, code, data } = rejection;
  const details = data === undefined ? "" : `, data: ${JSON.stringify(data)}`;
  return `Error: ${method}: ${method} failed: ${message} (code ${String(code)})${details}`;
}
