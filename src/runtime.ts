import type { Readable, Writable } from "node:stream";

import type { Secrets } from "./secrets.js";
import type { Launcher } from "./transport/launch.js";

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
  /** Aborted when a signal asks us to end; its reason is that signal's name. */
  stopAsked: AbortSignal;
}

export interface Runtime extends World {
  /** Aborted with a CliError when a signal asks us to end or the reader of stdout is gone. */
  stop: AbortController;
  /** What nobody is to see; stderr has it taken out already. */
  secrets: Secrets;
}
