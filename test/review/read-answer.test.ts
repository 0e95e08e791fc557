import { describe, expect, test } from "vitest";

import type { RawFinding, ReviewAnswer } from "../../src/review/raw-finding.js";
import { readReviewAnswer } from "../../src/review/read-answer.js";

const ENTRY = {
  title: "[P1] Bug",
  body: 'It breaks on "}" and `{`.\nTwice.',
  confidence_score: 0.75,
  priority: 1,
  code_location: { absolute_file_path: "/repo/a.txt", line_range: { start: 2, end: 3 } },
};
const REVIEW = {
  findings: [ENTRY],
  overall_correctness: "patch is incorrect",
  overall_explanation: "Explained.",
  overall_confidence_score: 0.9,
};
const JSON_REVIEW = JSON.stringify(REVIEW);

const FINDING: RawFinding = {
  title: "Bug",
  body: 'It breaks on "}" and `{`.\nTwice.',
  priority: 1,
  confidence: 0.75,
  path: "/repo/a.txt",
  startLine: 2,
  endLine: 3,
};
const NOTHING: ReviewAnswer = {
  source: "json",
  correctness: null,
  explanation: null,
  confidence: null,
  findings: [],
};
const READ: ReviewAnswer = {
  source: "json",
  correctness: "patch is incorrect",
  explanation: "Explained.",
  confidence: 0.9,
  findings: [FINDING],
};

describe("the reviewer's own JSON", () => {
  test("is read whole", () => {
    expect(said(JSON_REVIEW)).toEqual(READ);
  });

  test.each<[string, readonly string[]]>([
    ["with lines and indentation", [JSON.stringify(REVIEW, null, 2)]],
    ["in a fence", [`\`\`\`json\n${JSON_REVIEW}\n\`\`\``]],
    ["in a fence without a language", [`\`\`\`\n${JSON.stringify(REVIEW, null, 2)}\n\`\`\`\n`]],
    ["in a fence with Windows lines", [`\`\`\`json\r\n${JSON_REVIEW}\r\n\`\`\`\r\n`]],
    ["in a fence amid prose", [`Here:\n\`\`\`json\n${JSON_REVIEW}\n\`\`\`\nThat is all.`]],
    ["amid prose", [`Here it is: ${JSON_REVIEW} That is all.`]],
    ["amid prose with braces", [`Of {a}, { b } and {}: ${JSON_REVIEW} {"x": 1}`]],
    ["said twice in the same words", [`${JSON_REVIEW}\n${JSON_REVIEW}`]],
    ["after talk", ["I look at the diff.", JSON_REVIEW]],
    ["before talk", [JSON_REVIEW, "Done.", '{"status": "done"}']],
    ["after a draft", [JSON.stringify({ ...REVIEW, findings: [] }), JSON_REVIEW]],
    ["after a draft that was cut", [JSON_REVIEW.slice(0, 40), JSON_REVIEW]],
    ["in camel case", [JSON.stringify(camelCased(REVIEW))]],
  ])("is found %s", (_, messages) => {
    expect(readReviewAnswer({ messages, text: null })).toEqual(READ);
  });

  test("counts before the server's text", () => {
    const text = "Other.\n\nReview comment:\n\n- [P2] Other — /repo/b.txt:1-1\n  Other.";
    expect(readReviewAnswer({ messages: [JSON_REVIEW], text })).toEqual(READ);
    const worse = text.replace("[P2]", "[P0]");
    expect(readReviewAnswer({ messages: [JSON_REVIEW], text: worse })).toBeUndefined();
  });

  test("is read from the text when the server could not, and no message was seen", () => {
    expect(readReviewAnswer({ messages: [], text: JSON_REVIEW })).toEqual(READ);
  });

  test("may find nothing", () => {
    expect(said('{"findings": []}')).toEqual(NOTHING);
    expect(said('```json\n{"findings": []}\n```')).toEqual(NOTHING);
    expect(
      said('{"findings": [], "overall_correctness": " ", "overall_confidence_score": "?"}'),
    ).toEqual(NOTHING);
  });

  test("without findings in a draft does not hide those of a later answer in words", () => {
    const messages = ['{"findings": [], "overall_correctness": "patch is correct"}', "No, wait."];
    const text = "No, wait.\n\nReview comment:\n\n- [P1] Bug — /repo/a.txt:2-3\n  It breaks.";
    expect(readReviewAnswer({ messages, text })).toEqual(inWords("No, wait."));
  });

  test("without findings may quote some in its explanation", () => {
    const explanation =
      "Prints\n\nReview comment:\n\n- [P1] Bug — /repo/a.txt:2-3\n  as it should.";
    const json = JSON.stringify({ findings: [], overall_explanation: explanation });
    expect(readReviewAnswer({ messages: [json], text: explanation })).toEqual({
      ...NOTHING,
      explanation,
    });
  });
});

describe("JSON that says nothing for sure is no verdict:", () => {
  test.each<[string, string]>([
    ["findings is no list", '{"findings": {}, "overall_correctness": "patch is correct"}'],
    ["findings is null", '{"findings": null, "overall_correctness": "patch is correct"}'],
    ["findings is a text", '{"findings": "none"}'],
    ["there are no findings in it", '{"overall_correctness": "patch is correct"}'],
    ["it is a list", JSON.stringify([ENTRY])],
    ["it is empty", "{}"],
    ["an entry is a text", JSON.stringify({ findings: [ENTRY, "and more"] })],
    ["an entry is null", JSON.stringify({ findings: [ENTRY, null] })],
    ["an entry has no title", JSON.stringify({ findings: [{ ...ENTRY, title: undefined }] })],
    ["an entry's title is blank", JSON.stringify({ findings: [{ ...ENTRY, title: " " }] })],
    ["an entry has no body", JSON.stringify({ findings: [{ ...ENTRY, body: undefined }] })],
    ["an entry's body is a number", JSON.stringify({ findings: [{ ...ENTRY, body: 1 }] })],
    ["it stands inside another object", JSON.stringify({ review: REVIEW })],
    ["it has single quotes", "{'findings': []}"],
    ["it has a comma too many", '{"findings": [],}'],
    ["it is an empty list quoted in a sentence", 'It should print {"findings": []} but does not.'],
    ["there are two of it", `${JSON_REVIEW} or {"findings": [], "overall_correctness": "good"}`],
    ["it is followed by half of another", `${JSON_REVIEW} no: {"findings": [`],
    ["it is nothing", ""],
  ])("%s", (_, message) => {
    expect(said(message)).toBeUndefined();
  });

  test("an earlier draft does not stand in for a final answer that broke", () => {
    const draft = JSON.stringify({ ...REVIEW, findings: [] });
    expect(said(draft, '{"findings": [{"title": "Cut')).toBeUndefined();
    expect(said(draft, '{"findings": "none"}')).toBeUndefined();
    expect(said(draft, '{"fin')).toBeUndefined();
  });

  test("the server's text counts instead", () => {
    const text = "Explained.\n\nReview comment:\n\n- [P1] Bug — /repo/a.txt:2-3\n  It breaks.";
    expect(readReviewAnswer({ messages: ['{"findings": [{}]}'], text })).toEqual(
      inWords("Explained."),
    );
  });
});

describe("a finding's", () => {
  test.each<[unknown, string, 0 | 1 | 2 | 3]>([
    [0, "Bug", 0],
    [3, "Bug", 3],
    [2, "[P0] Bug", 0],
    [0, "[P2] Bug", 0],
    ["1", "Bug", 1],
    ["P2", "Bug", 2],
    ["p3", "Bug", 3],
    ["[P0]", "Bug", 0],
    ["2.0", "Bug", 2],
    [null, "[P2] Bug", 2],
    [undefined, "[p3]Bug", 3],
    [undefined, "  [P0]  Bug ", 0],
    [null, "Bug", 1],
    [undefined, "Bug", 1],
    [4, "Bug", 0],
    [-1, "[P2] Bug", 0],
    [1.5, "[P3] Bug", 0],
    ["high", "Bug", 0],
    [true, "[P2] Bug", 0],
    [[0], "Bug", 0],
  ])("priority %j with the title %j is %i", (priority, title, rank) => {
    expect(oneOf({ ...ENTRY, title, priority })).toMatchObject({ title: "Bug", priority: rank });
  });

  test.each<[string, string]>([
    ["[P1]", "[P1]"],
    ["Bug [P1] inside", "Bug [P1] inside"],
    ["[P9] Bug", "[P9] Bug"],
    ["Bug\n  in two\tlines", "Bug in two lines"],
  ])("title %j becomes %j", (title, read) => {
    expect(oneOf({ ...ENTRY, title })?.title).toBe(read);
  });

  test.each<[unknown, number | null]>([
    [0.25, 0.25],
    ["0.5", 0.5],
    [7, 1],
    [-1, 0],
    [null, null],
    [undefined, null],
    ["", null],
    ["very", null],
    [{}, null],
  ])("confidence %j is %j", (confidence_score, read) => {
    expect(oneOf({ ...ENTRY, confidence_score })?.confidence).toBe(read);
  });

  const nowhere = { path: "", startLine: 0, endLine: 0 };
  test.each<[string, object, Pick<RawFinding, "path" | "startLine" | "endLine">]>([
    ["has no location", {}, nowhere],
    ["has null for one", { code_location: null }, nowhere],
    ["has a text for one", { code_location: "a.txt:2" }, nowhere],
    ["has lines without a file", at({ line_range: { start: 2, end: 3 } }), nowhere],
    ["has a file without lines", at({ path: "a.txt" }), { ...nowhere, path: "a.txt" }],
    [
      "has a relative file",
      at({ file_path: "a.txt", line_range: { start: 2, end: 3 } }),
      spot("a.txt", 2, 3),
    ],
    [
      "has a path",
      at({ path: "./a b.txt", lineRange: { start: 2, end: 3 } }),
      spot("./a b.txt", 2, 3),
    ],
    ["has its lines swapped", at({ path: "a", line_range: { start: 9, end: 3 } }), spot("a", 3, 9)],
    ["has no last line", at({ path: "a", line_range: { start: 9 } }), spot("a", 9, 9)],
    ["has no first line", at({ path: "a", line_range: { end: 9 } }), spot("a", 9, 9)],
    [
      "has null for its last line",
      at({ path: "a", line_range: { start: 9, end: null } }),
      spot("a", 9, 9),
    ],
    [
      "has texts as lines",
      at({ path: "a", line_range: { start: "2", end: " 3 " } }),
      spot("a", 2, 3),
    ],
    ["has lines below zero", at({ path: "a", line_range: { start: -2, end: 0 } }), spot("a", 0, 0)],
    ["has half lines", at({ path: "a", line_range: { start: 2.5, end: 3.5 } }), spot("a", 2, 3)],
    [
      "has lines no file has",
      at({ path: "a", line_range: { start: 2, end: 1e300 } }),
      spot("a", 2, 2),
    ],
    [
      "has words for lines",
      at({ path: "a", line_range: { start: "two", end: [] } }),
      spot("a", 0, 0),
    ],
    ["says where itself", { file: "a", start_line: 2, end_line: 3 }, spot("a", 2, 3)],
    ["says one line itself", { path: "a", line: 2 }, spot("a", 2, 2)],
  ])("place is known when it %s", (_, location, read) => {
    const entry = { title: "Bug", body: "It breaks.", priority: 1, ...location };
    expect(oneOf(entry)).toEqual({
      title: "Bug",
      body: "It breaks.",
      priority: 1,
      confidence: null,
      ...read,
    });
  });

  test("repetition is left out, at its gravest", () => {
    const findings = [{ ...ENTRY, priority: 3 }, ENTRY, { ...ENTRY, priority: 2, body: "Again." }];
    expect(said(JSON.stringify({ findings }))).toEqual({ ...NOTHING, findings: READ.findings });
  });

  test("neighbour with another title or place stays", () => {
    const elsewhere = at({ path: "/repo/b.txt", line_range: { start: 2, end: 3 } });
    const findings = [ENTRY, { ...ENTRY, title: "Other" }, { ...ENTRY, ...elsewhere }];
    expect(said(JSON.stringify({ findings }))?.findings).toHaveLength(3);
  });
});

const said = (...messages: string[]) => readReviewAnswer({ messages, text: null });

const oneOf = (entry: unknown) => said(JSON.stringify({ findings: [entry] }))?.findings[0];

/** The finding of the texts above. */
const inWords = (explanation: string): ReviewAnswer => ({
  source: "text",
  correctness: null,
  explanation,
  confidence: null,
  findings: [{ ...FINDING, body: "It breaks.", confidence: null }],
});

function at(code_location: object) {
  return { code_location };
}

function spot(path: string, startLine: number, endLine: number) {
  return { path, startLine, endLine };
}

function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== "object" || value === null) return value;
  const named = Object.entries(value).map(([key, field]) => [
    key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    camelCased(field),
  ]);
  return Object.fromEntries(named) as unknown;
}
