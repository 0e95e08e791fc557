import { withDeadline } from "../../async/with-deadline.js";
import { CliError } from "../../outcome/errors.js";
import type { RunContext } from "../../context.js";

/** How a turn's work is checked. */
export interface VerifyOptions {
  /** A shell command. */
  command: string;
  /** How many follow-up turns a failing check may start. */
  retries: number;
  withinMs: number;
}

export interface Check {
  passed: boolean;
  /** Null if it was killed. */
  exitCode: number | null;
  /** How it ended, as text. */
  how: string;
  /** The end of its stdout and stderr. */
  output: string;
  durationMs: number;
}

/** Runs the check in the directory of the turn, with a timeout. */
export async function runCheck(
  { command, withinMs }: VerifyOptions,
  workdir: string,
  { launcher, env, secrets }: Pick<RunContext, "launcher" | "env" | "secrets">,
  stop: AbortSignal,
): Promise<Check> {
  const began = Date.now();
  const late = new CliError("timeout", `not done within ${String(withinMs / 1000)} s`);
  const spec = {
    file: "/bin/sh",
    // One stream, so that stdout and stderr keep their order.
    args: ["-c", 'exec 1>&2; eval "$0"', command],
    cwd: workdir,
    env,
    initialInput: "",
  };
  try {
    const end = await withDeadline({ stop, ms: withinMs, late }, (until) =>
      launcher.run(spec, until),
    );
    const { exitCode } = end;
    return {
      passed: exitCode === 0,
      exitCode,
      how: exitCode === null ? "ended by a signal" : `exit ${String(exitCode)}`,
      output: tail(secrets.text(end.stderrTail)),
      durationMs: Date.now() - began,
    };
  } catch (error) {
    if (error !== late) throw error;
    const durationMs = Date.now() - began;
    return { passed: false, exitCode: null, how: late.message, output: "", durationMs };
  }
}

/** The last complete lines, as much as a model needs. */
function tail(text: string): string {
  if (text.length <= MAX_OUTPUT) return text;
  const end = text.slice(-MAX_OUTPUT);
  return end.slice(end.indexOf("\n") + 1);
}

const MAX_OUTPUT = 16 * 1024;
