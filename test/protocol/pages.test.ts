import { describe, expect, test } from "vitest";

import { pages } from "../../src/protocol/pages.js";

interface Page {
  data: string[];
  nextCursor?: string | null | undefined;
}

describe("page after page", () => {
  test.each([{ nextCursor: null }, { nextCursor: undefined }, {}])(
    "is asked for until there is no cursor: %j",
    async (end) => {
      const book = bookOf({ "": ["a", "2"], "2": ["b", "3"] }, { "3": { data: ["c"], ...end } });
      expect({ read: await all(pages(book.ask)), asked: book.asked }).toEqual({
        read: [["a"], ["b"], ["c"]],
        asked: [null, "2", "3"],
      });
    },
  );

  test("is asked for behind one that is empty", async () => {
    const book = bookOf({ "": ["a", "2"] }, { "2": { data: [], nextCursor: "3" }, "3": LAST });
    expect(await all(pages(book.ask))).toEqual([["a"], [], ["z"]]);
  });

  test.each([
    ["itself", { "": ["a", "2"], "2": ["b", "2"] }],
    ["the one before", { "": ["a", "2"], "2": ["b", "3"], "3": ["c", "2"] }],
  ] as const)("ends where one points to %s", async (_, leaves) => {
    const book = bookOf(leaves);
    const read = await all(pages(book.ask));
    expect({ read: read.flat().length, asked: new Set(book.asked).size }).toEqual({
      read: book.asked.length,
      asked: book.asked.length,
    });
  });

  test("is asked for only when the one before has been taken", async () => {
    const book = bookOf({ "": ["a", "2"], "2": ["b", "3"] }, { "3": LAST });
    const reader = pages(book.ask)[Symbol.asyncIterator]();
    await reader.next();
    const first = [...book.asked];
    await reader.next();
    expect({ first, second: book.asked }).toEqual({ first: [null], second: [null, "2"] });
  });

  test("is not asked for when nobody reads on", async () => {
    const book = bookOf({ "": ["a", "2"] }, { "2": LAST });
    for await (const page of pages(book.ask)) if (page.includes("a")) break;
    expect(book.asked).toEqual([null]);
  });

  test("fails where one fails, behind what came before it", async () => {
    const book = bookOf({ "": ["a", "2"] });
    const read: (readonly string[])[] = [];
    const reading = (async () => {
      for await (const page of pages(book.ask)) read.push(page);
    })();
    await expect(reading).rejects.toEqual(new Error("no page 2"));
    expect(read).toEqual([["a"]]);
  });
});

describe("another cursor in the place of the server's", () => {
  const either = (cursor: string): string[] => [`before ${cursor}`, cursor];

  test("is the first that is new", async () => {
    const book = bookOf({ "": ["a", "2"], "before 2": ["b", "3"] }, { "before 3": LAST });
    expect({ read: await all(pages(book.ask, either)), asked: book.asked }).toEqual({
      read: [["a"], ["b"], ["z"]],
      asked: [null, "before 2", "before 3"],
    });
  });

  test("gives way to the next when it has been used", async () => {
    const book = bookOf({ "": ["a", "2"], "before 2": ["b", "2"] }, { "2": LAST });
    expect({ read: await all(pages(book.ask, either)), asked: book.asked }).toEqual({
      read: [["a"], ["b"], ["z"]],
      asked: [null, "before 2", "2"],
    });
  });

  test("ends the list when none of them is new", async () => {
    const book = bookOf({ "": ["a", "2"], "before 2": ["b", "2"], "2": ["c", "2"] });
    expect(await all(pages(book.ask, either))).toEqual([["a"], ["b"], ["c"]]);
  });
});

const LAST: Page = { data: ["z"] };

/** Pages by their cursor, the first under none: what is on it and where it points, or a whole page. */
function bookOf(
  leaves: Readonly<Record<string, readonly [text: string, next: string]>>,
  more: Readonly<Record<string, Page>> = {},
) {
  const asked: (string | null)[] = [];
  const ask = async (cursor: string | null): Promise<Page> => {
    asked.push(cursor);
    const leaf = leaves[cursor ?? ""];
    const page = leaf === undefined ? more[cursor ?? ""] : { data: [leaf[0]], nextCursor: leaf[1] };
    if (page === undefined) throw new Error(`no page ${cursor ?? ""}`);
    return page;
  };
  return { ask, asked };
}

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const values: T[] = [];
  for await (const value of source) values.push(value);
  return values;
}
