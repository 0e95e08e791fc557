import type { RunContext } from "../../src/context.js";
import { createPaint, wantsColour } from "../../src/output/colour.js";
import { columnsOf } from "../../src/output/plain-text.js";
import { ownStdout } from "../../src/output/stdout.js";
import type { Flag } from "./flags/flag.js";
import type { HelpText } from "./help.js";
import { helpPage } from "./help-page.js";
import { exitCodeAfterOutput } from "./output-errors.js";

/** Prints the help of a command, as wide as the terminal, but no wider than is easy to read. */
export async function printHelp(
  help: HelpText,
  flags: Readonly<Record<string, Flag>>,
  runContext: RunContext,
): Promise<number> {
  const { stdout, env } = runContext;
  const isTTY = stdout.isTTY === true;
  const paint = createPaint(wantsColour({ flag: "auto", env, isTTY }));
  return printText(
    await helpPage(help, flags, { columns: helpColumns(stdout), paint }),
    runContext,
  );
}

/** The width of a help page. */
export const helpColumns = (stdout: RunContext["stdout"]): number =>
  Math.min(columnsOf(stdout, 80), MAX_COLUMNS);

const MAX_COLUMNS = 100;

/** Prints a text for people on stdout. */
export async function printText(text: string, runContext: RunContext): Promise<number> {
  await ownStdout(runContext).text(`${text}\n`);
  return exitCodeAfterOutput(0, runContext);
}
