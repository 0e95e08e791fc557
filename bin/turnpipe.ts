import { tmpdir } from "node:os";

import { closeDebugger } from "./no-debugger.js";
import { guessServer } from "../commands/cli/early-start.js";
import { serverSpec } from "../src/session/server-spec.js";
import type { World } from "../src/context.js";
import { createLauncher } from "../src/process/launcher.js";
import { VERSION } from "../src/version.js";

const argv = process.argv.slice(2);

/** Gathers the world, starts the server on its way, then loads the rest of the program. */
async function start(): Promise<void> {
  const launcher = createLauncher((pid, signal) => process.kill(pid, signal));
  const cwd = currentDirectory();
  if (cwd === undefined) return;
  const { env } = process;
  process.once("exit", launcher.killAll);
  // Before there is a server: a signal that came in between would leave it behind.
  const stop = new AbortController();
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) dieOf(signal, launcher.killAll);
      else stop.abort(signal);
    });
  }
  beginEarly(() => {
    const guess = guessServer(argv);
    if (guess !== undefined) launcher.begin(serverSpec(guess, { env, cwd }));
  });
  // Only now: to look takes 3 ms, and the server is on its way.
  closeDebugger();
  // Making these streams takes a moment, too.
  const { stdin, stdout, stderr } = process;
  // People who close stderr still want their exit status.
  stderr.on("error", () => undefined);
  let stalled = false;
  const { main } = await program();
  process.exitCode = await main({
    argv,
    program: process.argv[1],
    env,
    cwd,
    tmpdir: tmpdir(),
    stdin,
    stdout,
    stderr,
    stopAsked: stop.signal,
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
  // So would a reader that stalls: it had its grace when we were to stop.
  if (stdout.writableLength === 0) return;
  if (stop.signal.aborted) dieOf(stop.signal.reason as NodeJS.Signals, launcher.killAll);
  // eslint-disable-next-line no-restricted-properties -- what it would lose, nobody reads
  else if (stalled) process.exit();
}

/** Somebody may have removed it: then there is nothing to work in. */
function currentDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    process.stderr.write(
      "turnpipe: the current directory is gone\nhint: cd to one that is there\n",
    );
    process.exitCode = GONE;
    return undefined;
  }
}

/** As for every input that is not there. */
const GONE = 2;

/** A push waits for its hook: that has a way of its own, with less to load. */
const program = (): Promise<{ main: (world: World) => Promise<number> }> =>
  argv.slice(0, 3).join(" ") === "review hook run"
    ? import("../commands/hook/main.js")
    : import("../commands/main.js");

/** The end by a signal itself: nothing of ours stands in its way any more. */
function dieOf(signal: NodeJS.Signals, killAll: () => void): void {
  killAll();
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** What goes wrong with a guess is found again, and reported, by the real start. */
function beginEarly(begin: () => void): void {
  try {
    begin();
  } catch {
    // nothing was started
  }
}

if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  process.stdout.write(`${VERSION}\n`);
} else {
  await start();
}
