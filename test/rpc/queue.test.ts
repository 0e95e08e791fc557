import { describe, expect, test } from "vitest";

import { createQueue } from "../../src/rpc/queue.js";

/** Reads until the queue fails; gives back what came and the failure. */
async function drain<T>(queue: AsyncIterable<T>): Promise<{ values: T[]; failure: unknown }> {
  const values: T[] = [];
  try {
    for await (const value of queue) values.push(value);
  } catch (failure) {
    return { values, failure };
  }
  return { values, failure: undefined };
}

const gone = new Error("gone");

test("values come out in the order they went in", async () => {
  const queue = createQueue<number>();
  for (const value of [1, 2, 3]) queue.push(value);
  queue.fail(gone);
  expect(await drain(queue)).toEqual({ values: [1, 2, 3], failure: gone });
});

test("a reader that waits gets what is pushed later", async () => {
  const queue = createQueue<string>();
  const read = queue[Symbol.asyncIterator]();
  const first = read.next();
  queue.push("a");
  queue.push("b");
  expect([await first, await read.next()]).toEqual([
    { done: false, value: "a" },
    { done: false, value: "b" },
  ]);
});

test("what is pushed while a value is in hand keeps its place", async () => {
  const queue = createQueue<number>();
  queue.push(1);
  queue.push(2);
  const seen: number[] = [];
  for await (const value of queue) {
    seen.push(value);
    if (value === 1) queue.push(3);
    if (value === 3) break;
  }
  expect(seen).toEqual([1, 2, 3]);
});

describe("too much", () => {
  /** A queue of at most four entries or a hundred bytes, with each time that `full` changed. */
  function bounded() {
    const changes: boolean[] = [];
    const queue = createQueue<number>({
      entries: 4,
      bytes: 100,
      onFullChange: () => changes.push(queue.full),
    });
    return { queue, changes };
  }

  /** Takes so many from a queue. */
  async function take(queue: AsyncIterable<number>, count: number): Promise<number[]> {
    const read = queue[Symbol.asyncIterator]();
    const taken: number[] = [];
    while (taken.length < count) taken.push((await read.next()).value as number);
    return taken;
  }

  test("by number is told once, and its end when no more than half is left", async () => {
    const { queue, changes } = bounded();
    for (let n = 0; n < 6; n++) queue.push(n);
    const told: unknown[] = [[...changes]];
    for (const count of [3, 1]) {
      const taken = await take(queue, count);
      told.push([taken, [...changes]]);
    }
    expect(told).toEqual([[true], [[0, 1, 2], [true]], [[3], [true, false]]]);
  });

  test("by size counts bytes, also of a single value", async () => {
    const { queue, changes } = bounded();
    queue.push(1, 60);
    queue.push(2, 40);
    const before = [...changes];
    queue.push(3, 1);
    const after = [...changes];
    expect({ before, after, taken: await take(queue, 1), changes }).toEqual({
      before: [],
      after: [true],
      taken: [1],
      changes: [true, false],
    });
  });

  test("drops nothing, however much it is", async () => {
    const { queue } = bounded();
    const numbers = Array.from({ length: 5000 }, (_, n) => n);
    for (const n of numbers) queue.push(n, 1000);
    queue.fail(gone);
    expect(await drain(queue)).toEqual({ values: numbers, failure: gone });
  });

  test("is nothing to a queue that nobody waits for", () => {
    const { queue, changes } = bounded();
    for (let n = 0; n < 6; n++) queue.push(n);
    queue.fail(gone);
    for (let n = 0; n < 6; n++) queue.push(n);
    expect({ full: queue.full, changes }).toEqual({ full: false, changes: [true, false] });
  });
});

describe("a failure", () => {
  test("comes after everything that was pushed before it or after it", async () => {
    const queue = createQueue<number>();
    queue.push(1);
    queue.fail(gone);
    queue.push(2);
    expect(await drain(queue)).toEqual({ values: [1, 2], failure: gone });
  });

  test("wakes a reader that waits", async () => {
    const queue = createQueue<number>();
    const drained = drain(queue);
    await Promise.resolve();
    queue.fail(gone);
    expect(await drained).toEqual({ values: [], failure: gone });
  });

  test("is the first one, if there are two", async () => {
    const queue = createQueue<number>();
    queue.fail(gone);
    queue.fail(new Error("gone again"));
    expect(await drain(queue)).toEqual({ values: [], failure: gone });
  });
});

test("what waits can be seen without being taken", async () => {
  const queue = createQueue<number>();
  queue.push(1);
  queue.push(2);
  const seen = [...queue.waiting()];
  queue.fail(gone);
  expect({ seen, drained: await drain(queue), left: queue.waiting() }).toEqual({
    seen: [1, 2],
    drained: { values: [1, 2], failure: gone },
    left: [],
  });
});
