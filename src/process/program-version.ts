import { randomUUID } from "node:crypto";

import { execa } from "execa";

import { anySignal } from "../async/any-signal.js";
import { runCommand } from "./run-command.js";
import type { SendSignal, ServerProcess } from "./launcher.js";
import { MARK } from "./launcher.js";

/** What a program says it is (`codex-cli 0.166.0`), for the explanation of a server that did not start. */
export async function programVersion(
  program: string,
  sendSignal: SendSignal,
  until?: AbortSignal,
): Promise<string | undefined> {
  const late = new Error("it takes too long to say");
  const end = anySignal(until === undefined ? [] : [until], { ms: PATIENCE_MS, late });
  // A group of its own, and no waiting for its pipes: what it starts may hold them, and goes with it.
  const id = randomUUID();
  const child = Object.assign(
    execa(program, ["--version"], {
      detached: true,
      buffer: false,
      reject: false,
      env: { [MARK]: id },
    }),
    { sendSignal, marks: { variable: `${MARK}=${id}` } },
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

const PATIENCE_MS = 3_000;
