import { createInterface } from "node:readline";

import { diagnostic } from "../../src/text/diagnostic.js";
import type { RunContext } from "../../src/context.js";

/** A yes/no prompt on the terminal. */
export interface Confirmation {
  /** Anything but `y` or `yes` is a no. */
  confirm(question: string): Promise<boolean>;
  close(): void;
}

/** Opens a prompt on stdin and stderr; lines typed ahead answer the next questions. */
export function openConfirmation({
  stdin,
  stderr,
}: Pick<RunContext, "stdin" | "stderr">): Confirmation {
  // `terminal: true` would keep Ctrl-C from raising SIGINT.
  const lines = createInterface({ input: stdin, terminal: false });
  const answers = lines[Symbol.asyncIterator]();
  return {
    async confirm(question) {
      stderr.write(`${diagnostic(question)} [y/N] `);
      const answer = await answers.next();
      if (answer.done !== true) return /^y(es)?$/i.test(answer.value.trim());
      // At the end of input nobody has typed the newline.
      stderr.write("\n");
      return false;
    },
    close: () => {
      lines.close();
    },
  };
}
