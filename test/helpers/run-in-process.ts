import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { PassThrough, Readable } from "node:stream";

import { hookMain } from "../../commands/hook/main.js";
import { main } from "../../commands/main.js";
import type { Launcher } from "../../src/process/launcher.js";
import { endLeftBehind, MARKER } from "./processes.js";
import {
  BIN,
  cleanEnv,
  lineFinder,
  type CliOptions,
  type Finished,
  type Running,
} from "./run-cli.js";
import { MemoryStream } from "./memory-streams.js";
import { scriptedLauncher } from "./launchers.js";

/** What a run in this process may change. */
export interface InProcessOptions extends CliOptions {
  /** Starts the servers; by default each run starts its own, and plays a script itself. */
  readonly launcher?: Launcher;
}

/** Runs the program's `main` to its end in this process: for what does not depend on processes. */
export const runCli = (
  args: readonly string[],
  options: InProcessOptions = {},
): Promise<Finished> => startCli(args, options).done;

/** Starts the program's `main` in this process and leaves it running. */
export function startCli(args: readonly string[], options: InProcessOptions = {}): Running {
  const marker = randomUUID();
  const launcher = options.launcher ?? scriptedLauncher();
  const stop = new AbortController();
  const stdout = new CopiedStream();
  const stderr = new MemoryStream();
  const run = args.slice(0, 3).join(" ") === "review hook run" ? hookMain : main;
  let endAtOnce: (signal: NodeJS.Signals) => void = () => undefined;
  const killed = new Promise<NodeJS.Signals>((resolve) => {
    endAtOnce = resolve;
  });
  const running = run({
    argv: args,
    program: BIN,
    env: { ...cleanEnv(), ...options.env, [MARKER]: marker },
    // A process has no other name for its directory.
    cwd: realpathSync(options.cwd ?? "."),
    tmpdir: tmpdir(),
    stdin: stdinOf(options.stdin),
    stdout,
    stderr,
    launcher,
    stopRequested: stop.signal,
  });
  const done = Promise.race([running, killed]).then(async (exit): Promise<Finished> => {
    launcher.killAll();
    const left = await endLeftBehind(marker, options.graceMs);
    stdout.end();
    return { exit, stdout: stdout.text, stderr: stderr.text, left };
  });
  const kill = (signal: NodeJS.Signals): void => {
    // As bin does: the second signal ends the process at once.
    if (stop.signal.aborted) endAtOnce(signal);
    else stop.abort(signal);
  };
  return { marker, ...lineFinder(stdout.copy, done), kill, done };
}

const stdinOf = (stdin: CliOptions["stdin"]): Readable => {
  if (stdin === "open") return new PassThrough();
  return Readable.from(stdin === undefined ? [] : [Buffer.from(stdin.bytes)], {
    objectMode: false,
  });
};

/** A stdout whose bytes can also be read while they are written. */
class CopiedStream extends MemoryStream {
  readonly copy = new PassThrough();

  override _write(chunk: Buffer, encoding: BufferEncoding, done: () => void): void {
    this.copy.write(chunk);
    super._write(chunk, encoding, done);
  }

  override _final(done: () => void): void {
    this.copy.end();
    done();
  }
}
