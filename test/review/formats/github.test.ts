import { expect, test } from "vitest";

import { renderGithub } from "../../../src/review/formats/github.js";
import type { ReportedFinding } from "../../../src/review/report.js";
import { BROKEN, FAILED, finding, PASSED, report } from "../sample-reports.js";

test("open findings are annotations with the worst first, and the outcome comes last", () => {
  expect(renderGithub(FAILED).split("\n")).toEqual([
    "::error file=doc/Über uns/a#b%2C c%3Ad?100%25.md,line=3,endLine=3," +
      'title=P0 100%25%2C really%3A <b>@all</b> | `x` "y" #12 ![i](http%3A//a.example/i.png)' +
      " second line::" +
      "::error::no%0A%250A, ```js%0A</details> --> [x](y) {0}%0A```%0Ared \u{FFFD}\u{FFFD}abc",
    "::error file=src/loop.ts,line=12,endLine=14,title=P1 Reads past the end::" +
      "The loop runs once too often.",
    `::warning file=README.md,title=P2 日本語 👩‍👩‍👧 é::${"long ".repeat(20_000)}end`,
    "::warning title=P2 Elsewhere::" +
      "/home/someone/notes/todo.txt:12-14: The loop runs once too often.",
    "::notice file=src/loop.ts,line=9,endLine=9,title=P3 No body%2C lines the wrong way round::" +
      "P3 No body, lines the wrong way round",
    "::error::fail: 2 of 7 findings block (P1 and worse), 2 accepted",
    "",
  ]);
});

test("a passed review ends in a notice, a review that could not be made in an error", () => {
  expect(renderGithub(PASSED)).toBe("::notice::pass: no findings\n");
  expect(renderGithub(BROKEN)).toBe(
    "::error::could not review: the answer is not JSON: Unexpected token '%25', \"%25PDF\"\n",
  );
});

test("GitHub shows ten of a kind: the outcome is one of them, and the rest is counted", () => {
  const findings = [3, 2, 1, 0].flatMap((priority) =>
    Array.from({ length: 6 }, (_, index) =>
      finding({ priority: priority as ReportedFinding["priority"], title: String(index) }),
    ),
  );
  const many = [...findings, ...Array.from({ length: 5 }, () => finding({ priority: 2 }))];
  const commands = renderGithub(report({ outcome: "fail", findings: many }))
    .trim()
    .split("\n");
  const titles = (kind: string) =>
    commands
      .filter((line) => line.startsWith(`::${kind} `))
      .map((line) => /title=(P\d)/.exec(line)?.[1]);
  expect({
    errors: titles("error"),
    warnings: titles("warning").length,
    notices: titles("notice").length,
    last: commands.at(-1),
  }).toEqual({
    errors: ["P0", "P0", "P0", "P0", "P0", "P0", "P1", "P1", "P1"],
    warnings: 10,
    notices: 6,
    last: "::error::fail: none of 29 findings blocks (P1 and worse); 4 more not shown here",
  });
});

// All strings of so many signs, out of those that mean something to the runner.
const strings = (signs: string[], length: number): string[] =>
  length === 0
    ? [""]
    : strings(signs, length - 1).flatMap((rest) => signs.map((sign) => sign + rest));

test("whatever is escaped reads the same after the runner has read it", () => {
  const inner = strings(["%", "%0A", "25", ":", ",", "=", "\n", " "], 3);
  const wrong = inner.filter((text) => {
    const [file, title, body] = [`a${text}z`, `b${text}z`, `c${text}z`];
    const [line = ""] = renderGithub(report({ findings: [finding({ file, title, body })] })).split(
      "\n",
    );
    const read = asRunner(line);
    return !(
      read["file"] === file &&
      read["title"] === `P1 ${title.replace(/\s+/g, " ")}` &&
      read["message"] === body
    );
  });
  expect({ tried: inner.length, wrong }).toEqual({ tried: 512, wrong: [] });
});

/** Reads a command as the runner does: up to the second `::` properties, all after it message. */
function asRunner(line: string): Record<string, string> {
  const [, properties = "", message = ""] = /^::\w+ (.*?)::(.*)$/.exec(line) ?? [];
  const pairs = properties.split(",").map((pair) => /^(\w+)=(.*)$/.exec(pair)?.slice(1) ?? []);
  const read = pairs.map(([name = "", value = ""]) => [name, unescaped(value)]);
  return { ...Object.fromEntries(read), message: unescaped(message) } as Record<string, string>;
}

const unescaped = (text: string): string =>
  text.replace(/%(?:0D|0A|3A|2C|25)/g, (code) => decodeURIComponent(code));
