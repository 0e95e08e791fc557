import type { Readable, Writable } from "node:stream";

import type { Launcher } from "./transport/launch.js";

/** The outside world, gathered once by `bin` and handed down. */
export interface Runtime {
  argv: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  tmpdir: string;
  stdin: Readable & { isTTY?: boolean | undefined };
  stdout: Writable & { isTTY?: boolean | undefined };
  stderr: Writable & { isTTY?: boolean | undefined; columns?: number | undefined };
  /** Aborted with a CliError when a signal asks us to end or the reader of stdout is gone. */
  stop: AbortController;
  launcher: Launcher;
}
