import type { Readable, Writable } from "node:stream";

import type { Redactor } from "./redact/redactor.js";
import type { Launcher } from "./process/launcher.js";
import type { Transport } from "./transport/transport.js";

/** The outside world, gathered once by `bin` and handed down. */
export interface World {
  argv: readonly string[];
  /** The path this program was started by. */
  program?: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  tmpdir: string;
  stdin: Readable & { isTTY?: boolean | undefined };
  stdout: Writable & { isTTY?: boolean | undefined; columns?: number | undefined };
  stderr: Writable & { isTTY?: boolean | undefined; columns?: number | undefined };
  launcher: Launcher;
  /** Sets the time zone in which times are printed. */
  setTimeZone?: ((zone: string) => void) | undefined;
  /** Told when a reader of stdout had its grace and did not use it: nobody waits for it any more. */
  onStalled?: () => void;
  /** Aborted when a signal asks us to end; its reason is that signal's name. */
  stopAsked: AbortSignal;
}

export interface Runtime extends World {
  /** Aborted with a CliError when a signal asks us to end or the reader of stdout is gone. */
  stop: AbortController;
  /** What nobody is to see; stderr has it taken out already. */
  secrets: Redactor;
  /** Where the run is written down, or what it is played from. */
  tape?: Tape | undefined;
}

/** A recording that is made of a run, or one that takes the place of the outside world. */
export interface Tape {
  /** Whether there is no server but the recorded one. */
  replays: boolean;
  connect(start: () => Transport): Transport;
  /** The version that our output names. */
  version: string;
  /** The time by which ages are told, in milliseconds. */
  now: number;
  /** The terminal on stdout. */
  screen: { isTTY: boolean; columns: number | undefined };
}
