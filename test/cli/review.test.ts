import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import type { ReportedFinding, ReviewReport } from "../../src/review/report.js";
import { NO_USAGE, NO_WORK } from "../helpers/conversation.js";
import { departures, masked } from "../helpers/differential.js";
import { offences } from "../helpers/event-lines.js";
import { placeOf, withEngine, type Engine } from "../helpers/engine.js";
import { startCli } from "../helpers/run-in-process.js";
import {
  answer,
  CHANGED,
  allReviewed,
  lastEvent,
  raw,
  review,
  reviewer,
  START,
  USAGE,
} from "./reviewer.js";

const REPORT: ReviewReport = {
  outcome: "fail",
  target: "uncommitted changes",
  head: START,
  fail_on: "P1",
  source: "json",
  correctness: "patch is incorrect",
  explanation: "Explained.",
  confidence: 0.8,
  findings: [],
  problem: null,
  coverage: allReviewed(1),
};

const FOUND: ReportedFinding = {
  id: "F1",
  title: "Title 1",
  body: "Body 1.",
  priority: 1,
  confidence: 0.9,
  file: "hello.txt",
  start_line: 2,
  end_line: 2,
  anchored: "on-diff",
  fingerprint: "73bcf4b079280df0",
  accepted: null,
  blocking: true,
};

const UNREADABLE = "the reviewer's answer could not be read";
const unreadable = (explanation: string): Expected => ({
  exit: 1,
  text: `could not review: ${UNREADABLE}\n\nThe reviewer says:\n    ${explanation}\n`,
  cause: "review_unreadable",
  problem: UNREADABLE,
  review: {
    ...REPORT,
    ...{ outcome: "error", source: "none", correctness: null, confidence: null },
    ...{ explanation, problem: UNREADABLE },
  },
});

const ONE: Expected = {
  exit: 3,
  text:
    "fail: the only finding blocks (P1 and worse)\n\nP1 Title 1  hello.txt:2\n    Body 1.\n\n" +
    "The reviewer says: patch is incorrect (confidence 0.8)\n    Explained.\n",
  cause: "findings",
  problem: "1 finding blocks",
  review: { ...REPORT, findings: [FOUND] },
};

const MANY: Expected = {
  ...ONE,
  text:
    "fail: 2 of 4 findings block (P1 and worse)\n\n" +
    "P0 Title 0  hello.txt:2\n    Body 0.\n\n" +
    "P1 Title 1  hello.txt:2\n    Body 1.\n\n" +
    "P2 Title 2  hello.txt:1 (near the change)\n    Body 2.\n\n" +
    "P3 Title 3  old.txt:1 (not on the change)\n    Body 3.\n\n" +
    "The reviewer says: patch is incorrect (confidence 0.8)\n    Explained.\n",
  problem: "2 findings block",
  review: {
    ...REPORT,
    findings: [
      { ...FOUND, title: "Title 0", body: "Body 0.", priority: 0, fingerprint: "d23ae8159ef44d73" },
      { ...FOUND, id: "F2" },
      {
        ...{ ...FOUND, id: "F3", title: "Title 2", body: "Body 2.", priority: 2, blocking: false },
        ...{ start_line: 1, end_line: 1, anchored: "near", fingerprint: "a9d8d5cd8e9710d9" },
      },
      {
        ...{ ...FOUND, id: "F4", title: "Title 3", body: "Body 3.", priority: 3, blocking: false },
        ...{ file: "old.txt", start_line: 1, end_line: 1 },
        ...{ anchored: "off-diff", fingerprint: "5a9eaab723503daa" },
      },
    ],
  },
};

const CUT = answer(raw(1)).slice(0, -30);

test.each<{ name: string; says: string; expected: Expected }>([
  {
    name: "no finding",
    says: answer(),
    expected: {
      exit: 0,
      text: "pass: no findings\n\nThe reviewer says: patch is correct (confidence 0.8)\n    Explained.\n",
      cause: "completed",
      problem: null,
      review: { ...REPORT, outcome: "pass", correctness: "patch is correct" },
    },
  },
  { name: "one finding", says: answer(raw(1)), expected: ONE },
  {
    name: "many findings",
    says: answer(raw(2, 1), raw(1), raw(3, 1, at("old.txt")), raw(0)),
    expected: MANY,
  },
  {
    name: "a finding without a priority",
    says: answer(raw(1, 2, { title: "Title 1", priority: undefined })),
    expected: ONE,
  },
  { name: "JSON inside prose", says: `Well:\n${answer(raw(1))}\nDone.`, expected: ONE },
  { name: "JSON in a fence", says: `\`\`\`json\n${answer(raw(1))}\n\`\`\``, expected: ONE },
  { name: "prose", says: "Looks good to me.", expected: unreadable("Looks good to me.") },
  {
    name: "broken JSON",
    says: CUT,
    expected: unreadable(CUT.replaceAll("{workdir}", "/workdir")),
  },
  {
    name: "nothing",
    says: "",
    expected: unreadable("Reviewer failed to output a response."),
  },
])("$name: the status, the text and the last line say the same", async ({ says, expected }) => {
  const scenario = reviewer(says);
  const [theirs, plain, ours] = await Promise.all([
    withChange(scenario, theirLines),
    withChange(scenario, async (engine) => {
      const ran = await review(engine, ["--quiet"]);
      return { ...ran, stdout: ran.stdout.replaceAll(engine.workdir, "/workdir") };
    }),
    withChange(scenario, ourLines([])),
  ]);
  const { exit, text, cause, problem } = expected;
  expect(plain).toEqual({
    exit,
    stdout: text,
    stderr: problem === null ? "" : `turnpipe: ${problem}\n`,
    left: [],
  });
  expect(departures(theirs, ours.lines)).toEqual([
    "line 3: added review",
    `line 3.usage: ${JSON.stringify(USAGE)} instead of ${JSON.stringify(NO_USAGE)}`,
  ]);
  expect(ours.lines.flatMap(offences)).toEqual([]);
  expect({ ...ours, lines: JSON.parse(ours.lines[3] ?? "") as unknown }).toEqual({
    exit,
    lines: {
      type: "turn.completed",
      usage: USAGE,
      duration_ms: expect.any(Number) as number,
      thread_id: "uuid-0",
      turn_id: "uuid-1",
      final_message: messageIn(theirs),
      exit_code: exit,
      ...{
        cause,
        problem,
        work: NO_WORK,
        turn_usage: USAGE,
        rate_limits: null,
        model_rerouted: null,
        review: expected.review,
      },
    },
    stderr: "",
    left: [],
  });
});

test.each([
  ["http-401", 4, "unauthorized"],
  ["http-429-usage-limit", 6, "usage_limit"],
  ["http-500", 6, "overloaded"],
  ["context-window", 7, "context_window"],
  ["disconnect", 1, "connection"],
])("a model that fails (%s) is no verdict: exit %i", async (scenario, exit, cause) => {
  const [theirs, ours] = await Promise.all([
    withChange(scenario, theirLines),
    withChange(scenario, ourLines(["--fail-on", "never"])),
  ]);
  const last = theirs.length - 1;
  expect(departures(theirs, ours.lines)).toEqual([`line ${last}: added review`]);
  expect(ours.lines.flatMap(offences)).toEqual([]);
  const { error, review: report, ...event } = JSON.parse(ours.lines[last] ?? "") as Failed;
  expect({ exit: ours.exit, left: ours.left, status: event.exit_code, cause: error.cause }).toEqual(
    { exit, left: [], status: exit, cause },
  );
  expect(report).toEqual({
    ...unreadable("").review,
    explanation: null,
    fail_on: "never",
    problem: error.message,
  });
});

const SILENT: Scenario = {
  description: "A reviewer that looks once and never says a word.",
  responses: [{ say: [{ exec: "true" }] }, { say: [], end: "hang" }],
};

test("a time box that runs out is exit 124 and no verdict", async () => {
  await withChange(SILENT, async (engine) => {
    const { stdout, ...ran } = await review(engine, ["--json", "--timeout", "1s"]);
    const message = "no review result within 1 s (--timeout)";
    expect({ ...ran, ending: endingOf(stdout, engine) }).toEqual({
      exit: 124,
      stderr: `turnpipe: ${message}\n`,
      left: [],
      ending: { cause: "timeout", message, review: unsaid(message) },
    });
  });
});

test("a review is interrupted at once, is exit 130, and its files say so", async () => {
  await withChange(SILENT, async (engine) => {
    const file = join(engine.codexHome, "review.txt");
    const running = startCli(["review", "--json", "-o", file], placeOf(engine));
    await running.line(/item\.completed.*command_execution/);
    const asked = Date.now();
    running.kill("SIGINT");
    const { stdout, ...ran } = await running.done;
    const message = "stopped by SIGINT";
    const [text] = (await readFile(file, "utf8")).split("\n");
    // The server needs some 30 ms to stop; it is given up on after 3 s.
    const isPrompt = Date.now() - asked < 2000;
    expect({ ...ran, isPrompt, text, ending: endingOf(stdout, engine) }).toEqual({
      exit: 130,
      stderr: `turnpipe: ${message}\n`,
      left: [],
      isPrompt: true,
      text: `could not review: ${message}`,
      ending: { cause: "interrupted", message, review: unsaid(message) },
    });
  });
});

test("a server that is missing is exit 5 and no verdict", async () => {
  await withChange(SILENT, async (engine) => {
    const { stdout, ...ran } = await review(engine, ["--json", "--codex", "./nowhere"]);
    const message = "no executable codex at ./nowhere";
    expect({ ...ran, ending: endingOf(stdout, engine) }).toEqual({
      exit: 5,
      stderr: `turnpipe: ${message}\nhint: install it with: npm i -g @openai/codex (or point --codex or TURNPIPE_CODEX at it)\n`,
      left: [],
      ending: { cause: "server_missing", message, review: unsaid(message) },
    });
  });
});

interface Expected {
  exit: number;
  text: string;
  cause: string;
  problem: string | null;
  review: ReviewReport;
}

function at(file: string): object {
  return {
    code_location: {
      absolute_file_path: `{workdir}/${file}`,
      line_range: { start: 1, end: 1 },
    },
  };
}

interface Failed {
  exit_code: number;
  error: { message: string; cause: string };
  review: ReviewReport;
}

/** An engine whose second line of hello.txt is not committed. */
const withChange = <T>(scenario: Scenario | string, use: (engine: Engine) => Promise<T>) =>
  withEngine({ scenario }, async (engine) => {
    await writeFile(join(engine.workdir, "hello.txt"), CHANGED);
    return use(engine);
  });

const theirLines = async (engine: Engine): Promise<string[]> =>
  masked((await engine.exec(["review", "--uncommitted"])).stdout, engine);

const ourLines = (flags: readonly string[]) => async (engine: Engine) => {
  const { stdout, ...ran } = await review(engine, ["--json", ...flags]);
  return { ...ran, lines: masked(stdout, engine) };
};

const messageIn = ([, , line = "{}"]: readonly string[]): unknown =>
  (JSON.parse(line) as { item: { text: string } }).item.text;

/** How a run failed; whether the server had words for it depends on how far it got. */
function endingOf(stdout: string, engine: Engine): unknown {
  const { error, review: report } = lastEvent(stdout, engine) as unknown as Failed;
  return {
    cause: error.cause,
    message: error.message,
    review: { ...report, explanation: null },
  };
}

const unsaid = (problem: string): ReviewReport => ({
  ...unreadable("").review,
  explanation: null,
  problem,
});
