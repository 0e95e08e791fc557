import type { AnswerCheck } from "../../src/answer/schema.js";
import { readJson } from "../../src/input/files.js";

/** The schema as it goes to the server, and as we check the answer against it. */
export interface OutputSchema {
  /** Reads and compiles it; before that there is none. */
  load(signal: AbortSignal): Promise<void>;
  value(): unknown;
  check: AnswerCheck;
}

/** What `--output-schema` names. It is read when the run's clocks tick: a pipe may keep us waiting. */
export function outputSchema(file: string, cwd: string): OutputSchema {
  let schema: unknown = null;
  let check: AnswerCheck | undefined;
  return {
    async load(signal) {
      schema = await readJson("--output-schema", file, { cwd, signal });
      // The validator is slow to load, and few runs need it.
      const { answerCheck } = await import("../../src/answer/schema.js");
      check = await answerCheck(schema, signal);
    },
    value: () => schema,
    check: async (answer, signal) => check?.(answer, signal),
  };
}
