import { Writable } from "node:stream";

import { expect, test } from "vitest";

import { show } from "../../../commands/hook/tell.js";
import { renderText } from "../../../src/review/formats/text.js";
import type { ReviewReport } from "../../../src/review/report.js";
import { FAILED } from "../../review/sample-reports.js";

/** What a person who pushes sees of a review. */
function shown(report: ReviewReport): string {
  let text = "";
  const stderr = new Writable({
    write(chunk: Buffer, _, done) {
      text += String(chunk);
      done();
    },
  });
  show({ stderr: stderr }, report, "all of it is in FILE");
  return text;
}

const withBody = (body: string): ReviewReport => ({
  ...FAILED,
  findings: FAILED.findings.map((finding) => ({ ...finding, body })),
});

test("a review of a usual length is shown whole", () => {
  expect(shown(FAILED)).toBe(renderText(FAILED));
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
      /^([^]*)\nturnpipe: (\d+) characters of the review are not shown; all of it is in FILE\n$/.exec(
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
