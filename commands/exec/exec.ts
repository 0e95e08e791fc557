import type { RunContext } from "../../src/context.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import { ownStdout } from "../../src/output/stdout.js";
import { VERSION } from "../../src/version.js";
import { userCodex } from "../cli/user-codex.js";
import { CODEX } from "./grammar.js";
import { execOptions } from "./options.js";
import { parseExecArguments } from "./parse-arguments.js";
import { runExec } from "./run-exec.js";

/** `turnpipe exec`: takes the command line of codex exec and runs it on turnpipe. */
export async function exec(argv: readonly string[], runContext: RunContext): Promise<number> {
  try {
    return await execute(argv, runContext);
  } catch (error) {
    const { reportExecError } = await import("./report-error.js");
    return reportExecError(error, runContext);
  }
}

async function execute(argv: readonly string[], runContext: RunContext): Promise<number> {
  const parsed = await understood(() => parseExecArguments(argv, CODEX), runContext);
  if (parsed.requested !== undefined) {
    const { execHelp } = await import("./help.js");
    const text = parsed.requested === "help" ? execHelp(parsed.path) : `turnpipe-exec ${VERSION}\n`;
    await ownStdout(runContext).text(text);
    return exitCodeOf("completed");
  }
  const options = await understood(() => execOptions(parsed), runContext);
  options.fullEvents ||= runContext.env["TURNPIPE_EVENTS"] === "full";
  return runExec(options, runContext);
}

/** Reads the command line; a mistake in it is reported as codex reports it. */
async function understood<T>(read: () => T, runContext: RunContext): Promise<T> {
  try {
    return read();
  } catch (error) {
    const { usageInCodexWords } = await import("./codex-words.js");
    throw await usageInCodexWords(error, await userCodex(runContext), runContext);
  }
}
