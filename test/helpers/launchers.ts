import { EventEmitter } from "node:events";
import { Readable, Writable } from "node:stream";
import { appendFileSync, readFileSync } from "node:fs";

import {
  type ServerProcess,
  createLauncher,
  type Launcher,
  type LaunchSpec,
  type SendSignal,
} from "../../src/process/launcher.js";
import { playScript } from "../../fixtures/bin/script-player.mjs";
import { PLAYED } from "./fixture.js";

/** A server process without a process: its owner hears its lines and speaks for it. */
export interface FakeChild {
  readonly process: ServerProcess;
  say(text: string | Buffer): void;
  complain(text: string | Buffer): void;
  closeStdout(): void;
  die(code: number | null, signal: NodeJS.Signals | null): void;
  /** Whether it was told to end, or has. */
  readonly isOver: () => boolean;
}

/** What a fake child does with what it is told. */
export interface FakeChildOwner {
  hear(line: string): void;
  endInput(): void;
  /** Whether it lives on after this signal. */
  ignores?(signal: NodeJS.Signals): boolean;
}

export function fakeChild(owner: FakeChildOwner): FakeChild {
  const child = new EventEmitter();
  const stdout = new Readable({ read: () => undefined });
  const stderr = new Readable({ read: () => undefined });
  let over = false;
  let dead = false;
  let mute = false;

  const closeStdout = (): void => {
    if (!mute) stdout.push(null);
    mute = true;
  };
  const die = (code: number | null, signal: NodeJS.Signals | null): void => {
    if (dead) return;
    dead = true;
    closeStdout();
    stderr.push(null);
    Object.assign(child, { exitCode: code, signalCode: signal });
    child.emit("exit", code, signal);
  };
  let rest = "";
  const stdin = new Writable({
    write(chunk: Buffer, _, done) {
      const lines = (rest + chunk.toString()).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (!dead) owner.hear(line);
      done();
    },
    final(done) {
      over = true;
      owner.endInput();
      done();
    },
  });
  const kill = (signal: NodeJS.Signals): boolean => {
    if (signal === "SIGKILL" || owner.ignores?.(signal) !== true) die(null, signal);
    return true;
  };
  const state = { exitCode: null, signalCode: null, pid: NOBODY, spawnfile: "fake-codex" };
  Object.assign(child, { ...state, stdin, stdout, stderr, kill });
  return {
    process: child as unknown as ServerProcess,
    say: (text) => {
      if (!mute) stdout.push(Buffer.from(text));
    },
    complain: (text) => {
      if (!dead) stderr.push(Buffer.from(text));
    },
    closeStdout,
    die,
    isOver: () => over || dead,
  };
}

/** More than any system has: whoever signals its group is told that there is none. */
const NOBODY = 2 ** 30;

/** Starts processes as usual, but plays the script of fake-codex in this process. */
export function scriptedLauncher(): Launcher {
  const real = createLauncher(sendSignal);
  return {
    ...real,
    launch: (spec) => (spec.file === PLAYED[1] ? scriptedChild(spec) : real.launch(spec)),
  };
}

function scriptedChild({ env, initialInput }: LaunchSpec): ServerProcess {
  const { FAKE_CODEX_SCRIPT: script = "", FAKE_CODEX_LOG: log } = env;
  // Only a script that hangs is not ended by the end of its input; the signals are those it ignores.
  let hangs: readonly NodeJS.Signals[] | undefined;
  const child: FakeChild = fakeChild({
    hear: (line) => player.hear(line),
    endInput: () => player.endInput(),
    ignores: (signal) => hangs?.includes(signal) === true,
  });
  const player = playScript(readFileSync(script, "utf8"), {
    say: child.say,
    complain: child.complain,
    note(text) {
      if (log !== undefined) appendFileSync(log, `${text}\n`);
    },
    start() {
      throw new Error("a script that starts programs needs a process: use run-cli.ts");
    },
    closeStdout: child.closeStdout,
    hang(ignored) {
      hangs = ignored;
      return new Promise(() => undefined);
    },
    die(signal) {
      child.die(null, signal);
      return new Promise(() => undefined);
    },
  });
  void player.done.then((status) => {
    child.die(status, null);
  });
  if (initialInput !== "") player.hear(initialInput);
  return child.process;
}

/** A launcher of one server, greeted as a real launcher does it; it runs nothing else. */
export const launcherOf = (server: ServerProcess): Launcher => ({
  startEarly: () => undefined,
  launch({ initialInput }) {
    server.stdin?.write(`${initialInput}\n`);
    return server;
  },
  run: () => Promise.reject(new Error("no other program can be run here")),
  versionOf: () => Promise.resolve(undefined),
  startDetached: () => undefined,
  killAll: () => undefined,
});

/** What `bin` hands to the launcher. */
export const sendSignal: SendSignal = (pid, signal) => process.kill(pid, signal);
