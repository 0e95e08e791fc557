import { PassThrough } from "node:stream";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { readAll } from "../../src/input/stdin.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const REASON = new CliError("interrupted", "stopped by SIGINT");
const SILENT = new CliError(
  "input",
  "standard input is open but sent nothing for 10 s, and a prompt was given",
  { hint: "add --no-stdin (or < /dev/null) to ignore it, or --stdin to wait for it" },
);

/** A read that has begun; how it ended, or "waiting". */
function reading({ patient = false } = {}) {
  const firstByteMs = patient ? undefined : 10_000;
  const stdin = new PassThrough();
  const stop = new AbortController();
  const onWait = vi.fn();
  let state: unknown = "waiting";
  const settled = readAll(stdin, { firstByteMs, maxBytes: 1024, stop: stop.signal, onWait }).then(
    (bytes) => (state = bytes.toString()),
    (error: unknown) => (state = error),
  );
  return {
    stdin,
    stop,
    settled,
    notices: () => onWait.mock.calls.length,
    /** How things stand after so much time and a turn of the event loop. */
    async after(ms: number): Promise<unknown> {
      await vi.advanceTimersByTimeAsync(ms);
      return state;
    },
  };
}

test("everything until the end is read, in order", async () => {
  const { stdin, settled } = reading();
  for (const part of ["one ", "two ", "three"]) stdin.write(part);
  stdin.end();
  expect(await settled).toBe("one two three");
});

test("more than is allowed is refused as soon as it has come, without an end", async () => {
  const { stdin, settled } = reading();
  for (let sent = 0; sent <= 1024; sent += 512) stdin.write("x".repeat(512));
  expect([await settled, stdin.isPaused(), vi.getTimerCount()]).toEqual([
    new CliError("input", "standard input has more than 1 KiB, the limit for a prompt", {
      hint: "put long material in a file and name the file in the prompt",
    }),
    true,
    0,
  ]);
});

describe("a silent pipe", () => {
  test("is given up after its time", async () => {
    const { after } = reading();
    expect([await after(9_999), await after(1)]).toEqual(["waiting", SILENT]);
  });

  test("is waited for without end where nobody set one", async () => {
    const { stdin, settled, after } = reading({ patient: true });
    expect(await after(3_600_000)).toBe("waiting");
    stdin.end("late");
    expect(await settled).toBe("late");
  });

  test("that is closed in time was empty", async () => {
    const { stdin, settled, after } = reading();
    await after(9_999);
    stdin.end();
    expect(await settled).toBe("");
  });
});

test("once a byte has come, the rest may take as long as it likes", async () => {
  const { stdin, settled, after } = reading();
  await after(9_999);
  stdin.write("a");
  expect(await after(3_600_000)).toBe("waiting");
  stdin.end("b");
  expect(await settled).toBe("ab");
});

describe("the notice", () => {
  test("is given once when nothing came for a second", async () => {
    const { notices, after } = reading();
    await after(999);
    const before = notices();
    await after(5_000);
    expect([before, notices()]).toEqual([0, 1]);
  });

  test("is not given when something came, or all is over", async () => {
    const early = reading();
    early.stdin.write("a");
    await early.after(20_000);
    const over = reading();
    over.stdin.end();
    await over.settled;
    await over.after(20_000);
    expect([early.notices(), over.notices(), vi.getTimerCount()]).toEqual([0, 0, 0]);
  });
});

describe("a stop", () => {
  test("ends the wait with its reason", async () => {
    const { stop, settled } = reading();
    stop.abort(REASON);
    expect(await settled).toBe(REASON);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("ends it in the middle of the data too", async () => {
    const { stdin, stop, settled, after } = reading();
    stdin.write("half");
    await after(1);
    stop.abort(REASON);
    expect(await settled).toBe(REASON);
  });

  test("that came before ends it at once", async () => {
    const read = readAll(new PassThrough(), {
      firstByteMs: undefined,
      maxBytes: 1024,
      stop: AbortSignal.abort(REASON),
      onWait: () => undefined,
    });
    await expect(read).rejects.toBe(REASON);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("a pipe that breaks is an error", async () => {
  const { stdin, settled } = reading();
  stdin.destroy(new Error("EIO: i/o error, read"));
  expect(await settled).toEqual(
    new CliError("input", "cannot read standard input: EIO: i/o error, read"),
  );
});
