import { PassThrough } from "node:stream";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import type { PromptSource } from "../../src/input/prompt.js";
import { readPrompt } from "../../src/input/prompt.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const HOUR = 3_600_000;

/** A prompt that waits for a pipe which is open and silent. */
function waiting(source: Partial<PromptSource>) {
  const stdin = new PassThrough();
  const stop = new AbortController();
  const notices: string[] = [];
  let state: unknown = "waiting";
  void readPrompt(
    { argument: undefined, file: undefined, stdin: undefined, ...source },
    { cwd: "/", stdin, stop: stop.signal, notice: (text) => notices.push(text) },
  ).then(
    (prompt) => (state = prompt),
    (error: unknown) => (state = error),
  );
  const after = async (ms: number): Promise<unknown> => {
    await vi.advanceTimersByTimeAsync(ms);
    return state;
  };
  return { stdin, stop, notices, after };
}

describe("a pipe that stays open and silent", () => {
  test("behind a prompt argument ends the run after ten seconds, with the way out", async () => {
    const { after, notices } = waiting({ argument: "fix it" });
    expect({ before: await after(9_999), then: await after(1), notices }).toEqual({
      before: "waiting",
      then: new CliError(
        "input",
        "standard input is open but sent nothing for 10 s, and a prompt was given",
        { hint: "add --no-stdin (or < /dev/null) to ignore it, or --stdin to wait for it" },
      ),
      notices: ["reading additional input from stdin (--no-stdin ignores it)"],
    });
  });

  test.each<[string, Partial<PromptSource>, string, string]>([
    [
      "with --stdin",
      { argument: "fix it", stdin: true },
      "reading additional input from stdin (--no-stdin ignores it)",
      "fix it\n\n<stdin>\nat last\n</stdin>",
    ],
    ["as the prompt", {}, "reading the prompt from stdin", "at last"],
    ["behind a dash", { argument: "-" }, "reading the prompt from stdin", "at last"],
  ])("%s is waited for as long as it takes", async (_, source, notice, prompt) => {
    const { stdin, after, notices } = waiting(source);
    const before = await after(HOUR);
    stdin.end("at last");
    await new Promise(setImmediate);
    expect({ before, prompt: await after(0), notices }).toEqual({
      before: "waiting",
      prompt,
      notices: [notice],
    });
  });

  test("is left when the run is told to stop", async () => {
    const { stop, after } = waiting({});
    const reason = new CliError("interrupted", "stopped by SIGINT");
    await after(5_000);
    stop.abort(reason);
    expect(await after(0)).toBe(reason);
  });
});

test("what comes quickly is read without a word about it", async () => {
  const { stdin, after, notices } = waiting({ argument: "fix it" });
  stdin.end("text");
  await new Promise(setImmediate);
  expect([await after(HOUR), notices]).toEqual(["fix it\n\n<stdin>\ntext\n</stdin>", []]);
});
