import { sep } from "node:path";

import { pathInside } from "../../config/inside.js";
import { realPathOrSame } from "../../src/files/real-path.js";
import { fileAt } from "../../src/git/file-at.js";
import type { Git } from "../../src/git/git.js";
import { diagnostic } from "../../src/text/diagnostic.js";
import { readPrompt } from "../../src/input/prompt.js";
import type { RunContext } from "../../src/context.js";
import type { PromptContext } from "../turn/prepare.js";
import type { ReviewOptions } from "./options.js";
import type { Subject } from "./subject.js";

/** The instructions at the base of the change, and a note about where they come from. */
export interface BaseInstructions {
  text: string | undefined;
  note: string;
}

/**
 * Reads the instructions file of a config file at the base of the change: a change must not instruct
 * its own reviewer. Undefined for a file outside the repository, which no change can touch.
 */
export function instructionsAtBase(
  file: string,
  { git, root, base }: { git: Git; root: string; base: string },
): BaseInstructions | undefined {
  const path = pathInside(root, file) ?? pathInside(realPathOrSame(root), realPathOrSame(file));
  if (path === undefined) return undefined;
  const name = path.split(sep).join("/");
  const found = fileAt(git, base, name, MAX_BYTES);
  const problem = found.problem ?? (found.text.trim() === "" ? "it is empty" : undefined);
  const at = `${base.slice(0, 7)}, the base of the change`;
  return problem === undefined
    ? { text: (found as { text: string }).text, note: `instructions from ${name} at ${at}` }
    : { text: undefined, note: `no instructions from ${name} at ${at}: ${problem}` };
}

const MAX_BYTES = 256 * 1024;

/** A function that reads the instructions of a review; undefined when there are none. */
export function instructionsFor(
  { instructions, turn }: ReviewOptions,
  { git, root, change }: Subject,
  { stderr }: Pick<RunContext, "stderr">,
): ((world: PromptContext) => Promise<string>) | undefined {
  if (instructions === undefined) return undefined;
  const { file, isConfigured } = instructions;
  const found =
    file === undefined || isConfigured !== true
      ? undefined
      : instructionsAtBase(file, { git, root, base: change.base });
  if (found === undefined) return (world) => readPrompt(instructions, world);
  const { text, note } = found;
  if (turn.level !== "quiet" && !change.empty) stderr.write(`turnpipe: ${diagnostic(note)}\n`);
  return text === undefined ? undefined : () => Promise.resolve(text);
}
