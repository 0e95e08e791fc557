import { describe, expect, test, vi } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { abortable } from "../../src/async/abortable.js";

const REASON = new CliError("timeout", "it took too long");
const NEVER = new Promise<never>(() => undefined);

test("a promise that is kept in time gives its value", async () => {
  expect(await abortable(Promise.resolve(5), new AbortController().signal)).toBe(5);
});

test("a promise that is broken in time gives its error", async () => {
  const broken = new Error("no");
  await expect(abortable(Promise.reject(broken), new AbortController().signal)).rejects.toBe(
    broken,
  );
});

describe("a stop", () => {
  test("ends the wait with its reason", async () => {
    const stop = new AbortController();
    const waited = abortable(NEVER, stop.signal);
    stop.abort(REASON);
    await expect(waited).rejects.toBe(REASON);
  });

  test("that came before ends the wait at once", async () => {
    await expect(abortable(NEVER, AbortSignal.abort(REASON))).rejects.toBe(REASON);
  });

  test("hears nothing of a promise that is broken later", async () => {
    const stop = new AbortController();
    let fail: (error: Error) => void = () => undefined;
    const promise = new Promise<never>((_, reject) => {
      fail = reject;
    });
    const waited = abortable(promise, stop.signal);
    stop.abort(REASON);
    fail(new Error("too late"));
    await expect(waited).rejects.toBe(REASON);
  });
});

test.each([
  ["kept", () => Promise.resolve(1)],
  ["broken", () => Promise.reject(new Error("no"))],
])("a wait for a promise that is %s listens for no stop afterwards", async (_, promise) => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, "addEventListener");
  const removed = vi.spyOn(signal, "removeEventListener");
  await abortable<unknown>(promise(), signal).catch(() => undefined);
  await Promise.resolve();
  expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
    added.mock.calls.map(([, listener]) => listener),
  );
});
