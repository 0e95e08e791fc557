import { expect, test } from "vitest";

import { fenced, inline } from "../../../src/review/formats/page-text.js";

test("a line is text: no tag, no mention, no issue, no address, no second line", () => {
  expect(inline('a\n<img src=x> & "b" @all org/repo#12 http://x.example # @ 50%')).toBe(
    "a &lt;img src=x&gt; &amp; &quot;b&quot; @\u{200B}all org/repo#\u{200B}12 " +
      "http:\u{200B}//x.example # @ 50%",
  );
});

test("a line too long is cut between signs, and says so", () => {
  expect(inline(`${"a".repeat(399)}👩${"b".repeat(9)}`)).toBe(`${"a".repeat(399)}… (shortened)`);
});

test.each([
  ["plain", "```text\nplain\n```"],
  ["```\na\n```", "````text\n```\na\n```\n````"],
  ["a ````` b", "``````text\na ````` b\n``````"],
  ["::error::x", "```text\n: :error::x\n```"],
  ["\n  a\n\n", "```text\na\n```"],
])("%j is fenced so that it stays inside", (text, fence) => {
  expect(fenced(text, 100)).toBe(fence);
});

test("backticks that an escape sequence held apart do not close the fence", () => {
  expect(fenced("``\u{1B}[m``\n<b>", 100)).toBe("`````text\n````\n<b>\n`````");
});

test("long rows are broken at blanks, long words are not", () => {
  const word = "x".repeat(120);
  const words = (count: number) => Array.from({ length: count }, () => "four").join(" ");
  expect(fenced(`${words(30)}\n${word} ${words(19)} ${word}`, 1000)).toBe(
    ["```text", words(19), words(11), word, words(19), word, "```"].join("\n"),
  );
});

test("a text too long is cut, and says so", () => {
  expect(fenced("abcdef", 3)).toBe("```text\nabc… (shortened)\n```");
});
