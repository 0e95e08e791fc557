import { expect, test } from "vitest";

import { compileAnswerCheck } from "../../src/answer/answer-check.js";
import { CliError } from "../../src/outcome/errors.js";

const { signal } = new AbortController();

test.each([null, undefined, "text", 5, [], [{ type: "object" }]])(
  "what cannot be a schema is refused: %j",
  async (schema) => {
    await expect(compileAnswerCheck(schema, signal)).rejects.toEqual(
      new CliError("input", "--output-schema: a JSON Schema is an object"),
    );
  },
);

test("a run that is to stop compiles nothing", async () => {
  const reason = new CliError("interrupted", "stopped by SIGINT");
  await expect(compileAnswerCheck({ type: "string" }, AbortSignal.abort(reason))).rejects.toBe(
    reason,
  );
});
