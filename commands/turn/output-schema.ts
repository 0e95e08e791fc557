import type { AnswerCheck } from "../../src/answer/answer-check.js";
import { readJson } from "../../src/input/files.js";

/** The schema of `--output-schema`, for the server and to check the answer. */
export interface OutputSchema {
  /** Reads and compiles the schema; before that, `value` is null and `check` accepts all. */
  load(signal: AbortSignal): Promise<void>;
  value(): unknown;
  check: AnswerCheck;
}

/** Prepares `--output-schema`; `load` reads it under the run's timeouts, since a pipe may block. */
export function outputSchema(file: string, cwd: string): OutputSchema {
  let schema: unknown = null;
  let check: AnswerCheck | undefined;
  return {
    async load(signal) {
      schema = await readJson("--output-schema", file, { cwd, signal });
      // The validator is slow to load, and few runs need it.
      const { compileAnswerCheck } = await import("../../src/answer/answer-check.js");
      check = await compileAnswerCheck(schema, signal);
    },
    value: () => schema,
    check: async (answer, signal) => check?.(answer, signal),
  };
}
