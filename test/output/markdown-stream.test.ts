import { expect, test } from "vitest";

import { createPaint } from "../../src/output/colour.js";
import { MarkdownStream } from "../../src/output/markdown-stream.js";

interface Setting {
  columns?: number;
  renders?: boolean;
  /** Characters in each piece. */
  size?: number;
}

/** What a terminal is sent for an answer that arrives in pieces. */
function shown(text: string, { columns = 60, renders = true, size = 5 }: Setting = {}): string {
  const paint = createPaint(renders);
  const stream = new MarkdownStream({ columns: () => columns, paint, renders });
  let out = "";
  for (let at = 0; at < text.length; at += size) out += stream.push(text.slice(at, at + size));
  return out + stream.end();
}

/** Colours as tags, so that a golden can be read. */
const tagged = (text: string): string =>
  text.replaceAll(/\x1b\[(\d+)m/g, (_, code: string) => TAGS[code] ?? `<${code}>`);

const TAGS: Readonly<Record<string, string>> = {
  1: "<b>",
  2: "<dim>",
  22: "</>",
  36: "<c>",
  39: "</c>",
};

const ANSWER = `## The \`plan\`

I fixed the **failing test** in \`src/a.ts\`, see [a.ts:2](/tmp/a.ts:2) and
[https://x.example](https://x.example). A snake_case_name, *emphasis*, 2 ** 3 and *.ts stay.


- A first item whose text is too long for one row, so that it goes on below
  - nested 漢字漢字漢字漢字漢字漢字 漢字漢字漢字漢字漢字 漢字漢字
10. Ten
--flag
> A quotation that is too long for one row, so that its bar is drawn twice

| File | Lines |
|------|------:|
| \`a.ts\` | **12** |
| 漢字.ts | 3 |

---
\`\`\`ts
const x = "**code**"; // is not wrapped, whatever its length, so that it can be copied
\`\`\`
The end: \\*not bold\\* and an open **mark

`;

const RENDERED = `\
<b>The</> <b><c>plan</c></>

I fixed the <b>failing</> <b>test</> in <c>src/a.ts</c>, see a.ts:2
<dim>(/tmp/a.ts:2)</> and
https://x.example. A snake_case_name, *emphasis*, 2 ** 3 and
*.ts stay.

• A first item whose text is too long for one row, so that
  it goes on below
  • nested 漢字漢字漢字漢字漢字漢字 漢字漢字漢字漢字漢字
    漢字漢字
10. Ten
--flag
│ A quotation that is too long for one row, so that its bar
│ is drawn twice

File     Lines
<dim>───────  ─────</>
<c>a.ts</c>     <b>12</>
漢字.ts  3

<dim>---</>
<dim>\`\`\`ts</>
const x = "**code**"; // is not wrapped, whatever its length, so that it can be copied
<dim>\`\`\`</>
The end: \\*not bold\\* and an open **mark
`;

test.each([1, 2, 7, 10_000])(
  "an answer in pieces of %i characters is rendered as a whole",
  (size) => {
    expect(tagged(shown(ANSWER, { size }))).toBe(RENDERED);
  },
);

test("words are printed as soon as they are complete, and marks when they are closed", () => {
  const stream = new MarkdownStream({
    columns: () => 60,
    paint: createPaint(false),
    renders: true,
  });
  const pieces = ["Some wor", "ds and **bo", "ld wo", "rds** fol", "low\n- ", "an item"];
  expect([...pieces.map((piece) => stream.push(piece)), stream.end()]).toEqual([
    "Some",
    " words and",
    "",
    " bold words",
    " follow\n",
    "• an",
    " item\n",
  ]);
});

test("without colour the answer stays Markdown, and only its rows are broken", () => {
  expect(
    shown("## A *plan*\n\n- one two three four\n| a | b |\n", { columns: 12, renders: false }),
  ).toBe("## A *plan*\n\n- one two\n  three four\n| a | b |\n");
});

test("a table that is wider than the terminal, or has no heading, stays as it is written", () => {
  const wide = `| a | b |\n|---|---|\n| ${"long ".repeat(4)}| b |\n`;
  const bare = "| a | b |\n| c | d |\n";
  expect([shown(wide, { columns: 20 }), shown(bare)]).toEqual([wide, bare]);
});

test("a word that is wider than the terminal is not broken", () => {
  const url = `https://x.example/${"a".repeat(30)}`;
  expect(shown(`See ${url} there`, { columns: 20 })).toBe(`See\n${url}\nthere\n`);
});

test("a row can be ended for something else, and the text goes on below", () => {
  const stream = new MarkdownStream({
    columns: () => 40,
    paint: createPaint(false),
    renders: true,
  });
  const out = [stream.push("- one two "), stream.breakRow(), stream.breakRow()];
  expect([...out, stream.push("three"), stream.end()]).toEqual([
    "• one two",
    "\n",
    "",
    "",
    "  three\n",
  ]);
});

test.each([1, 3, 10_000])(
  "nothing of it controls the terminal, in pieces of %i characters",
  (size) => {
    const text =
      "a\x1b[2Jb \x1b]8;;http://x\x07link \x9b31m `c\x1b[31m` **d\x1bce** \u202ef 😀\r\ng\n";
    const out = shown(text, { size, renders: false });
    expect(out.replaceAll(/[\n\p{L}\p{N}\p{P}\p{S} ]/gu, "")).toBe("");
  },
);

test("text that is too long to be held back is printed as it is, and no space is added to it", () => {
  const text = `${"a".repeat(700)} **${"b".repeat(700)}** ${"`".repeat(300)}`;
  expect(shown(text, { columns: 5000 })).toBe(`${text}\n`);
});
