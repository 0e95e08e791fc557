import { CliError } from "../../outcome/errors.js";
import { VERSION } from "../../version.js";
import type { ReviewReport } from "../report.js";
import { renderCodeclimate } from "./codeclimate.js";
import { renderGithub } from "./github.js";
import { renderJson } from "./json.js";
import { renderJsonl } from "./jsonl.js";
import { renderMarkdown } from "./markdown.js";
import { renderSarif } from "./sarif.js";
import { renderText } from "./text.js";

/** The output formats of a review, in the order in which help lists them. */
export const FORMATS = [
  "text",
  "json",
  "jsonl",
  "sarif",
  "github",
  "markdown",
  "codeclimate",
] as const;

export type Format = (typeof FORMATS)[number];

/** Renders the review: whole lines, or an empty string (jsonl without findings). */
export const render = (format: Format, report: ReviewReport, version = VERSION): string =>
  RENDER[format](report, version);

/** Parses `sarif`, or `sarif=review.sarif` to write to a file. */
export function parseFormat(word: string): { format: Format; file: string | undefined } {
  const [name = "", ...rest] = word.split("=");
  const format = FORMATS.find((known) => known === name);
  if (format === undefined) {
    throw new CliError("usage", `--format ${word}: expected ${FORMATS.join(", ")}`, {
      hint: "to write to a file: --format sarif=review.sarif",
    });
  }
  if (rest.length === 0) return { format, file: undefined };
  // A file name may contain `=` too.
  const file = rest.join("=");
  if (file === "") {
    throw new CliError("usage", `--format ${word}: no file name after the =`, {
      hint: `for stdout: --format ${format}`,
    });
  }
  return { format, file };
}

const RENDER = {
  text: renderText,
  json: renderJson,
  jsonl: renderJsonl,
  sarif: renderSarif,
  github: renderGithub,
  markdown: renderMarkdown,
  codeclimate: renderCodeclimate,
} as const satisfies Record<Format, (report: ReviewReport, version: string) => string>;
