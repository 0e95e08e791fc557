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
