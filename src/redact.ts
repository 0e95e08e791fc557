import { CliError } from "./errors.js";

/** The text without a secret that somebody may have quoted. */
export const redacted = (text: string, secret: string): string =>
  secret === "" ? text : text.replaceAll(secret, "[redacted]");

/** Does something with a secret; what goes wrong with it is told without the secret. */
export async function hiding<T>(secret: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    // A new one: the stack and the cause of the old one may quote it, too.
    if (error instanceof CliError) {
      const { kind, message, hint, resetsAt } = error;
      throw new CliError(kind, redacted(message, secret), { hint, resetsAt });
    }
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    const bare = new Error(redacted(message, secret));
    bare.stack = redacted(stack, secret);
    throw bare;
  }
}
