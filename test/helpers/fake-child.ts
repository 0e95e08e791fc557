import { EventEmitter } from "node:events";
import { Readable, Writable } from "node:stream";

import type { ServerProcess } from "../../src/process/launcher.js";

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
