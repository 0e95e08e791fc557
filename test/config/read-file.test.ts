import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { loadConfig, loadValidPart } from "../../config/load.js";
import { FORMAT_NAMES, INCLUDE_NAMES, TURN_CONDITIONS } from "../../config/names.js";
import { readConfigFile } from "../../config/read-file.js";
import { FAIL_ON } from "../../commands/turn/fail-on.js";
import { FORMATS } from "../../src/review/formats/formats.js";
import { INCLUDES } from "../../src/translate/include.js";
import { ownFolder } from "../commands/world.js";

test("what is no plain file of a bounded size is a problem before it is read", () => {
  const folder = ownFolder();
  const at = (name: string): string => join(folder, name);
  writeFileSync(at("small"), "{}");
  writeFileSync(at("most"), " ".repeat(1024 * 1024));
  writeFileSync(at("large"), " ".repeat(1024 * 1024 + 1));
  writeFileSync(at("bytes"), Buffer.from([0xc3, 0x28]));
  symlinkSync("small", at("link"));
  symlinkSync("/dev/zero", at("endless"));
  mkdirSync(at("folder"));
  spawnSync("mkfifo", [at("pipe")]);
  const both = (name: string) =>
    (["project", "user"] as const).map((owner) => readConfigFile(at(name), owner));
  const same = (problem: string) => [{ problem }, { problem }];
  const LINK = { problem: "it is a symbolic link" };
  expect({
    small: both("small"),
    most: both("most").map(({ problem }) => problem),
    large: both("large"),
    bytes: both("bytes"),
    link: both("link"),
    endless: both("endless"),
    folder: both("folder"),
    pipe: both("pipe"),
  }).toEqual({
    small: [{ text: "{}" }, { text: "{}" }],
    most: [undefined, undefined],
    large: same("it is larger than the limit of 1024 KiB"),
    bytes: same("it is not UTF-8 text"),
    link: [LINK, { text: "{}" }],
    endless: [LINK, { problem: "it is not a regular file" }],
    folder: same("it is not a regular file"),
    pipe: same("it is not a regular file"),
  });
});

/** Files that take long to read, or mean something else than they say, if one is not careful. */
const LAUGHS = ["a: &a0 [x, x]", ...levels(30, (n) => `b${n}: &a${n} [*a${n - 1}, *a${n - 1}]`)];
const MERGES = [
  "a: &a",
  ...levels(20_000, (n) => `  k${n}: 1`),
  "b:",
  `  <<: [${"*a,".repeat(20_000)}]`,
];

test.each<[name: string, file: string, text: string, problem: RegExp]>([
  ["aliases of aliases", ".turnpiperc", `${LAUGHS.join("\n")}\nmodel: *a30\n`, /^unknown key "a"$/],
  ["merges of merges", ".turnpiperc", MERGES.join("\n"), /YAML Error/],
  ["deep lists", ".turnpiperc.yaml", "[".repeat(200_000), /./],
  ["deep objects", ".turnpiperc.json", '{"a":'.repeat(200_000), /./],
  ["a key twice", ".turnpiperc", "model: a\nmodel: b\n", /YAML Error/],
  ["a long key", ".turnpiperc.json", `{"${"k".repeat(900_000)}": 1}`, /^unknown key "k+"$/],
  ["code", ".turnpiperc", "model: !!js/function 'function () {}'\n", /YAML Error/],
  ["prototypes", ".turnpiperc.json", '{"__proto__": {"codex": "x"}}', /^unknown key "__proto__"$/],
  ["an import", ".turnpiperc", "$import: ./other.yaml\n", /^unknown key "\$import"$/],
])("%s are a mistake like any other, and soon found", (_, name, text, problem) => {
  const path = join(ownFolder(), name);
  writeFileSync(path, text);
  const { says, problems } = loadValidPart(path);
  expect([says, problems[0]]).toEqual([{}, expect.stringMatching(problem)]);
  expect(() => loadConfig(path, "project")).toThrow();
});

test("what is valid beside a mistake still counts", () => {
  const path = join(ownFolder(), ".turnpiperc");
  writeFileSync(path, "oops: 1\nsandbox: wide\nreview:\n  fail_on: P3\n  timeout: soon\n");
  expect(loadValidPart(path)).toEqual({
    says: { review: { fail_on: "P3" } },
    problems: [
      'unknown key "oops"',
      'sandbox: Invalid option: expected one of "read-only"|"workspace-write"|"danger-full-access"',
      "review.timeout: expected a time, such as 90s or 5m",
    ],
  });
});

test("the names a file may use are those the program knows", () => {
  expect([FORMAT_NAMES, INCLUDE_NAMES, TURN_CONDITIONS]).toEqual([FORMATS, INCLUDES, FAIL_ON]);
});

function levels(count: number, line: (n: number) => string): string[] {
  return Array.from({ length: count }, (_, at) => line(at + 1));
}
