import type { Readable, Writable } from "node:stream";

import type { TerminalEvent } from "./dialect/events.js";
import type { Failure } from "./outcome/causes.js";
import type { Redactor } from "./redact/redactor.js";
import type { Launcher } from "./process/launcher.js";
import type { Transport } from "./transport/transport.js";

/** The process environment: built once by `bin` and passed down. */
export interface World {
  argv: readonly string[];
  /** The path this program was started from. */
  program?: string | undefined;
  /** The path of the node that runs it. */
  node?: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  tmpdir: string;
  stdin: Readable & { isTTY?: boolean | undefined };
  stdout: Writable & { isTTY?: boolean | undefined; columns?: number | undefined };
  stderr: Writable & { isTTY?: boolean | undefined; columns?: number | undefined };
  launcher: Launcher;
  /** Sets the time zone in which times are printed. */
  setTimeZone?: ((zone: string) => void) | undefined;
  /** Called when the reader of stdout has not caught up in time: it is no longer waited for. */
  onStalled?: () => void;
  /** Aborted on SIGINT, SIGTERM or SIGHUP; the reason is the signal's name. */
  stopRequested: AbortSignal;
}

/** The environment of one command, with what was set up for it. */
export interface RunContext extends World {
  /** Aborted with a CliError on a signal, or when the reader of stdout is gone. */
  stop: AbortController;
  /** Redacts secrets; `stderr` is redacted already. */
  secrets: Redactor;
  /** Opens a group in the log of a CI runner, or closes it: stderr itself lets no command through. */
  logGroup?: ((title: string | null) => void) | undefined;
  /** Set when the run is recorded, or replayed from a recording. */
  recordingContext?: RecordingContext | undefined;
}

/** The recording that a run is written to, or replayed from instead of a server. */
export interface RecordingContext {
  /** Whether this is a replay: no server is started. */
  isReplay: boolean;
  /** In a replay: whether the recorded run asked codex who is logged in. */
  readsLogin?: boolean;
  /** Wraps the transport that `start` opens, or replaces it in a replay. */
  connect(start: () => Transport): Transport;
  /** Called with the terminal event before it is written. */
  onFinished?: ((event: TerminalEvent) => void) | undefined;
  /** Called when a result cannot be written. */
  onWriteFailure?: ((failed: Failure) => void) | undefined;
  /** The turnpipe version to print. */
  version: string;
  /** The current time for printed ages, in milliseconds since the epoch. */
  now: number;
  /** The terminal on stdout. */
  terminal: { isTTY: boolean; columns: number | undefined };
}
