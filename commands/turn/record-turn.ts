import type { Runtime } from "../../src/context.js";
import type { PreparedTurn } from "./prepare.js";
import type { PlayOptions } from "./turn-setup.js";
import type { playTurn } from "./execute-turn.js";
import { recorded } from "../../src/recording/record-session.js";
import { turnFacts, watchTurn } from "./record-inputs.js";

/** Runs a turn and records it. */
export const recordTurn = (
  file: string,
  { options, prepared }: { options: PlayOptions; prepared: PreparedTurn },
  runtime: Runtime,
  play: typeof playTurn,
): Promise<number> =>
  recorded(file, { turn: turnFacts(options, prepared) }, runtime, (recorder) =>
    play(options, watchTurn(prepared, recorder), { ...runtime, tape: recorder.tape }),
  );
