import { anySignal } from "../../async/any-signal.js";
import { CliError } from "../../outcome/errors.js";
import type { Runtime } from "../../context.js";

/** How a turn's work is checked. */
export interface VerifyOptions {
  /** For a shell. */
  command: string;
  /** How many more turns a check that fails may cost. */
  retries: number;
  withinMs: number;
}

/** How a check went. */
export interface Check {
  passed: boolean;
  /** Null for one that was ended from outside. */
  exitCode: number | null;
  /** How it ended, in words. */
  how: string;
  /** The last it said, on stdout and stderr. */
  output: string;
  durationMs: number;
}

/** Runs the check of a turn's work in the directory it worked in, for a bounded time. */
export async function runCheck(
  { command, withinMs }: VerifyOptions,
  workdir: string,
  { launcher, env, stop, secrets }: Runtime,
): Promise<Check> {
  const began = Date.now();
  const late = new CliError("timeout", `not done within ${String(withinMs / 1000)} s`);
  const { signal, release } = anySignal([stop.signal], { ms: withinMs, late });
  const spec = {
    file: "/bin/sh",
    // One stream: what it says is read in the order it was said.
    args: ["-c", 'exec 1>&2; eval "$0"', command],
    cwd: workdir,
    env,
    greeting: "",
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
    if (error !== late) throw error;
    const durationMs = Date.now() - began;
    return { passed: false, exitCode: null, how: late.message, output: "", durationMs };
  } finally {
    release();
  }
}

/** Whole lines, as far as a model needs to read them. */
function tail(text: string): string {
  if (text.length <= LONGEST) return text;
  const end = text.slice(-LONGEST);
  return end.slice(end.indexOf("\n") + 1);
}

const LONGEST = 16 * 1024;
