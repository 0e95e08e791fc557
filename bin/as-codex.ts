import { delimiter } from "node:path";
import { isatty } from "node:tty";

import { reportError } from "../commands/cli/report-error.js";
import { userCodex } from "../commands/cli/user-codex.js";
import { servedArguments } from "../commands/codex/served-arguments.js";
import { CliError } from "../src/outcome/errors.js";
import type { Ending } from "../src/process/hand-over.js";
import { handOver } from "../src/process/hand-over.js";
import { codexStart } from "../src/process/npm-launcher.js";
import { codexProgram } from "../src/session/server-spec.js";

/**
 * Runs a command line of codex: returns the arguments for `main` if turnpipe does it, else hands over to
 * the real codex, calls `onStarted`, and returns undefined once it has ended. Node 20 has no exec(2).
 */
export async function asCodex(
  argv: readonly string[],
  onStarted: () => void,
): Promise<readonly string[] | undefined> {
  const served = servedArguments(argv);
  if (served !== undefined) return served;
  try {
    endAs(await toRealCodex(argv, onStarted));
  } catch (error) {
    process.exitCode = reportError(error, process);
  }
  return undefined;
}

async function toRealCodex(argv: readonly string[], onStarted: () => void): Promise<Ending> {
  const context = { env: process.env, cwd: currentDirectory() };
  const { times, wrappers } = handedOverAbove();
  const located = codexProgram({ codex: await userCodex(context), except: wrappers }, context);
  if (times >= MAX_TIMES) {
    throw new CliError("server_missing", `${located.program} starts turnpipe, not codex`, {
      hint: "point TURNPIPE_CODEX at codex itself",
    });
  }
  const { file, env } = codexStart(located, process.env);
  const mark = [times + 1, process.pid, ...wrappers, located.program].join(delimiter);
  const ended = handOver({ file, env: { ...env, [MARK_VARIABLE]: mark } }, argv, {
    pid: process.pid,
    hasTerminal: [0, 1, 2].some((fd) => isatty(fd)),
    on: (signal, listener) => process.on(signal, listener),
    off: (signal, listener) => process.off(signal, listener),
    kill: (pid, signal) => process.kill(pid, signal),
  });
  onStarted();
  return ended;
}

/**
 * How many processes above this one have handed over, and the wrapper scripts around turnpipe that were taken
 * for codex: one cannot be told from codex before it is started, and would be started for ever.
 */
function handedOverAbove(): { times: number; wrappers: string[] } {
  const [times, by, ...programs] = (process.env[MARK_VARIABLE] ?? "").split(delimiter);
  // A script that ends in `exec` makes the process that handed over the parent of this one.
  return { times: Number(times) || 0, wrappers: by === String(process.ppid) ? programs : [] };
}

/** How many have handed over, the id of the last one, and the programs it took for codex. */
const MARK_VARIABLE = "TURNPIPE_HANDED_OVER";

/** More than a codex that runs codex needs. */
const MAX_TIMES = 5;

/** The current directory; the root if it was removed, which only matters to relative paths. */
function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return "/";
  }
}

/** Ends with the status of the other program, or by its signal. */
function endAs(ending: Ending): void {
  if ("code" in ending) {
    process.exitCode = ending.code;
    return;
  }
  process.exitCode = 128;
  process.removeAllListeners(ending.signal);
  process.kill(process.pid, ending.signal);
}
