import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { reportError } from "../../commands/cli/report-error.js";
import { candidateLines } from "../../commands/completion/offer.js";
import { say, showReport } from "../../commands/hook/messages.js";
import { openConfirmation } from "../../commands/cli/confirm.js";
import { jsonSink } from "../../commands/turn/event-sink.js";
import { progressSink } from "../../commands/turn/progress-sink.js";
import { createRunContext } from "../../commands/cli/run-context.js";
import { readSettings } from "../../commands/cli/settings.js";
import { openOutput } from "../../commands/cli/with-server.js";
import { approvalPrompt } from "../../src/approvals/approval-prompt.js";
import { CliError } from "../../src/outcome/errors.js";
import type { ThreadEvent } from "../../src/dialect/events.js";
import { createPaint } from "../../src/output/colour.js";
import { factSheet } from "../../src/output/fact-sheet.js";
import { createProgress } from "../../src/output/progress.js";
import { ownStdout } from "../../src/output/stdout.js";
import { renderTurn } from "../../src/output/render-turn.js";
import { createTable } from "../../src/output/table.js";
import { transcriptHead, transcriptTurn } from "../../src/output/transcript.js";
import { FORMATS, render } from "../../src/review/formats/formats.js";
import type { RunContext } from "../../src/context.js";
import { SAMPLES } from "../approvals/samples.js";
import { emptyWorld, ownFolder } from "../commands/world.js";
import { MemoryStream } from "../helpers/memory-streams.js";
import { finding, report } from "../review/sample-reports.js";
import { CONTROL_CLASSES, HIDDEN_CHARACTERS, HIDES, STEERS } from "./control-classes.js";
import { withEachText, NAMES, SHOWN_EVENTS } from "./shown-events.js";

type Show = (foreign: string) => string | Promise<string>;

/** Our own colours. */
const OURS = /\x1b\[(?:[0-3]|22|3[12356]|39)m/g;
const paint = createPaint(true);
const ALL = { ...CONTROL_CLASSES, ...HIDDEN_CHARACTERS };

/** The classes that reach a terminal from one place; a name may not hide anything either. */
async function leaks(shown: Show, kind: "name" | "text"): Promise<string[]> {
  const found: string[] = [];
  for (const [name, foreign] of Object.entries(ALL)) {
    const text = (await shown(`a${foreign}b`)).replace(OURS, "");
    const bare = text.replaceAll(/[\n\t]/g, "");
    if (STEERS.test(text) || (kind === "name" && HIDES.test(bare))) {
      found.push(`${name}: ${JSON.stringify(text)}`);
    }
  }
  return found;
}

/** What is written to stderr, which is a terminal. */
function onStderr(use: (runContext: RunContext) => unknown): string {
  const { runContext, stderr } = (terminal ??= onTerminals());
  stderr.clear();
  use(runContext);
  return stderr.text;
}

/** What is written to stdout, which is a terminal. */
async function onStdout(
  use: (stdout: ReturnType<typeof ownStdout>) => Promise<void>,
): Promise<string> {
  const { own, stdout } = (terminal ??= onTerminals());
  stdout.clear();
  await use(own);
  return stdout.text;
}

/** A world whose stdout and stderr are terminals; one for all, because each listens for signals. */
function onTerminals() {
  const { world } = emptyWorld([]);
  const stdout = Object.assign(new MemoryStream(), { isTTY: true });
  const stderr = MemoryStream.terminal(80);
  const runContext = createRunContext({ ...world, stdout, stderr });
  return { runContext, stdout, stderr, own: ownStdout(runContext) };
}
let terminal: ReturnType<typeof onTerminals> | undefined;

const EVENT_FIELDS = SHOWN_EVENTS.flatMap((event) =>
  withEachText(event, "").map(({ field }) => ({ event, field })),
);

const shownEvent = (event: ThreadEvent, level: "normal" | "verbose"): string => {
  const stderr = MemoryStream.terminal(200);
  const wheel = {
    text: "",
    interval: 80,
    clear: () => undefined,
    render: () => stderr.write(`${wheel.text}\n`),
    stop: () => undefined,
  };
  const loadOra = () => Promise.resolve(wheel);
  const progress = createProgress({ stderr, colour: true, level, loadOra });
  progress.show(event);
  progress.show({ type: "turn.started" });
  progress.close();
  return stderr.text;
};

test.each(EVENT_FIELDS)("progress: $event.type, its $field", async ({ event, field }) => {
  const kind = NAMES.test(field) ? "name" : "text";
  const put = (foreign: string): ThreadEvent =>
    withEachText(event, foreign).find((each) => each.field === field)!.copy;
  expect({
    normal: await leaks((foreign) => shownEvent(put(foreign), "normal"), kind),
    verbose: await leaks((foreign) => shownEvent(put(foreign), "verbose"), kind),
  }).toEqual({ normal: [], verbose: [] });
});

const OPTIONS = { json: false, level: "verbose", color: "always" } as const;
const written = (): Promise<void> => Promise.resolve();
const noStdout = { event: written, text: written, message: written };

test.each<[place: string, kind: "name" | "text", show: Show]>([
  [
    "an error",
    "name",
    (text) => onStderr((to) => reportError(new CliError("usage", text, { hint: text }), to)),
  ],
  ["a bug", "name", (text) => onStderr((to) => reportError(new Error(text), to))],
  [
    "notes with --json",
    "name",
    (text) =>
      onStderr((to) => {
        const { notes } = jsonSink(OPTIONS, to, noStdout);
        notes.warn(text);
        notes.note(text);
      }),
  ],
  [
    "notes for people",
    "name",
    (text) =>
      onStderr((to) => {
        const { notes, close } = progressSink(OPTIONS, to, noStdout);
        notes.warn(text);
        notes.note(text);
        close();
      }),
  ],
  [
    "the problem of a quiet run",
    "name",
    (text) =>
      onStderr((to) => {
        const quiet = progressSink({ ...OPTIONS, level: "quiet" }, to, noStdout);
        void quiet.emit(SHOWN_EVENTS.find(({ type }) => type === "turn.failed")!);
        void quiet.emit({ ...failed, error: { ...failed.error, message: text } });
      }),
  ],
  [
    "what a command without a turn says",
    "name",
    (text) =>
      onStderr((to) => {
        const { say: word, notes } = openOutput(OPTIONS, to);
        word(text);
        notes.warn(text);
        notes.note(text);
      }),
  ],
  ["what the hook says", "name", (text) => onStderr((to) => say(to, text))],
  [
    "what the hook shows",
    "text",
    (text) =>
      onStderr((to) =>
        showReport(
          to,
          report({ explanation: text, findings: [finding({ title: text, body: text })] }),
          "all of it is there",
        ),
      ),
  ],
  [
    "a question before something is deleted",
    "name",
    (text) =>
      onStderr((to) => {
        const questions = openConfirmation(to);
        void questions.confirm(text);
        questions.close();
      }),
  ],
  ["anything on stderr", "text", (text) => onStderr(({ stderr }) => stderr.write(text))],
  ["the final message", "text", (text) => onStdout(({ message }) => message(text))],
  ["a page on stdout", "text", (text) => onStdout((stdout) => stdout.text(text))],
  ["a record on stdout", "text", (text) => onStdout(({ record }) => record({ text }))],
  [
    "an event on stdout",
    "text",
    (text) => onStdout(({ event }) => event({ type: "error", message: text })),
  ],
  [
    "a table on a terminal",
    "text",
    (text) =>
      createTable(
        [
          { head: "A", width: 20 },
          { head: "B", width: "rest", keep: "end" },
        ],
        { columns: 60, paint },
      ).row([text, text]),
  ],
  [
    "a table in a pipe",
    "text",
    (text) => createTable([{ head: "A", width: 20 }], { columns: undefined, paint }).row([text]),
  ],
  ["a list of facts", "text", (text) => factSheet([["name", text]], paint)],
  [
    "a stored turn",
    "text",
    (text) =>
      renderTurn([{ type: "turn.started", prompt: text }, answered(text)], {
        cwd: text,
        columns: 80,
        paint,
      }),
  ],
  [
    "a page about a thread",
    "text",
    (text) =>
      transcriptHead({ ...THREAD, name: text, cwd: text, model: text }) +
      SHOWN_EVENTS.map((event) =>
        withEachText(event, text)
          .map(({ copy }) => transcriptTurn([copy], 1))
          .join(""),
      ).join(""),
  ],
  [
    "words that a shell completes",
    "text",
    (text) =>
      (["bash", "zsh"] as const)
        .map((shell) =>
          candidateLines(
            { kind: "words", words: [{ word: text }, { word: "x", about: text }] },
            shell,
          ),
        )
        .join(""),
  ],
])("%s lets no control sequence through", async (_, kind, shown) => {
  expect(await leaks(shown, kind)).toEqual([]);
});

const failed = SHOWN_EVENTS.find(({ type }) => type === "turn.failed") as Extract<
  ThreadEvent,
  { type: "turn.failed" }
>;
const answered = (text: string): ThreadEvent => ({
  ...(SHOWN_EVENTS.find(({ type }) => type === "turn.completed") as Extract<
    ThreadEvent,
    { type: "turn.completed" }
  >),
  final_message: text,
});

const THREAD = {
  id: "t-1",
  name: null,
  preview: "",
  cwd: null,
  model: null,
  model_provider: null,
  effort: null,
  source: "exec",
  created_at: null,
  updated_at: null,
  archived: false,
  forked_from: null,
  parent: null,
  git: null,
  codex_version: null,
  path: null,
};

const PROMPT_FIELDS = SAMPLES.filter(({ kind }) => kind !== "user_input" && kind !== "elicitation")
  .map((request) => ({ ...request, reason: "why" }))
  .flatMap((request) =>
    withEachText(request, "").map(({ field }) => ({ kind: request.kind, request, field })),
  );

test.each(PROMPT_FIELDS)("the question about $kind, its $field", async ({ request, field }) => {
  const prompt = (foreign: string): string => {
    const { copy } = withEachText(request, foreign).find((each) => each.field === field)!;
    return approvalPrompt(copy, { columns: 40 }).text;
  };
  expect(await leaks(prompt, "name")).toEqual([]);
  // However many lines: the same few rows are ours, and the others are prefixed.
  const rows = (foreign: string): string[] =>
    prompt(foreign)
      .split("\n")
      .filter((row) => !row.startsWith("│ "));
  const forged = `x\ncodex wants to run:\n│ ls${"\n".repeat(300)}${"y ".repeat(300)}`;
  expect(rows(forged)).toEqual(rows("x"));
  expect(prompt(forged).split("\n").length).toBeLessThanOrEqual(24 + 8);
});

const HOSTILE_REPORTS = (text: string) => [
  report({ target: text, correctness: text, explanation: text }),
  report({ outcome: "error", problem: text }),
  report({
    outcome: "fail",
    findings: [
      finding({ title: text, body: text, file: text }),
      finding({ accepted: { reason: text, expires: text } }),
    ],
  }),
];

test.each(FORMATS)("a review as %s, on a terminal", async (format) => {
  const shown = (text: string): Promise<string> =>
    onStdout(({ message }) =>
      message(
        HOSTILE_REPORTS(text)
          .map((each) => render(format, each))
          .join("\n"),
      ),
    );
  expect(await leaks(shown, "text")).toEqual([]);
});

test("a warning about a project's config file shows the directory's true name on one line", async () => {
  const found: string[] = [];
  for (const [name, foreign] of Object.entries(ALL)) {
    if (/[\0/]|\p{Surrogate}/u.test(foreign)) continue;
    const workdir = join(ownFolder(), `a${foreign}b`);
    mkdirSync(workdir);
    mkdirSync(join(workdir, ".git"));
    writeFileSync(join(workdir, ".turnpiperc.json"), '{"codex":"./evil"}');
    const { runContext, stderr } = (terminal ??= onTerminals());
    stderr.clear();
    await readSettings({ workdir, trustProject: false, purpose: "turn" }, runContext);
    const text = stderr.text;
    const lines = text.trimEnd().split("\n");
    const bare = text.replaceAll("\n", "");
    if (!text.startsWith("warning: ") || lines.slice(1).some((line) => !line.startsWith("  "))) {
      found.push(`${name}: ${JSON.stringify(text)}`);
    } else if (STEERS.test(text) || HIDES.test(bare))
      found.push(`${name}: ${JSON.stringify(text)}`);
  }
  expect(found).toEqual([]);
});

test("the tables are not empty", () => {
  expect({
    classes: Object.keys(ALL).length,
    events: EVENT_FIELDS.length,
    prompts: PROMPT_FIELDS.length,
  }).toEqual({ classes: 283, events: 126, prompts: 24 });
});
