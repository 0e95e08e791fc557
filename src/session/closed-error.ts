import { CliError } from "../outcome/errors.js";
import { storedKeyError } from "../protocol/versions/check-version.js";
import type { Closing } from "../transport/transport.js";

/** Turns the end of the server process into an error: how it exited, and the end of its stderr. */
export function explainClosing(closing: Closing, wasReady: boolean): CliError {
  if (closing.error !== undefined) return closing.error;
  const startupError = wasReady ? undefined : startupErrorIn(closing);
  if (startupError !== undefined) {
    const refused = new CliError("config", `codex refused to start: ${startupError}`);
    return storedKeyError(startupError) ?? refused;
  }
  if (closing.exitCode === null && closing.signal === null) {
    return new CliError("server_missing", `the codex app-server ${closing.reason}`);
  }
  const tail = closing.stderrTail.split("\n").slice(-TAIL_LINES).join("\n");
  const details = tail === "" ? "" : `; the end of its stderr:\n${tail}`;
  return new CliError("server_crashed", `the codex app-server ${closing.reason}${details}`);
}

const TAIL_LINES = 10;

/** A server that cannot use its flags or config prints `Error: …` and exits before it is ready. */
export function startupErrorIn({ stderrTail }: Closing): string | undefined {
  // `$(?![^])`, because with the flag m a bare `$` would stop at the end of the first line.
  const found = /^Error: ([^]+?)(?:\n\s*\n|\nStack backtrace|$(?![^]))/m
    .exec(stderrTail)?.[1]
    ?.trim();
  return found === undefined || /database|sqlite/i.test(found) ? undefined : found;
}
