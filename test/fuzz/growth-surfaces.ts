import { linesOf } from "../../commands/completion/offer.js";
import { redactArguments } from "../../src/recording/redact-arguments.js";
import { approvalPrompt } from "../../src/approvals/approval-prompt.js";
import { createPaint } from "../../src/output/colour.js";
import { jsonForTerminal } from "../../src/output/json-for-terminal.js";
import { createNarrator } from "../../src/output/lines.js";
import { fit, oneLine, wholeLine } from "../../src/output/plain-text.js";
import { render } from "../../src/output/render.js";
import { createTable } from "../../src/output/table.js";
import { transcriptTurn } from "../../src/output/transcript.js";
import { changedLines } from "../../src/review/diff.js";
import { fingerprintOf } from "../../src/review/fingerprint.js";
import { FORMATS, render as renderReview } from "../../src/review/formats/formats.js";
import { parsePushLines } from "../../src/review/pre-push.js";
import { readReviewAnswer } from "../../src/review/read-answer.js";
import { explainClosing } from "../../src/session/closed-error.js";
import { diagnostic } from "../../src/text/diagnostic.js";
import { withoutLogCommands } from "../../src/text/log-commands.js";
import { sanitizeForTerminal, sanitizeStyled } from "../../src/text/sanitize-for-terminal.js";
import { visibleName } from "../../src/text/visible-name.js";
import { withEachText } from "../hostile/each-text.js";
import { SHOWN_EVENTS } from "../hostile/shown-events.js";
import { sample } from "../approvals/samples.js";
import { finding, report } from "../review/sample-reports.js";

const paint = createPaint(false);

/** Every function that reads a text of a model, a server, a file or a command line of any length. */
export const SURFACES: Readonly<Record<string, (text: string) => unknown>> = {
  sanitizeForTerminal,
  sanitizeStyled,
  withoutLogCommands,
  visibleName,
  diagnostic,
  oneLine,
  wholeLine,
  jsonForTerminal,
  fit: (text) => fit(text, 80),
  table: (text) =>
    createTable([{ head: "A", width: "rest", keep: "end" }], { columns: 80, paint }).row([text]),
  narrator: (text) =>
    SHOWN_EVENTS.flatMap((event) =>
      withEachText(event, text).flatMap(({ copy }) => createNarrator({ verbose: true })(copy)),
    ).map((line) => render(line, paint, 80)),
  transcript: (text) =>
    SHOWN_EVENTS.flatMap((event) =>
      withEachText(event, text).map(({ copy }) => transcriptTurn([copy], 1)),
    ),
  approvalPrompt: (text) => [
    approvalPrompt(sample.command({ command: text, reason: text }), { columns: 80 }),
    approvalPrompt(sample.command({ command: text, reason: text }), { columns: 80, whole: true }),
  ],
  formats: (text) =>
    FORMATS.map((format) =>
      renderReview(
        format,
        report({ explanation: text, findings: [finding({ title: text, body: text, file: text })] }),
      ),
    ),
  readReviewAnswer: (text) => [
    readReviewAnswer({ messages: [text], text }),
    readReviewAnswer({ messages: [`{"findings":[${text}`], text: `Review comment:\n\n- ${text}` }),
  ],
  changedLines: (text) => [
    changedLines(text),
    changedLines(`diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n${text}`),
  ],
  fingerprint: (text) => fingerprintOf({ file: text, title: text, code: [text] }),
  pushLines: (text) => attempt(() => parsePushLines(text)),
  explainClosing: (text) =>
    explainClosing(
      { reason: "exited", exitCode: 1, signal: null, stderrTail: `Error: ${text}` },
      false,
    ),
  completion: (text) => linesOf({ kind: "words", words: [{ word: text, about: text }] }, "zsh"),
  settings: (text) => redactArguments(["-c", text]),
};

/** What is repeated: the signs that patterns and scanners look for, alone and in pairs. */
export const UNITS: readonly string[] = [
  ...["a", "é", "漢", "1", " ", "\t", "\n", "\r", "\r\n", "\v", "\u2028", "\u0085", "\u200b", "\0"],
  ...["\x1b", "\x1b[", "\x1b]", "\x1bP", "\x1b[;", "\x9b", "\x9d", "\x1b]a", "\x07", "\x1b[1m"],
  ...["::", ":", "##", "#", "##[", "##a", " :", "\n ", "\n:", "\n\n ", "\ta"],
  ...[
    "{",
    "}",
    "[",
    "]",
    '"',
    "\\",
    '{"',
    '{"a":',
    "{ ",
    "{}",
    "[{",
    '\\"',
    "'",
    "`",
    "```",
    "\n```",
  ],
  ...[
    "*",
    "**",
    "**a",
    "_",
    "<",
    "@",
    "//",
    "./",
    "../",
    "=",
    "a=",
    "a.",
    ".",
    "-",
    "- ",
    "- [P1] ",
  ],
  ...["Error: ", "\nError: ", "\n\t\n", "@@ -1 +1 @@\n", "diff --git a/a b/a\n", "+", "+\n", "-\n"],
  ...["👨\u200d", "🇪", "e\u0301", "\u0301", "\ud800"],
];

function attempt(use: () => unknown): unknown {
  try {
    return use();
  } catch (error) {
    return error;
  }
}
