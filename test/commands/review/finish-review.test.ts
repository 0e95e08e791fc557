import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import {
  finishReview,
  repositoryAccess,
  type ReviewContext,
} from "../../../commands/review/finish-review.js";
import type { ReviewOptions } from "../../../commands/review/options.js";
import { subjectOf } from "../../../commands/review/subject.js";
import { parseTurn } from "../../../commands/turn/options.js";
import { failure } from "../../../src/outcome/causes.js";
import type { Baseline } from "../../../src/review/baseline.js";
import type { ReportedFinding, ReviewReport } from "../../../src/review/report.js";
import { terminalEvent } from "../../../commands/turn/finish-turn.js";
import type { ReviewerOutput } from "../../../src/translate/turn-completion.js";
import type { TurnResult } from "../../../src/turn/run-turn.js";
import { NO_USAGE } from "../../../src/translate/usage.js";
import { NO_WORK } from "../../helpers/conversation.js";
import { folder, repository, type Scratch, GIT_ENV } from "../../helpers/git-repository.js";
import { Redactor } from "../../../src/redact/redactor.js";

const IDS = { threadId: "thread", turnId: "turn" };
const SNAPSHOT = {
  finalMessage: "said",
  durationMs: 5,
  usage: NO_USAGE,
  turnUsage: NO_USAGE,
  limits: null,
  modelRerouted: null,
  work: NO_WORK,
  diff: "",
  review: { messages: [], text: null },
};
const DONE: TurnResult = { ...SNAPSHOT, ...IDS, status: "completed", failure: null };
const LIMITED: TurnResult = {
  ...DONE,
  status: "failed",
  failure: failure("usage_limit", "come back later"),
};
const COMPLETED = terminalEvent(DONE);
const FAILED = terminalEvent(LIMITED);

const OPTIONS: ReviewOptions = {
  target: { kind: "uncommitted" },
  instructions: undefined,
  paths: [],
  failOn: "P1",
  failOnEmpty: false,
  baseline: undefined,
  acceptance: undefined,
  onlyNew: false,
  formats: [],
  timeoutMs: undefined,
  turn: parseTurn({}),
};

const FOUND: ReportedFinding = {
  id: "F1",
  title: "Off by one",
  body: "Too far.",
  priority: 1,
  confidence: 0.5,
  file: "a.txt",
  start_line: 1,
  end_line: 1,
  anchored: "on-diff",
  fingerprint: "",
  accepted: null,
  blocking: true,
};

describe("a turn that completed", () => {
  test("passes when nothing was found", async () => {
    const { event, report } = await concluded(edited(), says([]));
    expect(event).toEqual({ ...COMPLETED, review: { ...report, outcome: "pass" } });
  });

  test("fails with findings that block, and says how many", async () => {
    const { event, report, fingerprints } = await concluded(edited(), says([1, 0, 3]));
    const found = [0, 1, 3].map((priority, at) => ({
      ...FOUND,
      ...{ id: `F${at + 1}`, priority, title: `Off by ${priority}`, blocking: priority < 2 },
      fingerprint: fingerprints[at],
    }));
    expect(event).toEqual({
      ...COMPLETED,
      ...{ exit_code: 3, cause: "findings", problem: "2 findings block" },
      review: { ...report, outcome: "fail", findings: found },
    });
  });

  test.each<[words: string, messages: string[], text: string | null]>([
    ["nothing", [], null],
    ["prose", ["Fine!"], "Fine!"],
    ["half a JSON", ['{"findings": ['], '{"findings": ['],
  ])("is no review when it says %s", async (_words, messages, text) => {
    const { event, report } = await concluded(edited(), { messages, text });
    const problem = "the reviewer's answer could not be read";
    expect(event).toEqual({
      ...COMPLETED,
      ...{ exit_code: 1, cause: "review_unreadable", problem },
      review: {
        ...report,
        ...{ outcome: "error", source: "none", explanation: text, confidence: null, problem },
      },
    });
  });

  test("is no review when it calls the change incorrect and names nothing wrong", async () => {
    const said = { findings: [], overall_correctness: "patch is incorrect" };
    const words = { messages: [JSON.stringify(said)], text: null };
    const { event, report } = await concluded(edited(), words);
    const problem =
      'the reviewer\'s answer contradicts itself: "patch is incorrect", but no findings';
    expect(event).toEqual({
      ...COMPLETED,
      ...{ exit_code: 1, cause: "review_unreadable", problem },
      review: {
        ...report,
        ...{ outcome: "error", correctness: "patch is incorrect", explanation: null },
        ...{ confidence: null, problem },
      },
    });
  });

  test("is no review of what has changed since, though its findings are kept", async () => {
    const here = edited();
    const context = contextOf(here);
    here.commit({});
    const event = await finishReview({ ...DONE, review: says([1]) }, context);
    expect({
      exit: event.exit_code,
      cause: event.type === "turn.completed" && event.cause,
      outcome: event.review?.outcome,
      problem: event.review?.problem,
      findings: event.review?.findings.map(({ title }) => title),
    }).toEqual({
      ...{ exit: 1, cause: "review_stale", outcome: "error" },
      problem: "HEAD moved while the review ran",
      findings: ["Off by 1"],
    });
  });
});

test("a turn that failed keeps its own status, whatever the reviewer had said by then", async () => {
  const { event, report } = await concluded(edited(), says([]), LIMITED);
  expect(event).toEqual({
    ...FAILED,
    review: {
      ...report,
      ...{ outcome: "error", source: "none", confidence: null, problem: "come back later" },
      explanation: null,
    },
  });
});

describe("a baseline", () => {
  test("that is updated accepts what was found, at once and from then on", async () => {
    const here = edited();
    const baselinePath = join(folder(), "baseline.json");
    const acceptance = { reason: "known", expires: "2030-01-31" };
    const context = { ...contextOf(here, { acceptance }), baselinePath };
    const event = await finishReview({ ...DONE, review: says([0]) }, context);
    const written = JSON.parse(readFileSync(baselinePath, "utf8")) as Baseline;
    expect({ exit: event.exit_code, found: event.review?.findings.map(gist), written }).toEqual({
      exit: 0,
      found: [{ accepted: acceptance, blocking: false }],
      written: {
        version: 1,
        findings: [
          {
            fingerprint: event.review?.findings[0]?.fingerprint,
            ...{ title: "Off by 0", file: "a.txt", ...acceptance },
          },
        ],
      },
    });
  });

  test("accepts up to the end of its last day", async () => {
    const here = edited();
    const [fingerprint = ""] = (await concluded(here, says([1]))).fingerprints;
    const entry = { fingerprint, title: "", file: "", reason: "known", expires: "2030-01-31" };
    const baseline: Baseline = { version: 1, findings: [entry] };
    const exits = [];
    for (const now of ["2030-01-31T23:59:59Z", "2030-02-01T00:00:00Z"]) {
      const context = { ...contextOf(here), baseline, now: new Date(now) };
      exits.push((await finishReview({ ...DONE, review: says([1]) }, context)).exit_code);
    }
    expect(exits).toEqual([0, 3]);
  });
});

test("a finding about a file outside of the repository is reported, but never read", async () => {
  const found = { title: "Off", body: "", priority: 2, absolute_file_path: "/etc/passwd", line: 1 };
  const messages = [JSON.stringify({ findings: [found], overall_correctness: "x" })];
  const { event } = await concluded(edited(), { messages, text: null });
  expect(event.review?.findings.map(({ file, anchored }) => [file, anchored])).toEqual([
    ["/etc/passwd", "off-diff"],
  ]);
});

/** A repository whose only line is edited. */
function edited(): Scratch {
  const here = repository();
  here.commit({ "a.txt": "1\n" });
  here.write("a.txt", "2\n");
  return here;
}

function contextOf(here: Scratch, known: Partial<ReviewOptions> = {}): ReviewContext {
  const options = { ...OPTIONS, ...known };
  const subject = subjectOf(options, here.dir, { env: GIT_ENV });
  const now = new Date("2030-01-01T00:00:00Z");
  const repository = repositoryAccess(subject, options.paths, new Redactor());
  const { change } = subject;
  return {
    options,
    change,
    coverage: null,
    repository,
    baseline: undefined,
    baselinePath: undefined,
    now,
  };
}

async function concluded(here: Scratch, review: ReviewerOutput, result: TurnResult = DONE) {
  const context = contextOf(here);
  const last = await finishReview({ ...result, review }, context);
  const report: Omit<ReviewReport, "outcome"> = {
    target: "uncommitted changes",
    head: here.run("rev-parse", "HEAD"),
    fail_on: "P1",
    source: "json",
    correctness: null,
    explanation: "Explained.",
    confidence: 0.5,
    findings: [],
    problem: null,
    coverage: null,
  };
  const fingerprints = (last.review?.findings ?? []).map(({ fingerprint }) => fingerprint);
  return { event: last, report, fingerprints };
}

/** A reviewer that finds one thing of each of these priorities on the edited line. */
function says(priorities: readonly number[]): ReviewerOutput {
  const findings = priorities.map((priority) => ({
    ...{ title: `Off by ${priority}`, body: "Too far.", priority, confidence_score: 0.5 },
    code_location: { absolute_file_path: "a.txt", line_range: { start: 1, end: 1 } },
  }));
  const answer = { findings, overall_explanation: "Explained.", overall_confidence_score: 0.5 };
  return { messages: [JSON.stringify(answer)], text: "Explained." };
}

const gist = ({ accepted, blocking }: ReportedFinding) => ({ accepted, blocking });
