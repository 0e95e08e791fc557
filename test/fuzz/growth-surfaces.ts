import { candidateLines } from "../../commands/completion/offer.js";
import { redactArguments } from "../../src/recording/redact-arguments.js";
import { approvalPrompt } from "../../src/approvals/approval-prompt.js";
import type { ThreadEvent } from "../../src/dialect/events.js";
import { decideByWords } from "../../src/approvals/rules/decide.js";
import { parseRule } from "../../src/approvals/rules/rule.js";
import { sedProblem } from "../../src/approvals/rules/programs/sed-script.js";
import { changedFiles } from "../../src/git/changed-files.js";
import { claimOfPath, contentAgrees } from "../../src/git/generated.js";
import { isTextLike } from "../../src/git/text-likeness.js";
import { decodePrompt } from "../../src/input/decode.js";
import { jsonDepth } from "../../src/text/json-depth.js";
import { changeLine, diffLines } from "../../src/output/change-lines.js";
import { createPaint } from "../../src/output/colour.js";
import { jsonForTerminal } from "../../src/output/json-for-terminal.js";
import { createEventLines } from "../../src/output/lines.js";
import { fit, lastLines, oneLine, wholeLine } from "../../src/output/plain-text.js";
import { redactDeltas } from "../../src/output/redact-deltas.js";
import { renderLine } from "../../src/output/render.js";
import { typedCommand } from "../../src/output/shell-command.js";
import { createTable } from "../../src/output/table.js";
import wrapText from "../../src/output/text-wrap.js";
import { transcriptTurn } from "../../src/output/transcript.js";
import { Redactor } from "../../src/redact/redactor.js";
import { redactSettings, secretsInSetting } from "../../src/redact/settings.js";
import { redactKeys } from "../../src/redact/secret-values.js";
import { secretsInVariable } from "../../src/redact/secrets-in-variable.js";
import { parseBaseline } from "../../src/review/baseline.js";
import { changedLines } from "../../src/review/diff.js";
import { toFindings } from "../../src/review/findings.js";
import { fingerprintOf } from "../../src/review/fingerprint.js";
import { FORMATS, render as renderReview } from "../../src/review/formats/formats.js";
import {
  isShellScript,
  hasUnpairedMarker,
  readBlock,
  withBlock,
  withoutBlock,
} from "../../src/review/hook-script.js";
import { parsePushLines } from "../../src/review/pre-push.js";
import { quoteName } from "../../src/review/quote.js";
import { readReviewAnswer } from "../../src/review/read-answer.js";
import { explainClosing } from "../../src/session/closed-error.js";
import { diagnostic } from "../../src/text/diagnostic.js";
import { withoutLogCommands } from "../../src/text/log-commands.js";
import { sanitizeForTerminal, sanitizeStyled } from "../../src/text/sanitize-for-terminal.js";
import { visibleName } from "../../src/text/visible-name.js";
import { frameLines } from "../../src/transport/framing.js";
import { stderrTail } from "../../src/process/stderr-tail.js";
import { withEachText, SHOWN_EVENTS } from "../hostile/shown-events.js";
import { sample } from "../approvals/samples.js";
import { finding, report } from "../review/sample-reports.js";

const paint = createPaint(false);
const SECRETS = new Redactor({ A_TOKEN: "a1a1a1a1a1a1a1a1", B_KEY: '{}\n"%41\\漢 =::' });
const RULES = {
  allow: ["command:tar", "command:git *", "command:find", "command:sed", "command:a"].map(
    parseRule,
  ),
  deny: ["command:rm", "host:*.example.com"].map(parseRule),
};
const RAW = { body: "", priority: 1, confidence: null, startLine: 1, endLine: 1 } as const;

/** Every function that reads a text of a model, a server, a file, a repository or a command line. */
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
    eventsWith(text)
      .flatMap((event) => createEventLines({ verbose: true })(event))
      .map((line) => renderLine(line, paint, 80)),
  diff: (text) => [
    diffLines({ path: text, kind: "update", diff: text }),
    changeLine({ path: text, kind: "add", diff: text, move_path: text }, "completed", "/"),
  ],
  transcript: (text) => eventsWith(text).map((event) => transcriptTurn([event], 1)),
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
    changedLines(mergeDiff(text)),
  ],
  fingerprint: (text) => fingerprintOf({ file: text, title: text, code: [text] }),
  pushLines: (text) => attempt(() => parsePushLines(text)),
  explainClosing: (text) =>
    explainClosing(
      { reason: "exited", exitCode: 1, signal: null, stderrTail: `Error: ${text}` },
      false,
    ),
  completion: (text) =>
    candidateLines({ kind: "words", words: [{ word: text, about: text }] }, "zsh"),
  settings: (text) => [
    redactArguments(["-c", text]),
    redactSettings({ [text]: [text] }),
    secretsInSetting(`key=${text}`),
    secretsInVariable("A_TOKEN", text),
    redactKeys(text),
  ],
  redactor: (text) => [SECRETS.text(text), SECRETS.split(text), SECRETS.value({ [text]: [text] })],
  redactDeltas: (text) => {
    const redact = redactDeltas(SECRETS);
    return Array.from(text, (delta) =>
      redact({ type: "item.delta", raw_id: "i", item_type: "agent_message", delta }),
    );
  },
  wrapText: (text) => wrapText(text, 80) + wrapText(text, 80, { hard: true }),
  lastLines: (text) => lastLines(text, 3),
  typedCommand: (text) => [typedCommand(text), typedCommand(`/bin/bash -lc ${text}`)],
  hookScript: (text) => {
    const script = `#!/bin/sh\n${text}`;
    return [readBlock, withoutBlock, hasUnpairedMarker, isShellScript].map((read) => [
      read(text),
      read(script),
    ]);
  },
  hookBlock: (text) => withBlock(text, text),
  changedFiles,
  generated: (text) => [
    claimOfPath(text),
    ...[claimOfPath("go.sum"), claimOfPath("uv.lock"), claimOfPath("vendor/a")].map(
      (claim) => claim && contentAgrees(claim, "go.sum", Buffer.from(text)),
    ),
  ],
  isTextLike: (text) => isTextLike(Buffer.from(text)),
  decodePrompt: (text) => attempt(() => decodePrompt(Buffer.from(text, "latin1"), "a file")),
  jsonDepth,
  framing: (text) => {
    const framing = frameLines(() => undefined);
    framing.write(Buffer.from(`{"a":"${text}`));
    for (const character of text) framing.write(Buffer.from(character));
    framing.write(Buffer.from("\n"));
  },
  stderrTail: (text) => {
    const words = stderrTail();
    for (const character of text) words.add(Buffer.from(character));
    return words.text();
  },
  command: (text) =>
    ["", "tar ", "git -", "find . ", "sed -n ", "bash -c ", "env ", "curl 'a' "].map((start) =>
      decideByWords({ kind: "command", command: `${start}${text}` }, RULES),
    ),
  sedProblem,
  host: (text) => decideByWords({ kind: "host", host: text }, RULES),
  quoteName,
  baseline: (text) => attempt(() => parseBaseline(text, "baseline.json")),
  toFindings: (text) =>
    toFindings([{ ...RAW, title: text, path: text }], {
      roots: ["/repo"],
      changed: new Map(),
      readLines: () => [text],
    }),
};

/** Events of every kind, with the text in the field of each that is shown first. */
const eventsWith = (text: string): ThreadEvent[] =>
  SHOWN_EVENTS.flatMap((event) =>
    withEachText(event, text)
      .slice(-1)
      .map(({ copy }) => copy),
  );

/** A diff of a merge with as many sides as the text allows. */
function mergeDiff(text: string): string {
  const sides = Math.floor(text.length / 8);
  const signs = "@".repeat(sides + 1);
  return `diff --cc a\n${signs} ${"-1,9 ".repeat(sides)}+1,9999 ${signs}\n${text}`;
}

function attempt(use: () => unknown): unknown {
  try {
    return use();
  } catch (error) {
    return error;
  }
}
