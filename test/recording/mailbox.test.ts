import { expect, test } from "vitest";

import { mailbox } from "../../src/recording/mailbox.js";

test("what is put in is taken in order, also by those who came first", async () => {
  const box = mailbox<number>();
  const early = [box.take(), box.take()];
  for (const n of [1, 2, 3]) box.put(n);
  expect(await Promise.all([...early, box.take()])).toEqual([1, 2, 3]);
});

test("who takes everything gets what was there and what comes", () => {
  const box = mailbox<string>();
  const got: string[] = [];
  box.put("a");
  box.each((value) => got.push(value));
  box.put("b");
  expect(got).toEqual(["a", "b"]);
});
