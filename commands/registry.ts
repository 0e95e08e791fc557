import type { RunContext } from "../src/context.js";
import type { HelpText } from "./cli/help.js";
import { TURN_HELP } from "./cli/help.js";
import type { Flag } from "./cli/flags/flag.js";
import { RESUME_FLAGS, RUN_FLAGS } from "./cli/flags/turn.js";
import type { ParsedArguments } from "./cli/parse.js";
import { resume } from "./resume/resume.js";
import { run } from "./run/run.js";

/** A command: its flags, its help and its function. */
export interface Command {
  /** What is typed: `run`, `threads list`. */
  name: string;
  /** The words of which one has to follow the name; undefined if none has to. */
  actions?: readonly string[];
  flags: Readonly<Record<string, Flag>>;
  help: HelpText;
  execute(argv: ParsedArguments, runContext: RunContext): Promise<number>;
}

const RUN: Command = { name: "run", flags: RUN_FLAGS, help: TURN_HELP.run, execute: run };
const RESUME: Command = {
  name: "resume",
  flags: RESUME_FLAGS,
  help: TURN_HELP.resume,
  execute: resume,
};

/** The command that a command line begins with; all but `run` and `resume` are loaded on demand. */
export async function commandFor([name = "", ...words]: readonly string[]): Promise<
  Command | undefined
> {
  if (name === "run") return RUN;
  if (name === "resume") return RESUME;
  const [second] = words;
  return Object.hasOwn(LAZY_COMMANDS, name)
    ? LAZY_COMMANDS[name as keyof typeof LAZY_COMMANDS](second, words)
    : undefined;
}

const LAZY_COMMANDS = {
  async review(second: string | undefined): Promise<Command> {
    if (second === "hook") return (await import("./hook/hook.js")).HOOK;
    return (await import("./review/review.js")).REVIEW;
  },
  threads: async (action: string | undefined) =>
    (await import("./threads/threads.js")).threadsCommand(action),
  replay: async () => (await import("./replay/replay.js")).REPLAY,
  models: async () => (await import("./models/models.js")).MODELS,
  login: async (_: string | undefined, words: readonly string[]) =>
    (await import("./login/login.js")).loginCommand(words),
  doctor: async () => (await import("./doctor/doctor.js")).DOCTOR,
  config: async () => (await import("./config/config.js")).CONFIG,
  approvals: async () => (await import("./approvals/approvals.js")).APPROVALS,
  shim: async () => (await import("./shim/shim.js")).SHIM,
  schema: async () => (await import("./schema/schema.js")).SCHEMA,
  help: async () => (await import("./help/help.js")).HELP,
  version: async () => (await import("./version/version.js")).VERSION_COMMAND,
  completion: async () => (await import("./completion/completion.js")).COMPLETION,
};
