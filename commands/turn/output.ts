import type { RunContext } from "../../src/context.js";
import type { TerminalEvent } from "../../src/dialect/events.js";
import { ownStdout } from "../../src/output/stdout.js";
import { writeTarget } from "../../src/output/write-target.js";
import type { TurnResult } from "../../src/turn/run-turn.js";
import type { EventSink, SinkStyle } from "./event-sink.js";
import { openEventSink } from "./event-sink.js";
import type { FinishedTurn } from "./finish-turn.js";
import type { PreparedTurn } from "./prepare.js";
import { STDOUT } from "./result-targets.js";
import { writeResults } from "./write-results.js";

/** Where the events of a turn go, and then its results. */
export interface TurnOutput extends EventSink {
  /** Finishes a turn and writes its results, once `ready`; returns the terminal event as printed. */
  write(
    result: TurnResult,
    finish: (result: TurnResult) => Promise<FinishedTurn>,
    ready?: Promise<unknown>,
  ): Promise<TerminalEvent>;
}

/** Opens stdout and stderr for one turn. */
export async function openTurnOutput(
  options: SinkStyle,
  prepared: Pick<PreparedTurn, "targets" | "openSink" | "prints">,
  runContext: RunContext,
): Promise<TurnOutput> {
  const { json, rawOutput = false } = options;
  const { targets, openSink = openEventSink } = prepared;
  const { recordingContext, secrets } = runContext;
  const stdout = ownStdout(runContext, { raw: rawOutput });
  const isTaken = targets.result === STDOUT || targets.diff === STDOUT;
  const prints = isTaken ? undefined : prepared.prints;
  const sink = await openSink({ ...options, prints }, runContext, stdout);
  const write = (path: string, text: string) => writeTarget(path, text, runContext);
  const onWriteFailure = recordingContext?.onWriteFailure;
  const context = { json, targets, sink, stdout, write, onWriteFailure, secrets };
  return {
    ...sink,
    async write(result, finish, ready) {
      const finished = await finish(result);
      await ready;
      recordingContext?.onFinished?.(finished.event);
      return writeResults(finished, result, context);
    },
  };
}
