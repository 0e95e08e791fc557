import { CliError } from "../outcome/errors.js";
import { validateInWorker } from "./validate-in-worker.js";

/** Returns what is wrong with an answer, or undefined. Throws if the signal is aborted. */
export type AnswerCheck = (
  answer: string | null,
  signal: AbortSignal,
) => Promise<string | undefined>;

/** Compiles `--output-schema`; an invalid schema is rejected before a turn starts. */
export async function compileAnswerCheck(
  schema: unknown,
  signal: AbortSignal,
): Promise<AnswerCheck> {
  const isObject = typeof schema === "object" && schema !== null && !Array.isArray(schema);
  if (typeof schema !== "boolean" && !isObject) {
    throw new CliError("input", "--output-schema: a JSON Schema is an object");
  }
  const text = JSON.stringify(schema);
  const compiled = await validateInWorker({ schema: text }, signal);
  if ("invalidSchema" in compiled) {
    throw new CliError("input", `--output-schema: ${compiled.invalidSchema}`);
  }
  if ("unfinished" in compiled) {
    throw new CliError("input", `--output-schema could not be compiled: ${compiled.unfinished}`);
  }
  return async (answer, stop) => {
    if (answer === null) return "there is no answer";
    const outcome = await validateInWorker({ schema: text, answer }, stop);
    if ("mismatch" in outcome) return outcome.mismatch ?? undefined;
    // An answer that could not be checked does not match.
    const why = "unfinished" in outcome ? outcome.unfinished : outcome.invalidSchema;
    return `the answer could not be checked: ${why}`;
  };
}
