import { expect, test } from "vitest";

import { renderText } from "../../../src/review/formats/text.js";
import { BROKEN, FAILED, finding, PASSED, report, SAMPLES } from "../sample-reports.js";

test("a review without findings is its outcome and what the reviewer says", () => {
  expect(renderText(PASSED)).toBe(
    [
      "pass: no findings",
      "",
      "The reviewer says: patch is correct (confidence 0.88)",
      "    Does what it says.",
      "",
    ].join("\n"),
  );
});

test("a review with findings lists the worst first, each with its place, notes and body", () => {
  expect(renderText(FAILED)).toBe(
    [
      "fail: 2 of 7 findings block (P1 and worse), 2 accepted",
      "",
      'P0 100%, really: <b>@all</b> | `x` "y" #12 ![i](http://a.example/i.png) second line' +
        "  doc/Über uns/a#b, c:d?100%.md:3 (near the change)",
      "    : :error::no",
      "    %0A, ```js",
      "    </details> --> [x](y) {0}",
      "    ```",
      "    red \u{FFFD}\u{FFFD}abc",
      "",
      "P0 Accepted for now  src/loop.ts:12-14" +
        " (near the change; accepted until 2031-05-01: Waits for the release)",
      "    The loop runs once too often.",
      "",
      "P1 Reads past the end  src/loop.ts:12-14",
      "    The loop runs once too often.",
      "",
      "P1 Accepted for good  src/loop.ts:12-14 (accepted: By design, see <docs> @owner)",
      "    The loop runs once too often.",
      "",
      "P2 日本語 👩‍👩‍👧 é  README.md (not on the change)",
      `    ${"long ".repeat(20_000)}end`,
      "",
      "P2 Elsewhere  /home/someone/notes/todo.txt:12-14 (not on the change)",
      "    The loop runs once too often.",
      "",
      "P3 No body, lines the wrong way round  src/loop.ts:9",
      "",
      "The reviewer says: patch is incorrect (confidence 0.3)",
      "    Breaks “Größe”.",
      "",
      "    See `a|b`.",
      "",
    ].join("\n"),
  );
});

test("a review that could not be made is the reason why", () => {
  expect(renderText(BROKEN)).toBe(
    "could not review: the answer is not JSON: Unexpected token '%', \"%PDF\"\n",
  );
});

test("a body keeps its own indentation, and loses blank lines around it", () => {
  const body = "\n  \n  if (a)\n\tb\n\n";
  expect(renderText(report({ findings: [finding({ body })] }))).toBe(
    [
      "pass: the only finding does not block (P1 and worse)",
      "",
      "P1 Reads past the end  src/loop.ts:12-14",
      "      if (a)",
      "    \tb",
      "",
    ].join("\n"),
  );
});

test("an explanation without a verdict, and a verdict without one, are both told", () => {
  const first = "pass: no findings\n\nThe reviewer says:";
  expect(renderText(report({ explanation: "Fine." }))).toBe(`${first}\n    Fine.\n`);
  expect(renderText(report({ correctness: "right" }))).toBe(`${first} right\n`);
});

test.each(SAMPLES)("$name holds no control character", ({ report: sample }) => {
  expect(renderText(sample)).not.toMatch(/[^\n\t\P{Cc}]/u);
});
