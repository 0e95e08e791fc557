import { expect, test } from "vitest";

import { CliError } from "../../../src/outcome/errors.js";
import { FORMATS, parseFormat, render } from "../../../src/review/formats/formats.js";
import { BROKEN, SAMPLES } from "../sample-reports.js";

test("the formats have these names, in this order", () => {
  expect(FORMATS).toEqual(["text", "json", "jsonl", "sarif", "github", "markdown", "codeclimate"]);
});

test("each name stands for its own format", () => {
  const begins = FORMATS.map((format) => [format, render(format, BROKEN).slice(0, 24)]);
  expect(Object.fromEntries(begins)).toEqual({
    text: "could not review: the an",
    json: '{\n  "outcome": "error",\n',
    jsonl: '{"outcome":"error","prob',
    sarif: '{\n  "$schema": "https://',
    github: "::error::could not revie",
    markdown: "<!-- turnpipe-review -->",
    codeclimate: '[\n  {\n    "type": "issue',
  });
});

test.each(FORMATS.flatMap((format) => SAMPLES.map((sample) => ({ format, ...sample }))))(
  "$format of $name is whole lines",
  ({ format, report }) => {
    expect(render(format, report)).toMatch(/^$|[^\n]\n$/);
  },
);

test.each([
  ["sarif", { format: "sarif", file: undefined }],
  ["sarif=review.sarif", { format: "sarif", file: "review.sarif" }],
  ["json=out/a=b.json", { format: "json", file: "out/a=b.json" }],
  ["text==", { format: "text", file: "=" }],
])("%s is understood", (word, wish) => {
  expect(parseFormat(word)).toEqual(wish);
});

test.each(["sarf", "sarf=x", "", "=x", "SARIF", "constructor"])(
  "%j is refused with the names that would do",
  (word) => {
    expect(thrown(() => parseFormat(word))).toEqual({
      kind: "usage",
      message: `--format ${word}: expected ${FORMATS.join(", ")}`,
      hint: "to write to a file: --format sarif=review.sarif",
    });
  },
);

test("a file must have a name", () => {
  expect(thrown(() => parseFormat("sarif="))).toEqual({
    kind: "usage",
    message: "--format sarif=: no file name after the =",
    hint: "for stdout: --format sarif",
  });
});

function thrown(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const { kind, message, hint } = error;
    return { kind, message, hint };
  }
}
