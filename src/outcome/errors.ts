import type { Cause, Failure } from "./causes.js";
import { failure } from "./causes.js";

interface CliErrorOptions {
  /** What the user can do about it. */
  hint?: string | undefined;
  cause?: unknown;
  /** When to try again, where that is known. */
  resetsAt?: string | null;
  /** Set where the kind is usually worth a retry, and this error is not. */
  final?: boolean;
}

/** An error to report to the user, with its cause and a hint. A failed turn is data instead. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly kind: Cause;
  readonly hint: string | undefined;
  readonly resetsAt: string | null;
  readonly final: boolean;

  /** Compares by name: the hook's bundle has its own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "CliError";
  }

  constructor(
    kind: Cause,
    message: string,
    { hint, cause, resetsAt = null, final = false }: CliErrorOptions = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.hint = hint;
    this.resetsAt = resetsAt;
    this.final = final;
  }
}

/** Converts anything thrown to a failure; all but a CliError is a bug in turnpipe. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CliError) {
    const { kind, message, resetsAt, final } = error;
    return failure(kind, message, { resetsAt, ...(final ? { retryable: false } : {}) });
  }
  return failure("bug", error instanceof Error ? error.message : String(error));
}

/** The message of anything thrown; of a failed call of the file system only the reason, `permission denied`. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isSystemError = "syscall" in error;
  return (isSystemError ? FILE_ERROR.exec(error.message)?.[1] : undefined) ?? error.message;
}

/** `EACCES: permission denied, open 'x'` */
const FILE_ERROR = /^[A-Z0-9]+: ([^,]+),/;
