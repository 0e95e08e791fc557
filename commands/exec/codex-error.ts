import { CliError } from "../../src/outcome/errors.js";

/** An error in the words of codex exec, which are printed as they are; the exit status is ours. */
export class CodexError extends CliError {
  readonly isCodexText = true;
}

/** Whether the message of an error is codex's own; not `instanceof`, which CliError redefines. */
export const isCodexError = (error: unknown): error is CodexError =>
  error instanceof CliError && "isCodexText" in error;
