import { readFileSync } from "node:fs";

import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";

import { renderSarif } from "../../../src/review/formats/sarif.js";
import type { ReportedFinding, ReviewReport } from "../../../src/review/report.js";
import { VERSION } from "../../../src/version.js";
import { BROKEN, EMPTY, FAILED, finding, PASSED, report, SAMPLES } from "../sample-reports.js";
import { sarifTool } from "../sarif-tool.js";

const schema = JSON.parse(readFileSync(sarifTool().schema, "utf8")) as object;
// Formats are the business of the real validator, which test/cli runs.
const isSarif = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);

test.each(SAMPLES)("$name is what the official schema asks for", ({ report: sample }) => {
  isSarif(JSON.parse(renderSarif(sample)));
  expect(isSarif.errors).toBeNull();
});

test("the schema does refuse what is wrong", () => {
  const log: unknown = JSON.parse(
    renderSarif(FAILED).replaceAll('"startLine": 12', '"startLine": 0'),
  );
  expect(isSarif(log)).toBe(false);
});

test("a review without findings is a run that succeeded, and the rules", () => {
  const { tool, ...run } = runOf(PASSED);
  const { rules, ...driver } = tool.driver;
  expect({
    run,
    driver,
    rules: rules.map(({ id, defaultConfiguration }) => [id, defaultConfiguration]),
  }).toEqual({
    run: {
      invocations: [{ executionSuccessful: true }],
      originalUriBaseIds: {
        "%SRCROOT%": { description: { text: "The root of the repository under review." } },
      },
      columnKind: "utf16CodeUnits",
      results: [],
    },
    driver: {
      name: "turnpipe",
      version: VERSION,
      semanticVersion: VERSION,
    },
    rules: [
      ["P0", { level: "error" }],
      ["P1", { level: "error" }],
      ["P2", { level: "warning" }],
      ["P3", { level: "note" }],
    ],
  });
});

test("every rule is explained in sentences", () => {
  const words = runOf(PASSED).tool.driver.rules.map(({ shortDescription, fullDescription, help }) =>
    [shortDescription, fullDescription, help].map((one) => (one as { text: string }).text),
  );
  expect(words.flat().filter((text) => !/^[A-Z].+\.$/.test(text))).toEqual([]);
});

test("a finding is a result with its rule, message, place and fingerprint", () => {
  expect(resultOf({})).toEqual({
    ruleId: "P1",
    ruleIndex: 1,
    level: "error",
    message: { text: "Reads past the end\n\nThe loop runs once too often." },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: "src/loop.ts", uriBaseId: "%SRCROOT%" },
          region: { startLine: 12, endLine: 14 },
        },
      },
    ],
    partialFingerprints: { "turnpipe/v1": "1f0c5e7a" },
    properties: { id: "f1", confidence: 0.9, anchored: "on-diff" },
  });
});

test("findings keep their order, and each points to the rule of its priority", () => {
  const { results, tool } = runOf(FAILED);
  expect(
    results.map(({ ruleIndex, level }) => [tool.driver.rules[ruleIndex as number]?.["id"], level]),
  ).toEqual([
    ["P1", "error"],
    ["P0", "error"],
    ["P2", "warning"],
    ["P3", "note"],
    ["P2", "warning"],
    ["P1", "error"],
    ["P0", "error"],
  ]);
});

test("an accepted finding is suppressed, with the reason and the day it ends", () => {
  const suppression = (justification: string) => [
    { kind: "external", status: "accepted", justification },
  ];
  expect([
    resultOf({ accepted: { reason: "Known", expires: null } })["suppressions"],
    resultOf({ accepted: { reason: "Known", expires: "2031-05-01" } })["suppressions"],
    resultOf({})["suppressions"],
  ]).toEqual([suppression("Known"), suppression("Known (until 2031-05-01)"), undefined]);
});

test("a review of nothing succeeded, with a warning", () => {
  expect(runOf(EMPTY).invocations).toEqual([
    {
      executionSuccessful: true,
      toolExecutionNotifications: [
        {
          level: "warning",
          message: {
            text: "nothing to review: no uncommitted changes (for a branch: --base origin/main)",
          },
        },
      ],
    },
  ]);
});

test("a review that could not be made did not succeed, and says why", () => {
  const { results, invocations } = runOf(BROKEN);
  expect({ results, invocations }).toEqual({
    results: [],
    invocations: [
      {
        executionSuccessful: false,
        toolExecutionNotifications: [{ level: "error", message: { text: BROKEN.problem } }],
      },
    ],
  });
});

test.each([
  ["src/a b.ts", "src/a%20b.ts"],
  ["doc/Über uns/a#b, c:d?100%.md", "doc/%C3%9Cber%20uns/a%23b%2C%20c%3Ad%3F100%25.md"],
  ["a:b", "a%3Ab"],
  ["half \u{D83D}.ts", "half%20%EF%BF%BD.ts"],
])("the path %j is the relative URI %j", (file, uri) => {
  expect(locationOf({ file, start_line: 1, end_line: 1 })).toEqual({
    artifactLocation: { uri, uriBaseId: "%SRCROOT%" },
    region: { startLine: 1, endLine: 1 },
  });
});

test("a finding without a line has no region, and lines the wrong way round have one", () => {
  const artifactLocation = { uri: "src/loop.ts", uriBaseId: "%SRCROOT%" };
  expect([
    locationOf({ start_line: 0, end_line: 0 }),
    locationOf({ start_line: 9, end_line: 2 }),
  ]).toEqual([{ artifactLocation }, { artifactLocation, region: { startLine: 9, endLine: 9 } }]);
});

test("a path of this machine is not given away", () => {
  expect(locationOf({ file: "/home/someone/notes/todo.txt" })).toEqual({
    artifactLocation: { uri: "outside-the-repository/todo.txt" },
    region: { startLine: 12, endLine: 14 },
  });
  expect(renderSarif(FAILED)).not.toContain("/home");
});

test("a link that the model wrote is not followed, and a finding without words has some", () => {
  const messages = [{ body: "[x](http://a.example)" }, { title: " ", body: "" }].map(
    (known) => resultOf(known)["message"],
  );
  expect(messages).toEqual([
    { text: "Reads past the end\n\n[x] (http://a.example)" },
    { text: "(no text)" },
  ]);
});

type Values = Record<string, unknown>;

interface Run {
  invocations: Values[];
  results: Values[];
  tool: { driver: Values & { rules: Values[] } };
}

function runOf(reviewed: ReviewReport): Run {
  return (JSON.parse(renderSarif(reviewed)) as { runs: [Run] }).runs[0];
}

function resultOf(known: Partial<ReportedFinding>): Values {
  return runOf(report({ findings: [finding(known)] })).results[0] ?? {};
}

function locationOf(known: Partial<ReportedFinding>): unknown {
  return (resultOf(known)["locations"] as Values[])[0]?.["physicalLocation"];
}
