import { expect, test } from "vitest";

import { asyncQueue } from "../../src/recording/async-queue.js";

test("what is put in is taken in order, also by those who came first", async () => {
  const queue = asyncQueue<number>();
  const early = [queue.take(), queue.take()];
  for (const n of [1, 2, 3]) queue.put(n);
  expect(await Promise.all([...early, queue.take()])).toEqual([1, 2, 3]);
});

test("who takes everything gets what was there and what comes", () => {
  const queue = asyncQueue<string>();
  const got: string[] = [];
  queue.put("a");
  queue.each((value) => got.push(value));
  queue.put("b");
  expect(got).toEqual(["a", "b"]);
});
