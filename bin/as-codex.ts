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
  const except = wrappersAbove();
  const located = codexProgram({ codex: await userCodex(context), except }, context);
  const count = (Number(process.env[COUNT_VARIABLE]) || 0) + 1;
  if (count > MAX_COUNT) {
    throw new CliError("server_missing", `${located.program} starts turnpipe, not codex`, {
      hint: "point TURNPIPE_CODEX at codex itself",
    });
  }
  const { file, env } = codexStart(located, process.env);
  const marks = {
    [COUNT_VARIABLE]: String(count),
    [LAST_VARIABLE]: [process.pid, ...except, located.program].join(delimiter),
  };
  const ended = handOver({ file, env: { ...env, ...marks } }, argv, {
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
 * The programs that were taken for codex and are wrapper scripts around turnpipe: one cannot be told from codex
 * before it is started. A script that ends in `exec` makes the process that handed over the parent of this one.
 */
function wrappersAbove(): string[] {
  const [parent, ...programs] = (process.env[LAST_VARIABLE] ?? "").split(delimiter);
  return parent === String(process.ppid) ? programs : [];
}

/** The last process that handed over, and those programs, with its own choice. */
const LAST_VARIABLE = "TURNPIPE_HANDED_OVER_BY";

/** How many processes above this one have handed over: another wrapper script would be started for ever. */
const COUNT_VARIABLE = "TURNPIPE_HANDED_OVER";

/** More than a codex that runs codex needs. */
const MAX_COUNT = 5;

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
