import { CliError } from "../outcome/errors.js";
import { Redactor } from "./redactor.js";

/** Does something with a secret; the error of a failure does not quote it. */
export async function redactErrors<T>(secret: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const redactor = new Redactor();
    redactor.addSecret(secret);
    // A new one: the stack and the cause of the old one may quote it, too.
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
