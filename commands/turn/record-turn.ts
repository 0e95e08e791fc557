import type { RunContext } from "../../src/context.js";
import type { PreparedTurn } from "./prepare.js";
import type { ExecuteOptions, runPreparedTurn } from "./execute-turn.js";
import { withRecording } from "../../src/recording/record-session.js";
import { turnHead, recordTurnInputs } from "./record-inputs.js";

/** Runs a turn and records it. */
export const recordTurn = (
  file: string,
  { options, prepared }: { options: ExecuteOptions; prepared: PreparedTurn },
  runContext: RunContext,
  play: typeof runPreparedTurn,
): Promise<number> =>
  withRecording(file, { turn: turnHead(options, prepared) }, runContext, (recorder) =>
    play(options, recordTurnInputs(prepared, recorder), {
      ...runContext,
      recordingContext: recorder.recordingContext,
    }),
  );
