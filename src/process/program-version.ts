import { execa } from "execa";

import { withDeadline } from "../async/with-deadline.js";
import { runCommand } from "./run-command.js";
import type { SendSignal, ServerProcess } from "./launcher.js";
import { MARK_VARIABLE } from "./launcher.js";
import { createMark } from "./limit-mark.js";

/** Runs `program --version` (`codex-cli 0.166.0`), to explain why a server did not start. */
export async function programVersion(
  program: string,
  sendSignal: SendSignal,
  stop?: AbortSignal,
): Promise<string | undefined> {
  const late = new Error("--version timed out");
  // A group of its own, and no waiting for its pipes: descendants may hold them, and are killed with it.
  const mark = createMark();
  const child = Object.assign(
    execa(program, ["--version"], {
      detached: true,
      buffer: false,
      reject: false,
      env: { [MARK_VARIABLE]: mark },
    }),
    { sendSignal, marks: { variable: `${MARK_VARIABLE}=${mark}` } },
  ) as unknown as ServerProcess;
  try {
    const { exitCode, output } = await withDeadline({ stop, ms: TIMEOUT_MS, late }, (until) =>
      runCommand(child, until),
    );
    const [first = ""] = output.split("\n");
    return exitCode === 0 && first !== "" ? first.slice(0, 200) : undefined;
  } catch {
    return undefined;
  }
}

const TIMEOUT_MS = 3_000;
