import { tmpdir } from "node:os";

import { closeDebugger } from "./no-debugger.js";
import { guessServer } from "../commands/cli/early-start.js";
import { serverSpec } from "../src/session/server-spec.js";
import type { World } from "../src/context.js";
import { createLauncher } from "../src/process/launcher.js";
import { startedAsCodex } from "../src/process/program-name.js";
import { VERSION } from "../src/version.js";

/** Starts the server early, then loads the rest of the program and runs it with the process's environment. */
async function start(argv: readonly string[]): Promise<void> {
  const launcher = createLauncher((pid, signal) => process.kill(pid, signal));
  const cwd = currentDirectory();
  if (cwd === undefined) return;
  const { env } = process;
  process.once("exit", launcher.killAll);
  // Before the server is started: a signal in between would leave it running.
  const stop = new AbortController();
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) exitBySignal(signal, launcher.killAll);
      else stop.abort(signal);
    });
  }
  ignoreErrors(() => {
    const guess = guessServer(argv, env);
    if (guess !== undefined) launcher.startEarly(serverSpec(guess, { env, cwd }));
  });
  // Only now, as it takes 3 ms: the server is starting meanwhile.
  closeDebugger();
  // Creating these streams takes a moment, too.
  const { stdin, stdout, stderr } = process;
  // If stderr is closed, the exit status still has to be right.
  stderr.on("error", () => undefined);
  let stalled = false;
  const main = await loadMain(argv);
  process.exitCode = await main({
    argv,
    program: process.argv[1],
    node: process.execPath,
    env,
    cwd,
    tmpdir: tmpdir(),
    stdin,
    stdout,
    stderr,
    stopRequested: stop.signal,
    onStalled: () => {
      stalled = true;
    },
    launcher,
    setTimeZone: (zone) => {
      env["TZ"] = zone;
    },
  });
  launcher.killAll();
  // An open pipe on stdin would keep the process alive.
  stdin.destroy();
  // So would a stalled reader of stdout; `main` has already given it time to catch up.
  if (stdout.writableLength === 0) return;
  if (stop.signal.aborted) exitBySignal(stop.signal.reason as NodeJS.Signals, launcher.killAll);
  // oxlint-disable-next-line no-restricted-properties -- the lost output has no reader
  else if (stalled) process.exit();
}

/** The current directory; prints an error and returns undefined if it was removed. */
function currentDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    process.stderr.write(
      "turnpipe: the current directory no longer exists\nhint: cd to an existing directory\n",
    );
    process.exitCode = EXIT_INPUT;
    return undefined;
  }
}

/** The exit status for missing input. */
const EXIT_INPUT = 2;

/** The hook has its own entry point, with less to load: a push waits for it. */
const loadMain = async (argv: readonly string[]): Promise<(world: World) => Promise<number>> =>
  argv.slice(0, 3).join(" ") === "review hook run"
    ? (await import("../commands/hook/main.js")).hookMain
    : (await import("../commands/main.js")).main;

/** Kills all children, then exits by the signal itself, with its default action. */
function exitBySignal(signal: NodeJS.Signals, killAll: () => void): void {
  killAll();
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** Ignores errors of the early start: the real one runs into them again, and reports them. */
function ignoreErrors(startServer: () => void): void {
  try {
    startServer();
  } catch {
    // nothing was started
  }
}

const given = process.argv.slice(2);
const argv = startedAsCodex(process.argv0, process.argv[1])
  ? await (await import("./as-codex.js")).asCodex(given, closeDebugger)
  : given;
if (argv === undefined) {
  // the real codex has run it
} else if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  process.stdout.write(`${VERSION}\n`);
} else {
  await start(argv);
}
