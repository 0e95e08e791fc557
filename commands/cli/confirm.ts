import { createInterface } from "node:readline";

import { diagnostic } from "../../src/text/diagnostic.js";
import type { Runtime } from "../../src/context.js";

/** A person at the terminal who can be asked. */
export interface Confirmation {
  /** Everything but a clear yes is a no. */
  confirm(question: string): Promise<boolean>;
  close(): void;
}

/** Asks on the terminal; what is typed ahead answers what comes next. */
export function openConfirmation({
  stdin,
  stderr,
}: Pick<Runtime, "stdin" | "stderr">): Confirmation {
  // Not as a terminal of its own: that would keep Ctrl-C from being a signal.
  const lines = createInterface({ input: stdin, terminal: false });
  const answers = lines[Symbol.asyncIterator]();
  return {
    async confirm(question) {
      stderr.write(`${diagnostic(question)} [y/N] `);
      const answer = await answers.next();
      if (answer.done !== true) return /^y(es)?$/i.test(answer.value.trim());
      // The end of input answers nothing, and leaves the line open.
      stderr.write("\n");
      return false;
    },
    close: () => {
      lines.close();
    },
  };
}
