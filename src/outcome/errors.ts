import type { Cause, Failure } from "./causes.js";
import { failure } from "./causes.js";

interface CliErrorOptions {
  /** What the reader can do about it. */
  hint?: string | undefined;
  cause?: unknown;
  /** When to try again, where that is known. */
  resetsAt?: string | null;
}

/** A broken world: what went wrong, of which cause, and what to do. A failed turn is data instead. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly kind: Cause;
  readonly hint: string | undefined;
  readonly resetsAt: string | null;

  /** The hook's file and the rest of the program each have this class: they are one. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "CliError";
  }

  constructor(
    kind: Cause,
    message: string,
    { hint, cause, resetsAt = null }: CliErrorOptions = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.hint = hint;
    this.resetsAt = resetsAt;
  }
}

/** Anything thrown, as a failure; what is not ours to explain is a bug of ours. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CliError) {
    return failure(error.kind, error.message, { resetsAt: error.resetsAt });
  }
  return failure("bug", error instanceof Error ? error.message : String(error));
}

/** The words for "what the operating system said". */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
