import { expect, test } from "vitest";

import { showReport } from "../../../commands/hook/messages.js";
import { Redactor } from "../../../src/redact/redactor.js";
import { renderText } from "../../../src/review/formats/text.js";
import type { ReviewReport } from "../../../src/review/report.js";
import { MemoryStream } from "../../helpers/memory-streams.js";
import { FAILED } from "../../review/sample-reports.js";

/** What a person who pushes sees of a review. */
function shown(report: ReviewReport, stderr = new MemoryStream(), env = {}): string {
  showReport({ stderr, env, secrets: new Redactor(env) }, report, "the whole review is in FILE");
  return stderr.text;
}

const withBody = (body: string): ReviewReport => ({
  ...FAILED,
  findings: FAILED.findings.map((finding) => ({ ...finding, body })),
});

test("a review of a usual length is shown whole", () => {
  expect(shown(FAILED)).toBe(renderText(FAILED));
});

test("on a terminal no word is broken, and no secret", () => {
  const env = { API_KEY: "correct horse battery", NO_COLOR: "1" };
  const body = `${"x".repeat(20)} ${"y".repeat(8)} correct horse battery staple`;
  expect(shown(withBody(body), MemoryStream.terminal(40), env)).toContain(
    `\n    ${"x".repeat(20)} ${"y".repeat(8)}\n    [redacted] staple\n`,
  );
});

test.each([
  ["lines", "x\n".repeat(100_000)],
  ["one line", "x".repeat(1_000_000)],
  ["characters of two units", "😀".repeat(200_000)],
])(
  "of one without end (%s) the beginning is shown, how much is left out, and where it is",
  (_, body) => {
    const whole = renderText(withBody(body));
    const [, first = "", left = ""] =
      /^([^]*)\nturnpipe: (\d+) characters of the review are not shown; the whole review is in FILE\n$/.exec(
        shown(withBody(body)),
      ) ?? [];
    expect({
      first: whole.startsWith(first),
      all: first.length + Number(left) === whole.length,
      bounded: first.length <= 128 * 1024 && first.split("\n").length <= 1000,
      readable: Buffer.from(first).toString() === first,
    }).toEqual({ first: true, all: true, bounded: true, readable: true });
  },
);
