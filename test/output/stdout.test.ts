import { Writable } from "node:stream";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { ownStdout } from "../../src/output/stdout.js";
import { Redactor } from "../../src/redact/redactor.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const GRACE_MS = 2000;
const REASON = new CliError("interrupted", "stopped by SIGINT");
const CLOSED = new CliError("stdout_closed", "the reader closed stdout");

/** A reader that takes each piece when the test says so, or at once. */
function reader({ slow = false } = {}) {
  const taken: string[] = [];
  const held: ((error?: Error | null) => void)[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _, callback) {
      taken.push(chunk);
      if (slow) held.push(callback);
      else callback();
    },
  });
  const stop = new AbortController();
  return {
    stream,
    taken,
    held,
    stop,
    stdout: ownStdout({ stdout: stream, stop, secrets: new Redactor() }),
  };
}

/** Whether a promise has settled by now. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol("pending");
  await vi.advanceTimersByTimeAsync(0);
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

describe("what is written", () => {
  test("is one line of JSON for an event, and a text as it stands", async () => {
    const { taken, stdout } = reader();
    await stdout.event({ type: "turn.started" });
    await stdout.event({ type: "error", message: "two\nlines \u2028 é" });
    await stdout.text("answer");
    expect(taken).toEqual([
      '{"type":"turn.started"}\n',
      '{"type":"error","message":"two\\nlines \u2028 é"}\n',
      "answer",
    ]);
  });

  test("waits until the reader has taken it", async () => {
    const { held, stdout } = reader({ slow: true });
    const written = stdout.text("a");
    const before = await settled(written);
    held[0]?.();
    expect([before, await settled(written)]).toEqual([false, true]);
  });

  test("keeps its order, whether it is awaited or not", async () => {
    const { taken, held, stdout } = reader({ slow: true });
    const all = Promise.all([stdout.text("a"), stdout.text("b"), stdout.text("c")]);
    for (let n = 0; n < 3; n++) {
      held[n]?.();
      await vi.advanceTimersByTimeAsync(0);
    }
    await all;
    expect(taken).toEqual(["a", "b", "c"]);
  });
});

describe("a stdout that breaks", () => {
  test.each<[string, Error, CliError]>([
    ["a reader that left", Object.assign(new Error("write EPIPE"), { code: "EPIPE" }), CLOSED],
    [
      "a full disk",
      Object.assign(new Error("ENOSPC: no space left on device, write"), { syscall: "write" }),
      new CliError("output_failed", "cannot write stdout: no space left on device"),
    ],
  ])("stops the run, and nothing is written after it: %s", async (_, error, reason) => {
    const { taken, held, stop, stdout } = reader({ slow: true });
    const written = stdout.text("a");
    held[0]?.(error);
    await written;
    await stdout.text("b");
    expect({ taken, reason: stop.signal.reason as unknown }).toEqual({ taken: ["a"], reason });
  });

  test("does not change the reason of a run that was stopped before", async () => {
    const { stream, stop } = reader();
    stop.abort(REASON);
    stream.destroy(new Error("write EPIPE"));
    await vi.advanceTimersByTimeAsync(0);
    expect(stop.signal.reason).toBe(REASON);
  });
});

describe("a reader that stalls", () => {
  test("may do so as long as the run goes on", async () => {
    const { stdout } = reader({ slow: true });
    const written = stdout.text("a");
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(await settled(written)).toBe(false);
  });

  test.each(["before", "during"])(
    "is left behind a while after a stop %s the write",
    async (when) => {
      const { taken, stop, stdout } = reader({ slow: true });
      if (when === "before") stop.abort(REASON);
      const written = stdout.text("a");
      stop.abort(REASON);
      await vi.advanceTimersByTimeAsync(GRACE_MS - 1);
      const before = await settled(written);
      await vi.advanceTimersByTimeAsync(1);
      const after = await settled(written);
      await stdout.text("b");
      expect({ before, after, taken }).toEqual({
        before: false,
        after: true,
        taken: ["a"],
      });
    },
  );

  test("and comes back in time gets the rest, and no timer stays", async () => {
    const { held, stop, taken, stdout } = reader({ slow: true });
    const written = stdout.text("a");
    stop.abort(REASON);
    await vi.advanceTimersByTimeAsync(GRACE_MS - 1);
    held[0]?.();
    await written;
    void stdout.text("b");
    held[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect({ taken, timers: vi.getTimerCount() }).toEqual({
      taken: ["a", "b"],
      timers: 0,
    });
  });
});
