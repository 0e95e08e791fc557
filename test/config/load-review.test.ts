import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { loadConfig } from "../../config/load.js";
import { ownFolder } from "../commands/world.js";

const WHOLE = {
  fail_on: "P2",
  format: ["sarif=r.sarif", "github"],
  timeout: "3m",
  paths: ["src", "!src/vendor"],
  on_error: "closed",
};

test("the whole section is read, from JSON, YAML and package.json alike", () => {
  const yaml =
    "review:\n  fail_on: P2\n  format: [sarif=r.sarif, github]\n  timeout: 3m\n" +
    '  paths: [src, "!src/vendor"]\n  on_error: closed\n';
  const json = JSON.stringify({ review: WHOLE });
  const manifest = JSON.stringify({ name: "x", turnpipe: { review: WHOLE } });
  expect([
    loaded(".turnpiperc.json", json),
    loaded(".turnpiperc.yaml", yaml),
    loaded("package.json", manifest),
  ]).toEqual([{ review: WHOLE }, { review: WHOLE }, { review: WHOLE }]);
});

test("instructions are looked for beside the file that names them", () => {
  const folder = ownFolder();
  mkdirSync(join(folder, "sub"));
  const read = (name: string): unknown => {
    const path = join(folder, "sub", ".turnpiperc.json");
    writeFileSync(path, JSON.stringify({ review: { timeout: "1s", instructions_file: name } }));
    return loadConfig(path);
  };
  expect([read("w.md"), read("../w.md"), read("/etc/w.md")]).toEqual(
    [join(folder, "sub", "w.md"), join(folder, "w.md"), "/etc/w.md"].map((instructions_file) => ({
      review: { timeout: "1s", instructions_file },
    })),
  );
});

test.each<[section: unknown, complaint: { message: string; hint?: string }]>([
  [{ failon: "P1" }, { message: 'unknown key "review.failon"', hint: 'did you mean "fail_on"?' }],
  [{ model: "m" }, { message: 'unknown key "review.model"' }],
  [
    { fail_on: "P4" },
    {
      message: 'review.fail_on: Invalid option: expected one of "P0"|"P1"|"P2"|"P3"|"never"',
    },
  ],
  [
    { on_error: "ignore" },
    { message: 'review.on_error: Invalid option: expected one of "open"|"closed"|"warn"' },
  ],
  [
    { format: "sarif" },
    { message: "review.format: Invalid input: expected array, received string" },
  ],
  [
    { paths: ["src", ""] },
    { message: "review.paths.1: Too small: expected string to have >=1 characters" },
  ],
  [{ timeout: "soon" }, { message: "review.timeout: expected a time, such as 90s or 5m" }],
  [{ timeout: 90 }, { message: "review.timeout: Invalid input: expected string, received number" }],
  ["P1", { message: "review: Invalid input: expected object, received string" }],
])("%j is refused by file, key and problem", (review, complaint) => {
  const name = ".turnpiperc.json";
  expect(loaded(name, JSON.stringify({ review }))).toEqual({
    kind: "config",
    hint: undefined,
    ...complaint,
  });
});

/** What a file of this name says, or what is said about it. */
function loaded(name: string, text: string): unknown {
  const path = join(ownFolder(), name);
  writeFileSync(path, text);
  try {
    return loadConfig(path);
  } catch (error) {
    const { kind, message, hint } = error as { kind: string; message: string; hint?: string };
    return { kind, message: message.replace(`${path}: `, ""), hint };
  }
}
