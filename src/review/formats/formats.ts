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

/** How a review can be written, in the order in which they are listed. */
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

/** The review in one of the formats: whole lines, or nothing at all (jsonl without findings). */
export const render = (format: Format, report: ReviewReport, version = VERSION): string =>
  RENDER[format](report, version);

/** `sarif`, or `sarif=review.sarif` for a file of its own. */
export function parseFormat(word: string): { format: Format; file: string | undefined } {
  const [name = "", ...rest] = word.split("=");
  const format = FORMATS.find((known) => known === name);
  if (format === undefined) {
    throw new CliError("usage", `--format ${word}: not one of ${FORMATS.join(", ")}`, {
      hint: "a file of its own: --format sarif=review.sarif",
    });
  }
  if (rest.length === 0) return { format, file: undefined };
  // A file name may contain the sign, too.
  const file = rest.join("=");
  if (file === "") {
    throw new CliError("usage", `--format ${word}: no file is named after the =`, {
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
