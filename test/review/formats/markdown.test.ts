import { expect, test } from "vitest";

import { renderMarkdown } from "../../../src/review/formats/markdown.js";
import { BROKEN, FAILED, finding, PASSED, report, SAMPLES } from "../sample-reports.js";

const MOST = 65_536;

test("a review without findings is its outcome, its target and what the reviewer says", () => {
  expect(renderMarkdown(PASSED)).toBe(
    [
      "<!-- turnpipe-review -->",
      "<h2>pass: no findings</h2>",
      "",
      "<p>Reviewed: the changes since main</p>",
      "",
      "<p>The reviewer says: patch is correct</p>",
      "",
      "```text",
      "Does what it says.",
      "```",
      "",
    ].join("\n"),
  );
});

test("a review that could not be made is the reason why", () => {
  expect(renderMarkdown(BROKEN)).toBe(
    [
      "<!-- turnpipe-review -->",
      "<h2>could not review: the answer is not JSON: Unexpected token '%', &quot;%PDF&quot;</h2>",
      "",
      "<p>Reviewed: the changes since main</p>",
      "",
    ].join("\n"),
  );
});

test("findings are folded with the worst first, accepted ones together at the end", () => {
  const findings = FAILED.findings.filter(({ id }) => id !== "f3");
  expect(
    renderMarkdown({ ...FAILED, findings })
      .split("\n")
      .slice(5),
  ).toEqual([
    "<details>",
    "<summary><b>P0</b> 100%, really: &lt;b&gt;@\u{200B}all&lt;/b&gt; | `x` &quot;y&quot; " +
      "#\u{200B}12 ![i](http:\u{200B}//a.example/i.png) second line " +
      "<code>doc/Über uns/a#\u{200B}b, c:d?100%.md:3</code> (blocks; near the change)</summary>",
    "",
    "````text",
    ": :error::no",
    "%0A, ```js",
    "</details> --> [x](y) {0}",
    "```",
    "red \u{FFFD}\u{FFFD}abc",
    "````",
    "",
    "</details>",
    "",
    "<details>",
    "<summary><b>P1</b> Reads past the end <code>src/loop.ts:12-14</code> (blocks)</summary>",
    "",
    "```text",
    "The loop runs once too often.",
    "```",
    "",
    "</details>",
    "",
    "<details>",
    "<summary><b>P2</b> Elsewhere <code>/home/someone/notes/todo.txt:12-14</code>" +
      " (not on the change)</summary>",
    "",
    "```text",
    "The loop runs once too often.",
    "```",
    "",
    "</details>",
    "",
    "<p><b>P3</b> No body, lines the wrong way round <code>src/loop.ts:9</code></p>",
    "",
    "<p>The reviewer says: patch is incorrect</p>",
    "",
    "```text",
    "Breaks “Größe”.",
    "",
    "See `a|b`.",
    "```",
    "",
    "<details>",
    "<summary>2 accepted</summary>",
    "",
    "<ul>",
    "<li><b>P0</b> Accepted for now <code>src/loop.ts:12-14</code>" +
      " (accepted until 2031-05-01: Waits for the release)</li>",
    "<li><b>P1</b> Accepted for good <code>src/loop.ts:12-14</code>" +
      " (accepted: By design, see &lt;docs&gt; @\u{200B}owner)</li>",
    "</ul>",
    "",
    "</details>",
    "",
  ]);
});

test.each(SAMPLES)("outside its fences, $name has no markup but ours", ({ report: sample }) => {
  expect(outsideFences(renderMarkdown(sample)).filter((row) => !OURS.test(row))).toEqual([]);
});

const NASTY = [
  "</details></summary><script>",
  "<!-- x",
  "-->",
  "```",
  "~~~",
  "| a | b |",
  "![i](http://a.example/i.png)",
  "[a](javascript:b)",
  "@all",
  "/merge",
  "\n\n",
  "\r",
  "\u{0}",
  "&lt;",
  "    ",
  "<",
];

test("whatever the model writes, wherever it writes it, the page stays ours", () => {
  const broken = NASTY.flatMap((one) => NASTY.map((other) => `${one}${other}`)).filter((text) => {
    const page = renderMarkdown(
      report({
        outcome: "fail",
        target: text,
        correctness: text,
        explanation: text,
        findings: [
          finding({ title: text, body: text, file: text }),
          finding({ title: text, accepted: { reason: text, expires: text } }),
        ],
      }),
    );
    return outsideFences(page).some((row) => !OURS.test(row));
  });
  expect(broken).toEqual([]);
});

test("a comment of too many findings keeps the worst, and says how many it left out", () => {
  const body = "word ".repeat(500);
  const findings = [
    ...Array.from({ length: 200 }, (_, index) =>
      finding({ priority: 2, title: `#${index}`, body }),
    ),
    finding({ priority: 0, title: "worst" }),
    ...Array.from({ length: 400 }, () => finding({ accepted: { reason: body, expires: null } })),
  ];
  const page = renderMarkdown(report({ findings, explanation: body }));
  const shown = page.match(/<summary><b>/g)?.length ?? 0;
  const accepted = page.match(/<li>/g)?.length ?? 0;
  expect({
    fits: page.length < MOST,
    filled: page.length > MOST * 0.9,
    first: page.indexOf("worst") < page.indexOf("#\u{200B}0"),
    notes: page.match(/<(?:p|li)>[^<]* more do not fit here\.<\/(?:p|li)>/g),
    closed: page.trimEnd().endsWith("</details>"),
  }).toEqual({
    fits: true,
    filled: true,
    first: true,
    notes: [
      `<p>${201 - shown} more do not fit here.</p>`,
      `<p>${400 - accepted} more do not fit here.</p>`,
    ],
    closed: true,
  });
});

test("no text is long enough to make the comment too long", () => {
  const huge = "`".repeat(200_000);
  const tags = "<".repeat(200_000);
  const page = renderMarkdown(
    report({
      outcome: "error",
      problem: tags,
      target: tags,
      correctness: tags,
      explanation: huge,
      findings: [
        finding({ title: tags, body: huge, file: tags }),
        finding({ title: tags, file: tags, accepted: { reason: tags, expires: tags } }),
      ],
    }),
  );
  expect({ fits: page.length < MOST, folded: page.match(/<summary>/g)?.length }).toEqual({
    fits: true,
    folded: 2,
  });
});

/** A text without tags, comments, mentions or addresses; tags of ours around it. */
const WORDS = "(?:[^<>@]|@(?!\\w))*";
const HEADLINE = `<b>P[0-3]</b> ${WORDS}<code>${WORDS}</code>${WORDS}`;
const OURS = new RegExp(
  [
    "",
    "<!-- turnpipe-review -->",
    `<h2>${WORDS}</h2>`,
    `<p>(?:${WORDS}|${HEADLINE})</p>`,
    "</?details>",
    "</?ul>",
    `<summary>(?:${HEADLINE}|\\d+ accepted)</summary>`,
    `<li>${HEADLINE}</li>`,
  ]
    .map((row) => `^${row}$`)
    .join("|"),
);

/** The rows a Markdown reader takes for something else than the inside of a fence. */
function outsideFences(page: string): string[] {
  let fence: string | undefined;
  return page.split("\n").filter((row) => {
    const [, ticks = "", info = ""] = /^ {0,3}(`{3,})([^`]*)$/.exec(row) ?? [];
    if (fence === undefined) {
      if (ticks !== "") fence = ticks;
      return ticks === "";
    }
    if (ticks.length >= fence.length && info.trim() === "") fence = undefined;
    return false;
  });
}
