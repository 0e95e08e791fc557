import { expect, test } from "vitest";

import { screenAfter } from "./screen.js";

const plain = (text: string) => [{ text, style: "" }];

test.each([
  ["lines", "one\r\ntwo", [plain("one"), plain("two")]],
  ["a spinner that was erased", "⠋ thinking\r\u{1B}[2K\u{1B}[1Gdone", [plain("done")]],
  ["rows that were drawn again", "one\r\ntwo\u{1B}[1A\r\u{1B}[JONE\r\n", [plain("ONE")]],
  ["a line wider than the screen", "123456789012", [plain("1234567890"), plain("12")]],
  ["an overwritten beginning", "abc\rX", [plain("Xbc")]],
  ["text behind a gap", "a\u{1B}[5Gb", [plain("a   b")]],
  ["a cursor that is hidden, and a title", "\u{1B}[?25l\u{1B}]0;title\u{7}a", [plain("a")]],
  ["a wide character", "日本", [plain("日本")]],
  [
    "styles until they end",
    "\u{1B}[1;32mok\u{1B}[22m go\u{1B}[39m on",
    [
      [
        { text: "ok", style: "1 32" },
        { text: " go", style: "32" },
        { text: " on", style: "" },
      ],
    ],
  ],
])("a terminal shows %s", (_, output, rows) => {
  expect(screenAfter(output, 10)).toEqual(rows);
});
