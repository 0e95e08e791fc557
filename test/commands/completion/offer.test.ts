import { expect, test } from "vitest";

import type { Offer } from "../../../commands/completion/offer.js";
import { candidateLines, needsNoQuotes } from "../../../commands/completion/offer.js";

const offer: Offer = {
  kind: "words",
  words: [
    { word: "run", about: "run one turn: now" },
    { word: "a:b" },
    { word: "two\nlines" },
    { word: "a\u{1b}[31mb" },
    { word: ":files" },
    { word: "x", about: "\u{1b}]0;title\u{7}y" },
  ],
};

test("bash gets words, and only those that are one", () => {
  expect(candidateLines(offer, "bash")).toBe("run\na:b\nx\n");
});

test("zsh gets what they mean as well, behind the first bare colon", () => {
  expect(candidateLines(offer, "zsh")).toBe("run:run one turn: now\na\\:b\nx:]0;titley\n");
});

test("fish gets what they mean behind a tab", () => {
  expect(candidateLines(offer, "fish")).toBe("run\trun one turn: now\na:b\nx\t]0;titley\n");
});

test("nospace, files and directories are marked in the first line", () => {
  const told: Offer[] = [
    { kind: "words", words: [{ word: "diff" }], noSpace: true },
    { kind: "words", words: [], noSpace: true },
    { kind: "files", offset: 9 },
    { kind: "dirs", offset: 0 },
  ];
  expect(told.map((each) => candidateLines(each, "bash"))).toEqual([
    ":nospace\ndiff\n",
    "",
    ":files 9\n",
    ":dirs 0\n",
  ]);
});

test.each([
  ["019a8c00-0000-7000-8000-000000000001", true],
  ["gpt-6.1-sol", true],
  ["größe_2", true],
  ["a/b:c+d=1", true],
  ["", false],
  ["-rf", false],
  [":files", false],
  ["~root", false],
  ["two words", false],
  ["it's", false],
  ["$(reboot)", false],
  ["a;b", false],
  ["a*", false],
  ["a\u{202e}b", false],
  ["x".repeat(201), false],
])("%j can be typed as it is: %s", (word, can) => {
  expect(needsNoQuotes(word)).toBe(can);
});
