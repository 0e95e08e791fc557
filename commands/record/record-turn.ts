import type { Runtime } from "../../src/runtime.js";
import type { PreparedTurn } from "../prepare.js";
import type { PlayOptions } from "../stage.js";
import type { playTurn } from "../turn.js";
import { recorded } from "./recorded.js";
import { turnFacts, watchTurn } from "./watch-turn.js";

/** Plays a turn and writes it down. */
export const recordTurn = (
  file: string,
  { options, prepared }: { options: PlayOptions; prepared: PreparedTurn },
  runtime: Runtime,
  play: typeof playTurn,
): Promise<number> =>
  recorded(file, { turn: turnFacts(options, prepared) }, runtime, (recorder) =>
    play(options, watchTurn(prepared, recorder), { ...runtime, tape: recorder.tape }),
  );
