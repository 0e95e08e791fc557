import { expect, test } from "vitest";

import { toFindings } from "../../src/review/findings.js";
import { reviewOutcome } from "../../src/review/review-outcome.js";
import { REVIEW_FAIL_ON, type ReviewFailOn, type ReviewReport } from "../../src/review/report.js";
import { readReviewAnswer } from "../../src/review/read-answer.js";

/**
 * Answers made of parts. Each part states how bad it is by itself: a priority, 4 for "nothing wrong",
 * or `unreadable`. The rule under test is then one line: unreadable parts make the review an error, else
 * the worst part decides.
 */
type Rank = 0 | 1 | 2 | 3 | 4 | "unreadable";

interface Part {
  name: string;
  text: string;
  rank: Rank;
}

const part = (name: string, text: string, rank: Rank): Part => ({ name, text, rank });

const entry = (title: string, more: object = {}): string =>
  JSON.stringify({
    title,
    body: "Because.",
    confidence_score: 0.9,
    ...more,
    code_location: { absolute_file_path: "/repo/a.txt", line_range: { start: 1, end: 1 } },
  });

/** How a priority may be written, and how it ranks. */
const PRIORITIES: readonly [text: string | undefined, rank: Rank | undefined][] = [
  [undefined, undefined],
  ["null", undefined],
  ...([0, 1, 2, 3] as const).flatMap((rank): [string, Rank][] => [
    [`${rank}`, rank],
    [`"${rank}"`, rank],
    [`"P${rank}"`, rank],
    [`"[p${rank}]"`, rank],
    [`${rank}.0`, rank],
  ]),
  ...["-1", "4", "99", "0.5", "2.5", "1e400", "-1e400", "true", "false", "[]", "[3]", "{}"].map(
    (text): [string, Rank] => [text, 0],
  ),
  ...['""', '"high"', '"critical"', '"P9"', '"three"', '"3 or 0"'].map((text): [string, Rank] => [
    text,
    0,
  ]),
];

/** How a title may tag its priority. */
const TITLES: readonly [title: string, rank: Rank | undefined][] = [
  ["Bug", undefined],
  ["[P9] Bug", undefined],
  ...([0, 1, 2, 3] as const).flatMap((rank): [string, Rank][] => [
    [`[P${rank}] Bug`, rank],
    [`[p${rank}]Bug`, rank],
    [`Bug [P${rank}]`, rank],
    [`(P${rank}) Bug`, rank],
    [`P${rank}: Bug`, rank],
    [`[P3] [P${rank}] Bug`, rank],
    [`\u{ff3b}P${rank}\u{ff3d} Bug`, rank],
  ]),
];

const ENTRIES: readonly Part[] = TITLES.flatMap(([title, tagged]) =>
  PRIORITIES.map(([priority, given]) => {
    const text = entry(title, { priority: "PRIORITY" });
    const written =
      priority === undefined ? entry(title) : text.replace('"PRIORITY"', () => priority);
    const ranks = [tagged, given].filter((rank) => rank !== undefined) as number[];
    const rank = ranks.length === 0 ? 1 : (Math.min(...ranks) as Rank);
    return part(`${title} with ${priority ?? "no priority"}`, written, rank);
  }),
);

const CORRECTNESS: readonly Part[] = [
  ...['"patch is correct"', '"Patch is correct."', '" PATCH IS CORRECT "', "null", '""'].map(
    (text) => part(text, text, 4),
  ),
  ...[
    ...['"patch is incorrect"', '"PATCH IS INCORRECT"', '"patch is not correct"', '"incorrect"'],
    ...['"needs work"', '"patch is correct, but not safe"', '"patch is in\\u200bcorrect"', '"no"'],
  ].map((text) => part(text, text, "unreadable")),
];

/** What is no word at all about the correctness spoils an answer with findings, too. */
const NOT_WORDS = ["false", "true", "0", "1", "[]", "{}", '["patch is correct"]'];

const answerOf = (findings: string, correctness: string, key = '"findings"'): string =>
  `{${key}: ${findings}, "overall_correctness": ${correctness}, "overall_explanation": "Seen."}`;

const CORRECT = '"patch is correct"';
const P0 = entry("[P0] Bug", { priority: 0 });
const P3 = entry("[P3] Nit", { priority: 3 });
const CLEAN = answerOf("[]", CORRECT);
const GRAVE = answerOf(`[${P0}]`, '"patch is incorrect"');
const LIGHT = answerOf(`[${P3}]`, '"patch is incorrect"');

test.each(TITLES)("%j ranks a finding by its worst reading, with every priority", (title) => {
  check(
    ENTRIES.filter(({ name }) => name.startsWith(`${title} with `)).flatMap(
      ({ name, text, rank }) =>
        REVIEW_FAIL_ON.map((failOn) => ({
          name: `${name}, ${failOn}`,
          messages: [answerOf(`[${text}]`, CORRECT)],
          text: null,
          failOn,
          expected: outcomeOf([rank], failOn),
        })),
    ),
  );
});

test("an answer without findings passes only if it calls the change correct or says nothing", () => {
  const spellings = ["overall_correctness", "overallCorrectness", "Overall_Correctness"];
  check(
    REVIEW_FAIL_ON.flatMap((failOn) => [
      ...CORRECTNESS.flatMap(({ name, text, rank }) =>
        spellings.map((key) => ({
          name: `${key}: ${name}, ${failOn}`,
          messages: [answerOf("[]", text).replace("overall_correctness", key)],
          text: null,
          failOn,
          expected: outcomeOf([rank], failOn),
        })),
      ),
      ...NOT_WORDS.flatMap((text) =>
        ["[]", `[${P3}]`].map((findings) => ({
          name: `${text} with ${findings}, ${failOn}`,
          messages: [answerOf(findings, text)],
          text: null,
          failOn,
          expected: "error" as const,
        })),
      ),
    ]),
  );
});

/** Keys that are not `findings` and may be taken for it. */
const SPELLINGS = [
  ...['"findings"', '"Findings"', '"FINDINGS"', '"fIndings"', '"find_ings"', '"find\\u0069ngs"'],
  ...['" findings "', '"findings\\u200b"', '"find-ings"', '"\\uff46indings"', '"f\\u0456ndings"'],
  ...['"new_findings"', '"findings2"', '"other findings"', '"issues"', '"comments"', '"review"'],
];

test("a second list of findings under any key is no clean answer, whichever comes first", () => {
  const lists = [`[${P0}]`, `{"findings": [${P0}]}`, `{"0": ${P0}}`];
  check(
    SPELLINGS.flatMap((key) =>
      lists.flatMap((list) =>
        [`"findings": [], ${key}: ${list}`, `${key}: ${list}, "findings": []`].map((both) => ({
          name: both,
          messages: [`{${both}, "overall_correctness": ${CORRECT}}`],
          text: "Seen.",
          failOn: "P1" as const,
          expected: "error" as const,
        })),
      ),
    ),
  );
});

test("two equal keys make an answer unreadable at every depth", () => {
  const doubled = (text: string, key: string): string[] => {
    const field = new RegExp(`"${key}":\\s*("[^"]*"|[\\d.]+|\\[\\])`).exec(text)?.[0] ?? "";
    const upper = field.replace(key, key.toUpperCase());
    return [field, upper].map((again) => text.replace(field, () => `${field}, ${again}`));
  };
  const keys = ["title", "body", "priority", "confidence_score", "absolute_file_path", "start"];
  const texts = [
    ...keys.flatMap((key) => doubled(LIGHT, key)),
    ...["overall_correctness", "overall_explanation"].flatMap((key) => doubled(LIGHT, key)),
    ...doubled(CLEAN, "findings"),
  ];
  check(
    texts.map((message) => ({
      name: message,
      messages: [message],
      text: null,
      failOn: "P1" as const,
      expected: "error" as const,
    })),
  );
});

test("findings in a shape that is no list of findings are never none", () => {
  const shapes = [
    ...["null", "{}", '"none"', "0", "false", "[null]", "[[]]", "[1]", '["P0"]', "[{}]"],
    ...[`{"0": ${P0}}`, `[[${P0}]]`, `[${P3}, {}]`, `[${P3}, null]`, `["", ${P3}]`],
    ...['[{"title": "[P0] Bug"}]', '[{"body": "Because."}]', '[{"title": "", "body": "x"}]'],
    ...[`[${P0}`, `[${P0},]`, "[", ""],
  ];
  check(
    shapes.flatMap((shape) =>
      [CORRECT, "null"].map((correctness) => ({
        name: `${shape} ${correctness}`,
        messages: [answerOf(shape, correctness)],
        text: null,
        failOn: "P1" as const,
        expected: "error" as const,
      })),
    ),
  );
});

/** Ways to say two things in one message, or in several. */
const TOGETHER: readonly ((one: string, other: string) => string[])[] = [
  (one, other) => [`${one}\n${other}`],
  (one, other) => [`First: ${one} then: ${other}`],
  (one, other) => [`\`\`\`json\n${one}\n\`\`\`\n\`\`\`json\n${other}\n\`\`\``],
  (one, other) => [`[${one}, ${other}]`],
];

test("two blocks of JSON that differ make one message unreadable", () => {
  const blocks = [CLEAN, LIGHT, GRAVE, P0, `[${P0}]`, `{"f\\u0456ndings": [${P0}]}`];
  const pairs = blocks.flatMap((one) =>
    blocks.filter((other) => other !== one).map((other) => [one, other] as const),
  );
  check(
    pairs
      // A list inside a list is the same as the finding in it.
      .filter((pair) => pair.some((block) => [CLEAN, LIGHT, GRAVE].includes(block)))
      .flatMap(([one, other]) =>
        TOGETHER.map((join) => ({
          name: `${one} | ${other}`,
          messages: join(one, other),
          text: null,
          failOn: "P1" as const,
          expected: "error" as const,
        })),
      ),
  );
});

test("a later message may say worse than an earlier one, but not better", () => {
  const answers: readonly (readonly [string, Rank])[] = [
    [CLEAN, 4],
    [LIGHT, 3],
    [answerOf(`[${entry("Bug", { priority: 2 })}]`, CORRECT), 2],
    [answerOf(`[${entry("[P1] Bug")}]`, CORRECT), 1],
    [GRAVE, 0],
  ];
  check(
    answers.flatMap(([early, before]) =>
      answers.flatMap(([late, after]) =>
        REVIEW_FAIL_ON.map((failOn) => ({
          name: `${String(before)} then ${String(after)}, ${failOn}`,
          messages: [early, "Let me look again.", late],
          text: null,
          failOn,
          expected: outcomeOf([before < after ? "unreadable" : after], failOn),
        })),
      ),
    ),
  );
});

test("the text the server made may not say worse than the JSON it was made of", () => {
  const rendered = (rank: number): string =>
    `Seen.\n\nReview comment:\n\n- [P${rank}] Bug — /repo/a.txt:1-1\n  Because.`;
  const ranks = [0, 1, 2, 3] as const;
  check(
    REVIEW_FAIL_ON.flatMap((failOn) => [
      ...ranks.flatMap((json) =>
        ranks.map((text) => ({
          name: `JSON ${json}, text ${text}, ${failOn}`,
          messages: [answerOf(`[${entry(`[P${json}] Bug`)}]`, '"patch is incorrect"')],
          text: rendered(text),
          failOn,
          expected: outcomeOf([text < json ? "unreadable" : json], failOn),
        })),
      ),
      ...ranks.map((text) => ({
        name: `clean JSON, text ${text}, ${failOn}`,
        messages: [CLEAN],
        text: rendered(text),
        failOn,
        expected: outcomeOf([text], failOn),
      })),
      ...ranks.map((text) => ({
        name: `broken JSON below text ${text}, ${failOn}`,
        messages: [`${rendered(text)}\n{"findings": [{"title": "[P0]`],
        text: `${rendered(text)}\n{"findings": [{"title": "[P0]`,
        failOn,
        expected: "error" as const,
      })),
    ]),
  );
});

interface Member {
  name: string;
  messages: readonly string[];
  text: string | null;
  failOn: ReviewFailOn;
  expected: ReviewReport["outcome"];
}

function outcomeOf(ranks: readonly Rank[], failOn: ReviewFailOn): ReviewReport["outcome"] {
  if (ranks.includes("unreadable")) return "error";
  const threshold = failOn === "never" ? -1 : REVIEW_FAIL_ON.indexOf(failOn);
  return Math.min(...(ranks as number[])) <= threshold ? "fail" : "pass";
}

function check(members: readonly Member[]): void {
  const read = new Map<string, ReturnType<typeof readReviewAnswer>>();
  const outcomes = members.map(({ messages, text, failOn, ...member }) => {
    const key = JSON.stringify([messages, text]);
    const answer = read.has(key) ? read.get(key) : readReviewAnswer({ messages, text });
    read.set(key, answer);
    const findings = toFindings(answer?.findings ?? [], CHECKOUT);
    const { outcome } = reviewOutcome({ ...REVIEW, answer, findings, failOn });
    return { ...member, outcome };
  });
  expect(outcomes.filter(({ outcome, expected }) => outcome !== expected)).toEqual([]);
}

const CHECKOUT = { roots: ["/repo"], changed: new Map(), readLines: () => ["line"] };
const REVIEW = {
  ...{ target: "the change", head: null, baseline: undefined, now: new Date(0) },
  ...{ moved: null, problem: null, coverage: null },
};
