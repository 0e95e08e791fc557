import { expect, test } from "vitest";

import { CliError } from "../../../src/outcome/errors.js";
import type { Session } from "../../../src/session/session.js";
import { runWithRetries } from "../../../src/turn/retry/run-with-retries.js";
import type { TurnRequest, TurnRunner } from "../../../src/turn/turn-runner.js";

test("a fallback model stays for the retries after it, though no thread was opened", async () => {
  const asked: unknown[] = [];
  const busy = new CliError("overloaded", "busy");
  const runner = {
    canContinue: false,
    mayHaveActed: false,
    runFirst: (_: Session, { thread }: TurnRequest) => {
      asked.push((thread as { params: { model: unknown } }).params.model);
      return Promise.reject(busy);
    },
  };
  const answers = [null, "other", null].map((model) => ({ delayMs: 0, model }));
  const running = runWithRetries(
    { thread: { kind: "new", params: { model: "first" } } } as unknown as TurnRequest,
    { next: () => answers.shift(), pause: () => Promise.resolve(), unsafe: false },
    {
      session: {} as Session,
      runner: runner as unknown as TurnRunner,
      emit: () => Promise.resolve(),
      notes: { warn: () => undefined, note: () => undefined },
      stop: new AbortController().signal,
    },
  );
  await expect(running).rejects.toBe(busy);
  expect(asked).toEqual(["first", "first", "other", "other"]);
});
