import { randomUUID } from "node:crypto";

import { execa } from "execa";

import { anySignal } from "../async/any-signal.js";
import { runCommand } from "./run-command.js";
import type { SendSignal, ServerProcess } from "./launcher.js";
import { MARK_VARIABLE } from "./launcher.js";

/** Runs `program --version` (`codex-cli 0.166.0`), to explain why a server did not start. */
export async function programVersion(
  program: string,
  sendSignal: SendSignal,
  until?: AbortSignal,
): Promise<string | undefined> {
  const late = new Error("--version timed out");
  const end = anySignal(until === undefined ? [] : [until], { ms: TIMEOUT_MS, late });
  // A group of its own, and no waiting for its pipes: descendants may hold them, and are killed with it.
  const id = randomUUID();
  const child = Object.assign(
    execa(program, ["--version"], {
      detached: true,
      buffer: false,
      reject: false,
      env: { [MARK_VARIABLE]: id },
    }),
    { sendSignal, marks: { variable: `${MARK_VARIABLE}=${id}` } },
  ) as unknown as ServerProcess;
  try {
    const { exitCode, output } = await runCommand(child, end.signal);
    const [first = ""] = output.split("\n");
    return exitCode === 0 && first !== "" ? first.slice(0, 200) : undefined;
  } catch {
    return undefined;
  } finally {
    end.release();
  }
}

const TIMEOUT_MS = 3_000;
