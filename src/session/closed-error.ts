import { CliError } from "../outcome/errors.js";
import type { Closing } from "../transport/transport.js";

/** Why the server is gone, as an error for people: its exit and the last things it said. */
export function explainClosing(closing: Closing, wasReady: boolean): CliError {
  if (closing.error !== undefined) return closing.error;
  const complaint = wasReady ? undefined : startupComplaint(closing.stderrTail);
  if (complaint !== undefined && !/database|sqlite/i.test(complaint))
    return new CliError("config", `codex refused to start: ${complaint}`);
  if (closing.exitCode === null && closing.signal === null) {
    return new CliError("server_missing", `the codex app-server ${closing.reason}`);
  }
  const tail = closing.stderrTail.split("\n").slice(-TAIL_LINES).join("\n");
  const said = tail === "" ? "" : `; its last words:\n${tail}`;
  return new CliError("server_crashed", `the codex app-server ${closing.reason}${said}`);
}

const TAIL_LINES = 10;

/** A server that cannot use its flags or config says `Error: …` and leaves before it is ready. */
function startupComplaint(stderrTail: string): string | undefined {
  // `$(?![^])`, because with the flag m a bare `$` would stop at the end of the first line.
  return /^Error: ([^]+?)(?:\n\s*\n|\nStack backtrace|$(?![^]))/m.exec(stderrTail)?.[1]?.trim();
}
