import type { CliError } from "../outcome/errors.js";
import type { Leftover } from "../process/stop.js";

/** What came in: a whole JSON value, or a line that was none; with its size on the wire in bytes. */
export type Received =
  | { kind: "value"; value: unknown; size: number }
  | { kind: "malformed"; problem: string; raw?: string | undefined; size: number };

/** Why the other side is gone, in words, with what it last said on stderr. */
export interface Closing {
  /** What to say instead, when the end of a recording stands for something else. */
  error?: CliError | undefined;
  reason: string;
  exitCode: number | null;
  signal: string | null;
  stderrTail: string;
}

/** Moves whole JSON values; knows nothing of JSON-RPC. */
export interface Transport {
  send(value: unknown): void;
  /** Everything that arrives from now on, in order. One listener. */
  receive(listener: (received: Received) => void): void;
  /** Reads no more until `resume`: the other side has to wait. What was read already still arrives. */
  pause(): void;
  resume(): void;
  /** Marks the other side, so that all processes it starts from then on are found when it is ended. */
  markProcesses?(): Promise<void>;
  /** Names the directories that commands may write to: mount points they leave there are removed. */
  expectCommands?(directories: readonly string[]): void;
  /** Settles when the other side is gone, after everything it said was delivered. Never rejects. */
  readonly closed: Promise<Closing>;
  /** Ends the other side, bounded in time, and leaves nothing running; tells what had to be killed. */
  close(): Promise<Leftover[]>;
}
