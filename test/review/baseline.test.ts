import { describe, expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { acceptanceIn, parseBaseline, updatedBaseline } from "../../src/review/baseline.js";
import type { Finding } from "../../src/review/finding.js";

const ENTRY = {
  fingerprint: "aaaa",
  title: "Bug",
  file: "a.ts",
  reason: "known",
  expires: "2027-01-31",
};
const NOW = new Date("2027-01-15T12:00:00Z");

describe("a baseline file", () => {
  test("is read", () => {
    const baseline = {
      version: 1,
      findings: [ENTRY, { ...ENTRY, fingerprint: "b", expires: null }],
    };
    expect(parseBaseline(JSON.stringify(baseline), "b.json")).toEqual(baseline);
  });

  test("may be empty of findings, and begin with a byte order mark", () => {
    const read = parseBaseline('\uFEFF{"version": 1, "findings": []}', "b.json");
    expect(read).toEqual({ version: 1, findings: [] });
  });

  test("may hold a leap day", () => {
    const text = fileOf({ ...ENTRY, expires: "2028-02-29" });
    expect(parseBaseline(text, "b.json").findings[0]?.expires).toBe("2028-02-29");
  });

  test.each<[string, string]>([
    ["[]", "not an object"],
    ["null", "not an object"],
    ['{"findings": []}', "version is missing"],
    ['{"version": 1}', "findings is missing"],
    ['{"version": 2, "findings": []}', "version: 2 is not 1"],
    ['{"version": "1", "findings": []}', 'version: "1" is not 1'],
    ['{"version": 1, "findings": {}}', "findings: not a list"],
    ['{"version": 1, "findings": [], "note": ""}', 'unknown key "note"'],
    [fileOf(ENTRY, "x"), "entry 2: not an object"],
    [fileOf(ENTRY, { ...ENTRY, line: 3 }), 'entry 2: unknown key "line"'],
    [fileOf({ ...ENTRY, reason: undefined }), "entry 1: reason is missing"],
    [fileOf({ ...ENTRY, expires: undefined }), "entry 1: expires is missing"],
    [fileOf({ ...ENTRY, fingerprint: "" }), "entry 1: fingerprint: must not be empty"],
    [fileOf({ ...ENTRY, fingerprint: 7 }), "entry 1: fingerprint: 7 is not a string"],
    [fileOf({ ...ENTRY, title: null }), "entry 1: title: null is not a string"],
    [fileOf({ ...ENTRY, file: [] }), "entry 1: file: [] is not a string"],
    [fileOf({ ...ENTRY, expires: 2027 }), "entry 1: expires: 2027 is not a string"],
    [fileOf({ ...ENTRY, expires: "" }), 'entry 1: expires: "" is not a day like 2027-01-31'],
    [
      fileOf({ ...ENTRY, expires: "soon" }),
      'entry 1: expires: "soon" is not a day like 2027-01-31',
    ],
    [
      fileOf({ ...ENTRY, expires: "2027-1-31" }),
      'entry 1: expires: "2027-1-31" is not a day like 2027-01-31',
    ],
    [
      fileOf({ ...ENTRY, expires: "2027-02-30" }),
      'entry 1: expires: "2027-02-30" is not a day like 2027-01-31',
    ],
    [
      fileOf({ ...ENTRY, expires: "2027-02-29" }),
      'entry 1: expires: "2027-02-29" is not a day like 2027-01-31',
    ],
    [
      fileOf({ ...ENTRY, expires: "2027-13-01" }),
      'entry 1: expires: "2027-13-01" is not a day like 2027-01-31',
    ],
    [
      fileOf({ ...ENTRY, expires: "2027-00-00" }),
      'entry 1: expires: "2027-00-00" is not a day like 2027-01-31',
    ],
    [
      fileOf({ ...ENTRY, expires: "2027-01-31T00:00:00Z" }),
      'entry 1: expires: "2027-01-31T00:00:00Z" is not a day like 2027-01-31',
    ],
  ])("like %s is refused", (text, problem) => {
    expect(refusal(() => parseBaseline(text, "b.json"))).toEqual(["input", `b.json: ${problem}`]);
  });

  test.each(["", "{", "version: 1"])("that is no JSON, like %j, is refused", (text) => {
    const [kind, message] = refusal(() => parseBaseline(text, "b.json"));
    expect([kind, message.startsWith("b.json: not JSON: ")]).toEqual(["input", true]);
  });
});

describe("a finding is accepted", () => {
  const baseline = parseBaseline(
    fileOf(ENTRY, { ...ENTRY, fingerprint: "ever", reason: "so", expires: null }),
    "b.json",
  );
  const known = { reason: "known", expires: "2027-01-31" };
  test.each<[string, string, string, object | null]>([
    ["before its last day", "aaaa", "2027-01-15T12:00:00Z", known],
    ["on its last day", "aaaa", "2027-01-31T00:00:00Z", known],
    ["to the end of its last day", "aaaa", "2027-01-31T23:59:59.999Z", known],
    ["not after it", "aaaa", "2027-02-01T00:00:00Z", null],
    [
      "for ever without a last day",
      "ever",
      "2999-01-01T00:00:00Z",
      { reason: "so", expires: null },
    ],
    ["not under another fingerprint", "aaaa-2", "2027-01-15T12:00:00Z", null],
  ])("%s", (_, fingerprint, now, accepted) => {
    expect(acceptanceIn(baseline, fingerprint, new Date(now))).toEqual(accepted);
  });

  test("by the entry that is still good when there are two", () => {
    const twice = parseBaseline(fileOf({ ...ENTRY, expires: "2026-01-01" }, ENTRY), "b.json");
    expect(acceptanceIn(twice, "aaaa", NOW)).toEqual(known);
  });

  test("by no baseline when there is none", () => {
    expect(acceptanceIn(undefined, "aaaa", NOW)).toBeNull();
  });
});

describe("an updated baseline", () => {
  const options = { now: NOW, reason: "new reason", expires: "2027-06-30" };
  const renewed = { ...ENTRY, reason: "new reason", expires: "2027-06-30" };

  test("starts a file", () => {
    const text = updatedBaseline(undefined, [finding("bbbb")], options);
    expect(text).toBe(`{
  "version": 1,
  "findings": [
    {
      "fingerprint": "bbbb",
      "title": "Bug",
      "file": "a.ts",
      "reason": "new reason",
      "expires": "2027-06-30"
    }
  ]
}
`);
  });

  const expired = { ...ENTRY, expires: "2027-01-14" };
  test.each<[string, object[], Finding[], object[]]>([
    ["keeps what is good and found again", [ENTRY], [finding("aaaa")], [ENTRY]],
    ["keeps what is good and not found", [ENTRY], [], [ENTRY]],
    [
      "keeps what is good for ever",
      [{ ...ENTRY, expires: null }],
      [finding("aaaa")],
      [{ ...ENTRY, expires: null }],
    ],
    [
      "keeps what is good today",
      [{ ...ENTRY, expires: "2027-01-15" }],
      [],
      [{ ...ENTRY, expires: "2027-01-15" }],
    ],
    ["drops what has expired", [expired], [], []],
    ["renews what has expired and is found again", [expired], [finding("aaaa")], [renewed]],
    ["adds what is new", [ENTRY], [finding("bbbb")], [ENTRY, { ...renewed, fingerprint: "bbbb" }]],
    ["names each finding once", [ENTRY, ENTRY], [finding("aaaa"), finding("aaaa")], [ENTRY]],
    [
      "is sorted by file, then fingerprint",
      [
        { ...ENTRY, file: "b.ts", fingerprint: "1" },
        { ...ENTRY, file: "Z.ts", fingerprint: "9" },
      ],
      [finding("2"), finding("10")],
      [
        { ...ENTRY, file: "Z.ts", fingerprint: "9" },
        { ...renewed, fingerprint: "10" },
        { ...renewed, fingerprint: "2" },
        { ...ENTRY, file: "b.ts", fingerprint: "1" },
      ],
    ],
  ])("%s", (_, entries, findings, expected) => {
    const text = updatedBaseline(parseBaseline(fileOf(...entries), "b.json"), findings, options);
    const again = updatedBaseline(parseBaseline(text, "b.json"), findings, {
      ...options,
      reason: "later",
    });
    expect([JSON.parse(text), again]).toEqual([{ version: 1, findings: expected }, text]);
  });

  test("writes its keys in one order, whatever the file had", () => {
    const { fingerprint, ...rest } = ENTRY;
    const text = updatedBaseline(
      parseBaseline(fileOf({ ...rest, fingerprint }), "b.json"),
      [],
      options,
    );
    expect(text).toBe(`${JSON.stringify({ version: 1, findings: [ENTRY] }, null, 2)}\n`);
  });

  test("may accept for ever", () => {
    const text = updatedBaseline(undefined, [finding("aaaa")], { ...options, expires: null });
    expect(parseBaseline(text, "b.json").findings).toEqual([{ ...renewed, expires: null }]);
  });

  test("is not made with a day that is none", () => {
    const update = () => updatedBaseline(undefined, [], { ...options, expires: "2027-02-30" });
    expect(refusal(update)).toEqual([
      "usage",
      'expires: "2027-02-30" is not a day like 2027-01-31',
    ]);
  });
});

function fileOf(...findings: unknown[]): string {
  return JSON.stringify({ version: 1, findings });
}

function finding(fingerprint: string): Finding {
  return {
    id: "F1",
    title: "Bug",
    body: "It breaks.",
    priority: 1,
    confidence: null,
    file: "a.ts",
    start_line: 1,
    end_line: 1,
    anchored: "on-diff",
    fingerprint,
  };
}

function refusal(act: () => unknown): [string, string] {
  try {
    act();
  } catch (error) {
    if (error instanceof CliError) return [error.kind, error.message];
    throw error;
  }
  throw new Error("it was accepted");
}
