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

/** The commands both parsers know. */
export const TURN_COMMANDS: ReadonlyMap<string, TurnCommand> = new Map([
  ["run", { flags: RUN_FLAGS, execute: run }],
  ["resume", { flags: RESUME_FLAGS, execute: resume }],
]);
