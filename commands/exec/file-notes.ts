import { osErrorText } from "../../src/codex-output/os-error.js";
import type { RunContext } from "../../src/context.js";
import type { FileNotes } from "../turn/event-sink.js";
import type { ExecOptions } from "./options.js";

/** Prints in codex's words what became of the file of `-o`, which is named as on the command line. */
export const fileNotes = (
  { output = "" }: Pick<ExecOptions, "output">,
  stderr: RunContext["stderr"],
): FileNotes => ({
  empty: () =>
    void stderr.write(`Warning: no last agent message; wrote empty content to ${output}\n`),
  failed: (_, error) =>
    void stderr.write(
      `Failed to write last message file ${JSON.stringify(output)}: ${osErrorText(error)}\n`,
    ),
});

/** codex exec has no words of its own beside those of its server. */
export const NO_NOTES = { warn: () => undefined, note: () => undefined };
