import { expect, test } from "vitest";

import { finishFailed } from "../../../commands/turn/finish-failed.js";
import { CliError } from "../../../src/outcome/errors.js";
import type { TurnResult } from "../../../src/turn/run-turn.js";

/** What is written for a turn that bad input ended. */
async function written(threadId: string | null): Promise<unknown[]> {
  const results: unknown[] = [];
  const output = {
    write: (result: TurnResult) => {
      results.push(result.threadId);
      return Promise.resolve({ exit_code: 2 });
    },
  };
  const execution = {
    options: { json: false },
    prepared: {},
    output,
    runContext: { stderr: { write: () => true } },
  } as unknown as Parameters<typeof finishFailed>[1];
  const error = new CliError("input", "the input is too long");
  await finishFailed({ error, threadId } as TurnResult, execution);
  return results;
}

test("bad input leaves stdout empty before a thread exists, and ends its events after that", async () => {
  await expect(written(null)).rejects.toThrow(new CliError("input", "the input is too long"));
  expect(await written("thread")).toEqual(["thread"]);
});
