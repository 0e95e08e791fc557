import type { RunContext } from "../../src/context.js";

/** Whether the answer is printed once, on stderr: where both streams are a terminal. */
export const answersOnTerminal = ({
  stdout,
  stderr,
}: Pick<RunContext, "stdout" | "stderr">): boolean =>
  stdout.isTTY === true && stderr.isTTY === true;
