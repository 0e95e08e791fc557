import type { Runtime } from "../src/runtime.js";
import type { Flag } from "./flags.js";
import { RESUME_FLAGS, RUN_FLAGS } from "./flags.js";
import type { Parsed } from "./quick.js";
import { resume } from "./resume.js";
import { run } from "./run.js";

/** A command that plays a turn: its flags, and what it does with them. */
export interface TurnCommand {
  flags: Readonly<Record<string, Flag>>;
  execute(argv: Parsed, runtime: Runtime): Promise<number>;
}

const RUN: TurnCommand = { flags: RUN_FLAGS, execute: run };
const RESUME: TurnCommand = { flags: RESUME_FLAGS, execute: resume };

/** The commands both parsers know; what not every run needs is loaded with its command. */
export async function turnCommand([name, second]: readonly string[]): Promise<
  TurnCommand | undefined
> {
  if (name === "run") return RUN;
  if (name === "resume") return RESUME;
  if (name !== "review") return undefined;
  if (second === "hook") {
    const { HOOK } = await import("./hook/hook.js");
    return HOOK;
  }
  const { REVIEW } = await import("./review/review.js");
  return REVIEW;
}
