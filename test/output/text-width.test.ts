import { expect, test } from "vitest";

import stringWidth from "../../src/output/text-width.js";

test.each([
  ["nothing", "", 0],
  ["plain letters", "turnpipe", 8],
  ["a colour code", "\u{1B}[31mred\u{1B}[39m", 3],
  ["a link", "\u{1B}]8;;https://example.org\u{7}here\u{1B}]8;;\u{7}", 4],
  ["an accent of its own", "e\u{301}", 1],
  ["a control character", "a\tb\n", 2],
  ["punctuation beyond ASCII", "…—✔", 3],
  ["Chinese and Japanese", "日本語", 6],
  ["full-width letters", "ＡＢ", 4],
  ["half-width letters", "ｱﾞ", 2],
  ["Hangul syllables", "한국", 4],
  ["a Hangul syllable in parts", "\u{1112}\u{1161}\u{11AB}", 2],
  ["a rare ideograph", "𠮷", 2],
  ["a picture", "🚀", 2],
  ["a picture by request", "⚠\u{FE0F}", 2],
  ["the same sign as text", "⚠", 1],
  ["a letter asked to be a picture", "x\u{FE0F}", 1],
  ["a keycap", "1\u{FE0F}\u{20E3}", 2],
  ["a flag", "🇪🇺", 2],
  ["a skin tone", "👍🏽", 2],
  ["a joined family", "👨\u{200D}👩\u{200D}👧", 2],
  ["a joined letter", "a\u{200D}b", 2],
])("measures %s", (_what, text, columns) => {
  expect(stringWidth(text)).toBe(columns);
});
