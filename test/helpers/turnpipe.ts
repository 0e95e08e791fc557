import { fileURLToPath } from "node:url";

import { execa } from "execa";

import type { Engine } from "./engine.js";

export interface Ran {
  stdout: string;
  stderr: string;
  exitCode: number | undefined;
}

const PROGRAM = fileURLToPath(new URL("../../bin/turnpipe.js", import.meta.url));

/** Runs the built program on an engine of the test, with stdin closed. */
export async function turnpipe(engine: Engine, args: readonly string[]): Promise<Ran> {
  const { stdout, stderr, exitCode } = await execa(process.execPath, [PROGRAM, ...args], {
    cwd: engine.workdir,
    env: { ...engine.env, TURNPIPE_CODEX: engine.codexPath },
    extendEnv: false,
    stdin: "ignore",
    reject: false,
    stripFinalNewline: false,
    timeout: 60_000,
  });
  return { stdout, stderr, exitCode };
}
