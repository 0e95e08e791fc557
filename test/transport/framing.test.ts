import { describe, expect, test } from "vitest";

import { frameLines } from "../../src/transport/framing.js";
import type { Received } from "../../src/transport/transport.js";

/** Everything that a stream of chunks comes to. */
async function received(chunks: Iterable<Buffer | string>, limit?: number): Promise<Received[]> {
  const got: Received[] = [];
  const frames = frameLines((each) => got.push(each), limit);
  for (const chunk of chunks) frames.write(Buffer.from(chunk));
  await frames.end();
  return got;
}

/** The same without the sizes. */
const framed = async (...stream: Parameters<typeof received>): Promise<unknown[]> =>
  (await received(...stream)).map(({ size: _size, ...rest }) => rest);

const value = (of: unknown) => ({ kind: "value", value: of });
const malformed = (problem: string, raw?: string) => ({ kind: "malformed", problem, raw });

test("each line tells its size in bytes, and one that was not kept has none", async () => {
  const chunks = ['{"text":"é"}\n\n{"n"', ":1}\nnull\nbad\n", `${"x".repeat(30)}\n`, "half"];
  expect(await received(chunks, 20)).toEqual([
    { kind: "value", value: { text: "é" }, size: 14 },
    { kind: "value", value: { n: 1 }, size: 8 },
    { kind: "value", value: null, size: 5 },
    { kind: "malformed", problem: "Could not parse row bad...", raw: "bad\n", size: 4 },
    { kind: "malformed", problem: "a line of 31 bytes is over the limit of 20", size: 0 },
    { kind: "malformed", problem: "a line was cut off after 4 bytes", raw: "half", size: 0 },
  ]);
});

function* pieces(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe("lines and chunks", () => {
  test("many lines in one chunk come out one by one, in order", async () => {
    const numbers = Array.from({ length: 1000 }, (_, n) => n);
    const text = numbers.map((n) => `{"n":${n}}\n`).join("");
    expect(await framed([text])).toEqual(numbers.map((n) => value({ n })));
  });

  test("a line that comes one byte at a time is one value", async () => {
    const bytes = Buffer.from('{"text":"naïve 😀 café"}\n{"n":2}\n');
    expect(await framed(pieces(bytes, 1))).toEqual([
      value({ text: "naïve 😀 café" }),
      value({ n: 2 }),
    ]);
  });

  test.each([1, 2, 3])("a character split after its byte %i stays whole", async (byte) => {
    const bytes = Buffer.from('{"text":"😀"}\n');
    const cut = bytes.indexOf("😀") + byte;
    expect(await framed([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual([
      value({ text: "😀" }),
    ]);
  });

  test("only LF ends a line: U+2028, U+2029 and U+0085 are text", async () => {
    const text = "one\u2028two\u2029three\u0085four";
    expect(await framed([`{"text":"${text}"}\n{"n":2}\n`])).toEqual([
      value({ text }),
      value({ n: 2 }),
    ]);
  });

  test("CRLF ends a line too", async () => {
    expect(await framed(['{"n":1}\r\n{"n":2}\r', "\n"])).toEqual([
      value({ n: 1 }),
      value({ n: 2 }),
    ]);
  });

  test("blank lines are nothing", async () => {
    expect(await framed(['\n\r\n{"n":1}\n\n', "\n", '{"n":2}\n'])).toEqual([
      value({ n: 1 }),
      value({ n: 2 }),
    ]);
  });

  test("an empty stream is nothing", async () => {
    expect(await framed([])).toEqual([]);
  });
});

describe("values that are no objects", () => {
  test.each(["null", "null\r", " null ", "false", "0", '""', "[]"])(
    "the line %j is a value, and the lines after it live",
    async (line) => {
      expect(await framed([`{"n":1}\n${line}\n{"n":2}\n`])).toEqual([
        value({ n: 1 }),
        value(JSON.parse(line) as unknown),
        value({ n: 2 }),
      ]);
    },
  );
});

describe("lines that are none", () => {
  test("garbage is reported in its place and reading goes on", async () => {
    expect(await framed(['{"n":1}\nwarning: hot\n{"n":2}\n{broken\n{"n":3}\n'])).toEqual([
      value({ n: 1 }),
      malformed("Could not parse row warning: hot...", "warning: hot\n"),
      value({ n: 2 }),
      malformed("Could not parse row {broken...", "{broken\n"),
      value({ n: 3 }),
    ]);
  });

  test("a last line without its LF is reported, not taken", async () => {
    expect(await framed(['{"n":1}\n{"n":2}'])).toEqual([
      value({ n: 1 }),
      malformed("a line was cut off after 7 bytes", '{"n":2}'),
    ]);
  });

  test("an over-long line is reported in its place and the next line survives", async () => {
    const long = `{"text":"${"x".repeat(40)}"}\n`;
    expect(await framed([`{"n":1}\n${long}{"n":2}\n`], 20)).toEqual([
      value({ n: 1 }),
      malformed(`a line of ${long.length} bytes is over the limit of 20`),
      value({ n: 2 }),
    ]);
  });

  test("an over-long line in small chunks is counted whole", async () => {
    const long = `{"text":"${"x".repeat(40)}"}\n`;
    expect(await framed(pieces(Buffer.from(`${long}{"n":2}\n`), 7), 20)).toEqual([
      malformed(`a line of ${long.length} bytes is over the limit of 20`),
      value({ n: 2 }),
    ]);
  });

  test("a line of exactly the limit passes, its LF counted", async () => {
    expect(await framed(['{"n":1}\n{"n":10}\n'], 8)).toEqual([
      value({ n: 1 }),
      malformed("a line of 9 bytes is over the limit of 8"),
    ]);
  });

  test("an over-long line that is cut off is reported once", async () => {
    expect(await framed(["x".repeat(30), "y".repeat(30)], 20)).toEqual([
      malformed("a line was cut off after 60 bytes"),
    ]);
  });
});

describe("depth", () => {
  const nest = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const tooDeep = malformed("a line is nested deeper than 512 levels");

  test.each([
    ["lists", nest(513)],
    ["objects", `${'{"a":'.repeat(513)}1${"}".repeat(513)}`],
    ["lists behind a text with quotes in it", `["${'\\"'.repeat(9)}\\\\",${nest(512)}]`],
    ["twenty thousand lists", nest(20_000)],
  ])(
    "%s beyond what could be written again are reported, and the next line survives",
    async (_, deep) => {
      expect(await framed([`${deep}\n{"n":2}\n`])).toEqual([tooDeep, value({ n: 2 })]);
    },
  );

  test.each([
    ["as deep as may be", nest(512)],
    ["wide, not deep", `[${"[],".repeat(2_000)}{}]`],
    ["brackets in a text", JSON.stringify([`"${"[".repeat(3_000)}\\`, "{".repeat(3_000)])],
  ])("%s is fine", async (_, line) => {
    expect(await framed([`${line}\n`])).toEqual([value(JSON.parse(line))]);
  });
});

test("a line of 30 MB in chunks of 64 KB is read in one pass", async () => {
  const text = "x".repeat(30_000_000);
  const bytes = Buffer.from(`${JSON.stringify({ text })}\n{"n":2}\n`);
  const got = await framed(pieces(bytes, 65_536));
  expect(got.map((each) => JSON.stringify(each).length)).toEqual([
    text.length + JSON.stringify(value({ text: "" })).length,
    JSON.stringify(value({ n: 2 })).length,
  ]);
});
