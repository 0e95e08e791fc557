import type { CliError } from "../outcome/errors.js";
import type { KilledProcess } from "../process/stop.js";

/** A JSON value, or a line that could not be parsed, with its size on the wire in bytes. */
export type Received =
  | { kind: "value"; value: unknown; size: number }
  | { kind: "malformed"; problem: string; raw?: string | undefined; size: number };

/** Why the other side is gone, with the end of its stderr. */
export interface Closing {
  /** Set by a replay: the error to report instead. */
  error?: CliError | undefined;
  reason: string;
  exitCode: number | null;
  signal: string | null;
  stderrTail: string;
}

/** Sends and receives whole JSON values; knows nothing of JSON-RPC. */
export interface Transport {
  send(value: unknown): void;
  /** Sets the one listener; it gets everything that arrives from now on, in order. */
  receive(listener: (received: Received) => void): void;
  /** Stops reading until `resume`, so that the other side blocks. What was read already still arrives. */
  pause(): void;
  resume(): void;
  /** Tells the other side that nothing more is sent. */
  endInput?(): void;
  /** Sets the directories that commands may write to: mount points left there are removed on close. */
  trackMountPoints?(directories: readonly string[]): void;
  /** Resolves when the other side is gone and everything it sent was delivered. Never rejects. */
  readonly closed: Promise<Closing>;
  /** Stops the other side and its descendants, in bounded time; returns what had to be killed. */
  close(): Promise<KilledProcess[]>;
}
