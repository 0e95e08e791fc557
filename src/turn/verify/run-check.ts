import { anySignal } from "../../async/any-signal.js";
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
  const timedOut = new CliError("timeout", `not done within ${String(withinMs / 1000)} s`);
  const { signal, release } = anySignal([stop], { ms: withinMs, late: timedOut });
  const spec = {
    file: "/bin/sh",
    // One stream, so that stdout and stderr keep their order.
    args: ["-c", 'exec 1>&2; eval "$0"', command],
    cwd: workdir,
    env,
    initialInput: "",
  };
  try {
    const end = await launcher.run(spec, signal);
    const { exitCode } = end;
    return {
      passed: exitCode === 0,
      exitCode,
      how: exitCode === null ? "ended by a signal" : `exit ${String(exitCode)}`,
      output: tail(secrets.text(end.stderrTail)),
      durationMs: Date.now() - began,
    };
  } catch (error) {
    if (error !== timedOut) throw error;
    const durationMs = Date.now() - began;
    return { passed: false, exitCode: null, how: timedOut.message, output: "", durationMs };
  } finally {
    release();
  }
}

/** The last complete lines, as much as a model needs. */
function tail(text: string): string {
  if (text.length <= MAX_OUTPUT) return text;
  const end = text.slice(-MAX_OUTPUT);
  return end.slice(end.indexOf("\n") + 1);
}

const MAX_OUTPUT = 16 * 1024;
