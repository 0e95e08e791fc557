import { describe, expect, test } from "vitest";

import { createPaint } from "../../src/output/colour.js";
import type { Column } from "../../src/output/table.js";
import { createTable, widest } from "../../src/output/table.js";
import stringWidth from "../../src/output/text-width.js";

const plain = createPaint(false);
const COLUMNS: readonly Column[] = [
  { head: "AGE", width: 6 },
  { head: "WHAT", width: "rest" },
  { head: "WHERE", width: "rest", keep: "end" },
];
/** What cells are made of: all that has broken a table somewhere. */
const TEXTS = [
  "",
  " ",
  "plain words",
  "a".repeat(150),
  "日本語のテキスト".repeat(8),
  "mixed 日本 words 語",
  "👨‍👩‍👧‍👦 family 👍🏽 ok 🇪🇺🇯🇵🇧🇷",
  "🚀".repeat(60),
  "e\u{301}".repeat(70),
  "\u{200B}\u{200D}\u{FEFF}\u{2060}",
  `a\u{200D}👩b\u{200D}`.repeat(20),
  "1\u{FE0F}\u{20E3}⚠\u{FE0F}⚠".repeat(20),
  "한국어\u{1112}\u{1161}\u{11AB}".repeat(15),
  "tab\tand\nnewline\r\nand\vmore",
  "\x1b[31mred\x1b[0m \x1b]8;;https://example.org\x07link\x1b]8;;\x07 \x1b[2J",
  "\x1b[31m\x1b",
  "\u{202E}gnp.exe\u{2066}",
  "\u{D800}lone\u{DC00}",
  "\0\x07\x08\x7F\u{9B}31m",
  "/home/ada/a/very/long/path/to/a/directory/with/many/parts",
  "ﷺ".repeat(10),
  "Z̶̢̢̧̛͔͓̟͎̪̮̣͗͑̐̂a̵l̷g̸o".repeat(10),
];
const WIDTHS = [...Array.from({ length: 12 }, (_, more) => 20 + more), 40, 53, 79, 80, 81, 120];
const LAYOUTS: readonly (readonly Column[])[] = [
  COLUMNS,
  [{ head: "ONLY", width: "rest" }],
  [{ head: "PATH", width: "rest", keep: "end" }],
  [
    { head: "UPDATED", width: 14 },
    { head: "ID", width: 36 },
    { head: "NAME OR PROMPT", width: "rest" },
    { head: "DIRECTORY", width: "rest", keep: "end" },
  ],
  [
    { head: "A", width: 300 },
    { head: "B", width: 1 },
    { head: "C", width: 0 },
  ],
];

/** What must not be in a line. */
const STEERING = /[\0-\x1F\x7F-\x9F\u{202A}-\u{202E}\u{2066}-\u{2069}]|\s$/u;

describe("on a terminal", () => {
  const table = (columns: number) => createTable(COLUMNS, { columns, paint: plain });

  test("columns stand below each other, and share the room", () => {
    const { head, row } = table(40);
    expect([head(), row(["1 day", "words", "/a/b"]), row(["now", "日本", "/語"])]).toEqual([
      "AGE     WHAT             WHERE",
      "1 day   words            /a/b",
      "now     日本             /語",
    ]);
  });

  test("a text that is too long is cut where it says least, and shows it", () => {
    const long = "abcdefghijklmnopqrstuvwxyz";
    expect(table(40).row([long, long, long])).toBe("abcde…  abcdefghijklmn…  …mnopqrstuvwxyz");
  });

  test("a picture is not cut in half, and leaves its room when it does not fit", () => {
    const flags = "🇪🇺🇯🇵🇧🇷🇨🇦🇩🇪🇫🇷🇮🇹🇪🇸";
    expect(table(40).row(["👨‍👩‍👧‍👦".repeat(4), flags, flags])).toBe(
      "👨‍👩‍👧‍👦👨‍👩‍👧‍👦…   🇪🇺🇯🇵🇧🇷🇨🇦🇩🇪🇫🇷🇮🇹…  …🇯🇵🇧🇷🇨🇦🇩🇪🇫🇷🇮🇹🇪🇸",
    );
  });

  test("missing cells are empty, and cells too many are not shown", () => {
    expect([table(40).row([]), table(40).row(["a", "b", "c", "d"])]).toEqual([
      "",
      "a       b                c",
    ]);
  });

  test("the head is dimmed, the rows are as they are", () => {
    const { head, row } = createTable(COLUMNS, { columns: 40, paint: createPaint(true) });
    expect([head(), row(["a", "b", "c"])]).toEqual([
      "\x1b[2mAGE     WHAT             WHERE\x1b[22m",
      "a       b                c",
    ]);
  });

  test.each(LAYOUTS.map((columns) => [columns.map(({ head }) => head).join(), columns] as const))(
    "%s: no line is wider than the terminal, breaks, steers it or ends in spaces",
    (_, columns) => {
      const odd = WIDTHS.flatMap((width) => {
        const { head, row } = createTable(columns, { columns: width, paint: plain });
        const lines = [head() ?? "", ...rowsOf(columns.length).map(row)];
        return lines
          .filter((line) => stringWidth(line) > width || STEERING.test(line))
          .map((line) => [width, line]);
      });
      expect(odd).toEqual([]);
    },
  );

  test("columns stay below each other, whatever is in the ones before", () => {
    const { row } = createTable(
      [
        { head: "A", width: 12 },
        { head: "B", width: 12, keep: "end" },
        { head: "C", width: 4 },
      ],
      { columns: 80, paint: plain },
    );
    const starts = TEXTS.map((text) => {
      const line = row([text, text, "mark"]);
      return stringWidth(line.slice(0, line.lastIndexOf("mark")));
    });
    expect(new Set(starts)).toEqual(new Set([28]));
  });
});

describe("for a program", () => {
  const { head, row } = createTable(COLUMNS, { columns: undefined, paint: createPaint(true) });

  test("there is no head, and tabs stand between the cells", () => {
    expect([head(), row(["1 day", "some words", "/a"]), row(["", "", ""])]).toEqual([
      undefined,
      "1 day\tsome words\t/a",
      "\t\t",
    ]);
  });

  test("a cell has no tab and no line break of its own", () => {
    const rows = rowsOf(3).map(row);
    expect(rows.filter((line) => line.split("\t").length !== 3 || /[\n\r\x1b]/.test(line))).toEqual(
      [],
    );
  });

  test("a cell is whole, however long", () => {
    const long = "0123456789".repeat(500);
    expect(row(["a", long, "c"])).toBe(`a\t${long}\tc`);
  });
});

test("a column is as wide as the widest that is in it, as it will be shown", () => {
  expect([
    widest("HEAD", []),
    widest("HEAD", ["a", "longer"]),
    widest("", ["日本語", "\x1b[31mred\x1b[0m", "a\n\n b"]),
  ]).toEqual([4, 6, 6]);
});

/** Rows of all texts: each beside itself, and beside the next. */
const rowsOf = (cells: number): string[][] =>
  TEXTS.flatMap((text, at) => [
    Array<string>(cells).fill(text),
    Array.from({ length: cells }, (_, more) => TEXTS[(at + more) % TEXTS.length] ?? ""),
  ]);
