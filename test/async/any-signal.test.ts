import { expect, test } from "vitest";

import { anySignal } from "../../src/async/any-signal.js";

const REASON = new Error("stopped");

function two() {
  const [one, other] = [new AbortController(), new AbortController()];
  return { one, other, signals: [one.signal, other.signal] };
}

test("it is aborted with the first of its signals, for its reason", () => {
  const { one, other, signals } = two();
  const { signal } = anySignal(signals);
  other.abort(REASON);
  one.abort(new Error("too late"));
  expect([signal.aborted, signal.reason]).toEqual([true, REASON]);
});

test("one that is aborted already aborts it at once", () => {
  const { one, signals } = two();
  one.abort(REASON);
  const { signal } = anySignal(signals);
  expect([signal.aborted, signal.reason]).toEqual([true, REASON]);
});

test("released, it is never aborted", () => {
  const { one, signals } = two();
  const { signal, release } = anySignal(signals);
  release();
  one.abort(REASON);
  expect(signal.aborted).toBe(false);
});

test("aborted itself, it leaves the other signals alone", () => {
  const { signals } = two();
  const any = anySignal(signals);
  any.abort(REASON);
  expect([any.signal.reason, ...signals.map(({ aborted }) => aborted)]).toEqual([
    REASON,
    false,
    false,
  ]);
});
