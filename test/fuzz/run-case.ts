import { PassThrough } from "node:stream";

import { reportError } from "../../commands/cli/report-error.js";
import { createRunContext } from "../../commands/cli/run-context.js";
import type { ExecuteOptions } from "../../commands/turn/execute-turn.js";
import { runPreparedTurn } from "../../commands/turn/execute-turn.js";
// Loaded late by the program, and loading is no part of a case.
import "../../src/process/program-version.js";
import type { RunContext } from "../../src/context.js";
import type { Include } from "../../src/translate/include.js";
import { MemoryStream } from "../helpers/memory-streams.js";
import { launcherOf } from "../helpers/launchers.js";
import { finishTurn } from "../../commands/turn/finish-turn.js";
import { NO_TARGETS } from "../../commands/turn/result-targets.js";
import type { TurnResult } from "../../src/turn/run-turn.js";
import { threadParams, turnParams } from "../helpers/requests.js";
import { scriptedChild, type Stored } from "./scripted-child.js";
import type { Act } from "./script.js";
import { VirtualClock } from "./virtual-clock.js";

/** What is run: a script, and how the program is asked to. */
export interface Setting {
  readonly acts: readonly Act[];
  readonly include: readonly Include[];
  readonly json: boolean;
  /** What the server has to say of a turn that is read back. */
  readonly stored: Stored;
  readonly stubborn: boolean;
}

/** What came of it. */
export interface Ran {
  /** The exit status, or why there is none. */
  readonly exit: number | string;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether the server was told to end. */
  readonly closed: boolean;
  /** Timers that would keep the program from ending. */
  readonly timers: number;
  /** Rejections that nobody took. */
  readonly stray: readonly string[];
  /** Whether the server ever told that a turn is over. */
  readonly toldEnd: boolean;
}

/** One run of the program on a server in memory, in a time of its own. */
export async function ran(setting: Setting): Promise<Ran> {
  const clock = new VirtualClock();
  const { restore } = clock.install();
  const stray: string[] = [];
  const note = (reason: unknown): void => void stray.push(String(reason));
  process.on("unhandledRejection", note);
  try {
    const asked = new AbortController();
    const child = scriptedChild(setting, (signal) => asked.abort(signal));
    const stdout = new MemoryStream();
    const stderr = new MemoryStream();
    const runContext = createRunContext({
      argv: [],
      env: {},
      cwd: "/",
      tmpdir: "/nowhere",
      stdin: new PassThrough(),
      ...{ stdout, stderr },
      launcher: launcherOf(child.process),
      stopRequested: asked.signal,
    });
    const waited = await clock.wait(played(setting, runContext));
    const timers = await clock.pending();
    return {
      exit: "value" in waited ? waited.value : waited.stuck,
      ...{ stdout: stdout.text, stderr: stderr.text, closed: child.isOver() },
      ...{ timers, stray, toldEnd: child.toldEnd() },
    };
  } finally {
    process.off("unhandledRejection", note);
    restore();
  }
}

/** As `main` does it, behind the command line. */
async function played({ include, json }: Setting, runContext: RunContext): Promise<number> {
  const options: ExecuteOptions = {
    ...{ codex: NO_CODEX, config: [], enable: [], disable: [], diffFile: undefined },
    ...{ include, json, limits: { wallMs: DAY_MS } },
    level: "verbose",
    color: "never",
  };
  const prepared = {
    prompt: async () => "Go",
    request: () => ({
      thread: { kind: "new", params: threadParams("/"), rules: "own" } as const,
      task: { kind: "turn", params: turnParams("/") } as const,
    }),
    steering: undefined,
    targets: NO_TARGETS,
    finish: (result: TurnResult) =>
      finishTurn(result, { output: undefined, stop: runContext.stop.signal }),
  };
  try {
    return await runPreparedTurn(options, prepared, runContext);
  } catch (error) {
    return reportError(error, runContext);
  }
}

/** Any program that is there: it is asked for its version when the server dies early. */
const NO_CODEX = "/bin/true";
/** A server that says for ever that the turn goes on is right, until this. */
const DAY_MS = 24 * 60 * 60 * 1000;
