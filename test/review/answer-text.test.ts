import { describe, expect, test } from "vitest";

import type { RawFinding, ReviewAnswer } from "../../src/review/raw-finding.js";
import { readReviewAnswer } from "../../src/review/read-answer.js";

const FINDING: RawFinding = {
  title: "Title",
  body: "Body.",
  priority: 1,
  confidence: null,
  path: "/repo/a.txt",
  startLine: 2,
  endLine: 3,
};

describe("the server's text", () => {
  test("of one finding is read", () => {
    const text =
      "Explained.\n\nReview comment:\n\n- [P1] Title 1 — /repo/a.txt:2-3\n  Body line one.\n  Body line two.";
    expect(shown(text)).toEqual(
      answer("Explained.", [
        { ...FINDING, title: "Title 1", body: "Body line one.\nBody line two." },
      ]),
    );
  });

  test("of several findings is read", () => {
    const text = [
      "Explained,",
      "at length.",
      "",
      "Full review comments:",
      "",
      "- [P0] First — /repo/a.txt:2-3",
      "  One paragraph:",
      "  ",
      "  - [P1] no finding — /repo/b.txt:1-1",
      "      indented code",
      "",
      "- [P3] Second — /repo/b.txt:7-7",
      "  Body.",
      "",
      "- Third — /repo/c.txt:9",
      "",
    ].join("\n");
    expect(shown(text)).toEqual(
      answer("Explained,\nat length.", [
        {
          ...FINDING,
          title: "First",
          body: "One paragraph:\n\n- [P1] no finding — /repo/b.txt:1-1\n    indented code",
          priority: 0,
        },
        { ...FINDING, title: "Second", priority: 3, path: "/repo/b.txt", startLine: 7, endLine: 7 },
        { ...FINDING, title: "Third", body: "", path: "/repo/c.txt", startLine: 9, endLine: 9 },
      ]),
    );
  });

  test("may lack an explanation", () => {
    expect(shown("Review comment:\n\n- [P1] Title — /repo/a.txt:2-3\n  Body.")).toEqual(
      answer(null, [FINDING]),
    );
  });

  test("may have Windows lines", () => {
    const text =
      "Explained.\r\n\r\nReview comment:\r\n\r\n- [P1] Title — /repo/a.txt:2-3\r\n  Body.";
    expect(shown(text)).toEqual(answer("Explained.", [FINDING]));
  });

  test("may have the heading in its explanation too", () => {
    const text =
      "See\nReview comment:\nbelow.\n\nReview comment:\n\n- Title — /repo/a.txt:2-3\n  Body.";
    expect(shown(text)).toEqual(answer("See\nReview comment:\nbelow.", [FINDING]));
  });

  test("repeats no finding", () => {
    const item = "- [P1] Title — /repo/a.txt:2-3\n  Body.";
    expect(shown(`Full review comments:\n\n${item}\n\n${item}`)).toEqual(answer(null, [FINDING]));
  });

  test("of a model that does not move bodies in loses none of them", () => {
    const text =
      "Review comment:\n\n- [P1] Title — /repo/a.txt:2-3\nBody.\n\n- a point\n\n- [P2] Nowhere\n  More.";
    expect(shown(text)).toEqual(
      answer(null, [
        { ...FINDING, body: "Body.\n\n- a point" },
        {
          ...FINDING,
          title: "Nowhere",
          body: "More.",
          priority: 2,
          path: "",
          startLine: 0,
          endLine: 0,
        },
      ]),
    );
  });

  test.each<[string, Partial<RawFinding>]>([
    ["Title — /repo/a.txt:2-3", {}],
    ["[P2] Title — /repo/a.txt:2-3", { priority: 2 }],
    ["[P1] A — b - c — /repo/a.txt:2-3", { title: "A — b - c" }],
    ["[P1] Use — /etc — /repo/a.txt:2-3", { title: "Use — /etc" }],
    ["[P1] Title — /repo/a b — c.txt:2-3", { path: "/repo/a b — c.txt" }],
    ["[P1] A — b — /repo/c — d: e:1-2.txt:2-3", { title: "A — b", path: "/repo/c — d: e:1-2.txt" }],
    ["[P1] Title — C:\\repo\\a.txt:2-3", { path: "C:\\repo\\a.txt" }],
    ["[P1] Title — C:/repo/a — b.txt:2-3", { path: "C:/repo/a — b.txt" }],
    ["[P1] Title — \\\\host\\repo\\a.txt:2-3", { path: "\\\\host\\repo\\a.txt" }],
    ["[P1] A — b — a.txt:2-3", { title: "A — b", path: "a.txt" }],
    ["[P1] Title: 1-2 — /repo/a.txt:3-2", { title: "Title: 1-2" }],
    ["[P1] Title — /repo/a.txt:2-3  ", {}],
    ["[P1] — /repo/a.txt:2-3", { title: "[P1]" }],
    [
      "[P1] Title without a place",
      { title: "Title without a place", path: "", startLine: 0, endLine: 0 },
    ],
  ])("names a finding as %j", (line, read) => {
    expect(shown(`Explained.\n\nReview comment:\n\n- ${line}\n  Body.`)).toEqual(
      answer("Explained.", [{ ...FINDING, ...read }]),
    );
  });
});

describe("a text is not an answer when it", () => {
  test.each<[string, string | null]>([
    ["is missing", null],
    ["is empty", ""],
    ["only explains", "Explained."],
    ["praises", "The patch is correct. No findings."],
    [
      "tells of an interruption",
      "Review was interrupted. Please re-run /review and wait for it to complete.",
    ],
    ["has a heading alone", "Explained.\n\nReview comment:\n"],
    [
      "has prose below its heading",
      "Review comment:\n\nAll is well.\n\n- [P1] Title — /repo/a.txt:2-3",
    ],
    ["has a list of no findings", "Full review comments:\n\n- none\n- really none"],
    ["has a finding without a title", "Review comment:\n\n-  — /repo/a.txt:2-3\n  Body."],
    ["has findings without a heading", "Explained.\n\n- [P1] Title — /repo/a.txt:2-3\n  Body."],
    ["is broken JSON", '{"findings": [{"title": "Bug", "bo'],
    [
      "has broken JSON",
      '{"findings": [\n\nReview comment:\n\n- [P1] Title — /repo/a.txt:2-3\n  Body.',
    ],
    ["quotes an empty list", 'It should print {"findings": []}, and does.'],
  ])("%s", (_, text) => {
    expect(readReviewAnswer({ messages: [], text })).toBeUndefined();
  });
});

describe("whatever arrives", () => {
  const entry = (at: number) => ({
    title: `[P${at}] "Quoted" {braces} — ü€😀`,
    body: 'A } and a {"findings": []}\n```json\n{"findings": []}\n```\n\\',
    confidence_score: 0.5,
    priority: at,
    code_location: { absolute_file_path: `/repo/${at}.txt`, line_range: { start: at + 1, end: 9 } },
  });
  const review = {
    overall_correctness: "patch is incorrect",
    findings: [entry(0), entry(3)],
    overall_explanation: "Of {} and }.",
    overall_confidence_score: 1,
  };

  test.each<[string, string]>([
    ["in one line", JSON.stringify(review)],
    ["in many lines", JSON.stringify(review, null, 2)],
    ["in a fence", `\`\`\`json\n${JSON.stringify(review)}\n\`\`\``],
    ["amid prose", `Of {a}: ${JSON.stringify(review)} and so on.`],
    ["inside another object", JSON.stringify({ result: [review], ok: true })],
  ])("JSON %s is an answer only when it is complete", (_, message) => {
    const whole = readReviewAnswer({ messages: [message], text: null });
    const bytes = Buffer.from(message);
    const end = Buffer.byteLength(message.slice(0, message.lastIndexOf("}") + 1));
    const wrong = Array.from(bytes, (_byte, at) => at).filter((at) => {
      const cut = bytes.subarray(0, at).toString("utf8");
      const read = [
        readReviewAnswer({ messages: [cut], text: null }),
        readReviewAnswer({ messages: [cut], text: cut }),
        readReviewAnswer({ messages: [], text: cut }),
      ];
      return at < end && read.some((answer) => answer !== undefined);
    });
    expect({ isRead: whole !== undefined, wrong }).toEqual({
      isRead: !message.startsWith('{"result"'),
      wrong: [],
    });
  });

  test("nothing is thrown, and every answer has a finding or was an object of its own", () => {
    const random = generator(7);
    const values = Array.from({ length: 600 }, () => JSON.stringify(nested(random, 5)) ?? "");
    const broken = values.map((json) =>
      json.slice(Math.floor(random() * 9), json.length - Math.floor(random() * 3)),
    );
    const read = [...values, ...broken].flatMap((json) => [
      { json, answer: readReviewAnswer({ messages: [json], text: null }) },
      { json, answer: readReviewAnswer({ messages: ["x", `${json} y`], text: json }) },
    ]);
    const answers = read.filter(({ answer }) => answer !== undefined);
    const vague = answers.filter(
      ({ json, answer }) => answer?.findings.length === 0 && !json.startsWith("{"),
    );
    expect({ some: answers.length > 5, vague }).toEqual({ some: true, vague: [] });
  });

  test("nesting of any depth is survived", () => {
    const deep = 20_000;
    const messages = [
      "{".repeat(deep),
      '{"findings":'.repeat(deep),
      `{"findings":${"[".repeat(deep)}${"]".repeat(deep)}}`,
      `${'{"findings":['.repeat(deep)}${"]}".repeat(deep)}`,
    ];
    expect(
      messages.map((message) => readReviewAnswer({ messages: [message], text: message })),
    ).toEqual(messages.map(() => undefined));
  });
});

const shown = (text: string) => readReviewAnswer({ messages: [], text });

function answer(explanation: string | null, findings: RawFinding[]): ReviewAnswer {
  return { source: "text", correctness: null, explanation, confidence: null, findings };
}

/** Random values around the words of an answer. */
function nested(random: () => number, depth: number): unknown {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  if (depth === 0 || random() < 0.2)
    return pick(["", "x", '{"findings": []}', 0, -1, 1e300, null, true]);
  if (random() < 0.3)
    return Array.from({ length: Math.floor(random() * 3) }, () => nested(random, depth - 1));
  const keys = [
    "findings",
    "title",
    "body",
    "priority",
    "code_location",
    "line_range",
    "__proto__",
  ];
  const used = keys.filter(() => random() < 0.5);
  return Object.fromEntries(
    used.map((key) => [key, key === "findings" && random() < 0.7 ? [] : nested(random, depth - 1)]),
  );
}

/** The same numbers on every run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
