import { expect, test } from "vitest";

import { reportError } from "../../commands/cli/report-error.js";
import { jsonSink } from "../../commands/turn/event-sink.js";
import { progressSink } from "../../commands/turn/progress-sink.js";
import { createRunContext } from "../../commands/cli/run-context.js";
import { CliError } from "../../src/outcome/errors.js";
import { renderMarkdown } from "../../src/review/formats/markdown.js";
import { renderText } from "../../src/review/formats/text.js";
import { emptyWorld } from "../commands/world.js";
import { MemoryStream } from "../helpers/memory-streams.js";
import { finding, report } from "../review/sample-reports.js";
import { withEachText, SHOWN_EVENTS } from "./shown-events.js";

const WORDS = [
  "::stop-commands::x",
  "::add-mask::secret",
  "::error file=a,line=1::x",
  "::set-output name=a::b",
  "##[add-mask]x",
  "##[group]x",
  "##[command]x",
  "##vso[task.setvariable variable=PATH]/tmp",
  "##VSO[task.complete]",
  "##teamcity[buildStatus status='SUCCESS']",
];

/** What stands before the word: line breaks of every kind, blanks, and what is removed or dropped. */
const BEFORE = ["", "x\n", "x\r", "x\r\n", "x\v", "x\f", "x\u0085", "x\u2028", "x\u2029"].flatMap(
  (lines) => ["", " ", "\t", "\u00a0", "\x1b[0m", "\u200b", "\ufeff"].map((more) => lines + more),
);

/** What is put in the middle of `::` and `##`, to be taken out again on the way. */
const INSIDE = ["", "\x1b[0m", "\u200b", "\u2060", "\x1b]0;x\x07", "\u{e0041}"];

const HOSTILE = WORDS.flatMap((word) =>
  BEFORE.flatMap((before) =>
    INSIDE.map((inside) => `${before}${word.slice(0, 1)}${inside}${word.slice(1)}`),
  ),
);

/** As the runners read a line. */
function obeyed(text: string): string[] {
  return text
    .split(/\r\n?|\n/)
    .filter((line) => /^[\s\u0085]*::/.test(line) || /##[a-z]*\[/i.test(line));
}

const RUNNERS: Readonly<Record<string, { env: Record<string, string>; isTTY: boolean }>> = {
  "a pipe": { env: {}, isTTY: false },
  "GitHub Actions": { env: { GITHUB_ACTIONS: "true" }, isTTY: true },
  "Azure Pipelines": { env: { TF_BUILD: "True" }, isTTY: true },
  TeamCity: { env: { TEAMCITY_VERSION: "2026.1" }, isTTY: true },
  "any CI": { env: { CI: "true" }, isTTY: true },
};

/** What a run writes to stderr there. */
function written(
  { env, isTTY }: { env: Record<string, string>; isTTY: boolean },
  use: (runContext: ReturnType<typeof createRunContext>) => void,
): string {
  const { world } = emptyWorld([]);
  const stderr = Object.assign(new MemoryStream(), { isTTY });
  use(createRunContext({ ...world, env: { ...world.env, ...env }, stderr }));
  return stderr.text;
}

const TEXT_FIELDS = SHOWN_EVENTS.filter(({ type }) => type !== "item.started");

test.each(Object.keys(RUNNERS))("%s obeys nothing on stderr", (name) => {
  const place = RUNNERS[name]!;
  const text = written(place, (runContext) => {
    const style = { json: true, level: "verbose", color: "never" } as const;
    const { notes } = jsonSink(style, runContext, { event: () => Promise.resolve() });
    for (const foreign of HOSTILE) {
      reportError(new CliError("usage", foreign, { hint: foreign }), runContext);
      notes.warn(foreign);
      notes.note(foreign);
      runContext.stderr.write(`${foreign}\n`);
    }
  });
  expect(obeyed(text)).toEqual([]);
});

test.each(TEXT_FIELDS)("no runner obeys the progress of $type", (event) => {
  const copies = WORDS.flatMap((word) =>
    ["", "x\n", "x\r", "x\n\u200b"].flatMap((before) =>
      withEachText(event, `${before}${word}`).map(({ copy }) => copy),
    ),
  );
  const text = written(RUNNERS["a pipe"]!, (runContext) => {
    for (const copy of copies) {
      const style = { json: false, level: "verbose", color: "never" } as const;
      const noStdout = { text: () => Promise.resolve(), message: () => Promise.resolve() };
      const people = progressSink(style, runContext, noStdout);
      void people.emit(copy);
      people.close();
    }
  });
  expect(obeyed(text)).toEqual([]);
});

test.each([
  ["text", renderText],
  ["markdown", renderMarkdown],
] as const)("no runner obeys a review as %s", (_, render) => {
  const found = HOSTILE.flatMap((text) =>
    obeyed(
      render(
        report({
          explanation: text,
          correctness: text,
          findings: [finding({ title: text, body: text, file: text })],
        }),
      ),
    ),
  );
  expect(found).toEqual([]);
});

test("on a terminal nothing is changed: nobody obeys there", () => {
  expect(written({ env: {}, isTTY: true }, ({ stderr }) => void stderr.write("::x::\n"))).toBe(
    "::x::\n",
  );
});

test("the table is not empty", () => {
  expect(HOSTILE.length).toBe(10 * 63 * 6);
});
