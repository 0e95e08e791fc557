import { CliError } from "../outcome/errors.js";
import { Redactor } from "./redactor.js";

/** Runs an action that uses a secret, and redacts it from any error thrown. */
export async function redactErrors<T>(secret: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const redactor = new Redactor();
    redactor.addSecret(secret);
    // A new error, because the stack and the cause of the old one may quote the secret.
    if (error instanceof CliError) {
      const { kind, message, hint, resetsAt } = error;
      throw new CliError(kind, redactor.text(message), redactor.value({ hint, resetsAt }));
    }
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    const bare = new Error(redactor.text(message));
    bare.stack = redactor.text(stack);
    throw bare;
  }
}
