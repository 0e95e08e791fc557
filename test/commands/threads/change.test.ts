import { expect, test } from "vitest";

import { forEachThread } from "../../../commands/threads/change.js";
import { CliError } from "../../../src/outcome/errors.js";
import type { RunContext } from "../../../src/context.js";

const THREADS = ["a", "b", "c"].map((id) => ({ by: "id", id }) as const);

/** Acts on three threads, and fails for the second. */
async function acted(error: CliError): Promise<unknown> {
  const done: unknown[] = [];
  const stderr: string[] = [];
  const context = { stderr: { write: (text: string) => stderr.push(text) } };
  const running = forEachThread(THREADS, context as unknown as RunContext, (query) => {
    done.push((query as { id: string }).id);
    return done.length === 2 ? Promise.reject(error) : Promise.resolve();
  });
  const code = await running.catch((thrown: unknown) => thrown);
  return { done, code, stderr };
}

test("a thread that cannot be changed decides the exit status, and the others still are", async () => {
  expect(await acted(new CliError("input", "not there"))).toEqual({
    done: ["a", "b", "c"],
    code: 2,
    stderr: ["turnpipe: not there\n"],
  });
});

test("a server that is gone, or a signal, ends it", async () => {
  for (const cause of ["server_crashed", "interrupted"] as const) {
    const error = new CliError(cause, "gone");
    expect(await acted(error)).toEqual({ done: ["a", "b"], code: error, stderr: [] });
  }
});
