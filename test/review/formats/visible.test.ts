import { expect, test } from "vitest";

import { sanitizeForTerminal } from "../../../src/text/sanitize-for-terminal.js";
import { visibleLine } from "../../../src/review/formats/visible.js";

test("what steers a terminal is taken out or marked, what people read stays", () => {
  expect(sanitizeForTerminal("\u{1B}[31mred\u{1B}[0m \u{7}\u{9B}2J\tGröße 👩‍👧\u{202E}")).toBe(
    "red \u{FFFD}\tGröße 👩‍👧\u{FFFD}",
  );
});

test("every line ends alike", () => {
  expect(sanitizeForTerminal("a\r\nb\rc\nd")).toBe("a\nb\nc\nd");
});

test("a line is one line", () => {
  expect(visibleLine(" a\r\n\tb\u{2028}c ")).toBe("a b c");
});
