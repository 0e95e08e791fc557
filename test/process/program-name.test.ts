import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { isTurnpipe, startedAsCodex } from "../../src/process/program-name.js";

test.each([
  ["node", "/usr/local/bin/codex", true],
  ["node", "codex", true],
  ["codex", "/lib/turnpipe/bin/turnpipe.js", true],
  ["/opt/bin/codex", "/lib/turnpipe/bin/turnpipe.js", true],
  ["node", "/usr/local/bin/turnpipe", false],
  ["node", "/lib/codex/bin/turnpipe.js", false],
  ["node", "/usr/local/bin/codex-nightly", false],
  ["node", "/usr/local/bin/codex.js", false],
  ["node", undefined, false],
])("argument 0 %j and script %j: codex %j", (argv0, script, isCodex) => {
  expect(startedAsCodex(argv0, script)).toBe(isCodex);
});

test("turnpipe is known by the file that links lead to, whatever they are called", () => {
  const dir = mkdtempSync(join(tmpdir(), "turnpipe-name-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const at = (name: string): string => join(dir, name);
  writeFileSync(at("turnpipe.js"), "");
  writeFileSync(at("turnpipe-codex"), "");
  symlinkSync("turnpipe.js", at("turnpipe"));
  symlinkSync("turnpipe", at("codex"));
  symlinkSync("turnpipe-codex", at("other"));
  symlinkSync("gone", at("dangling"));
  const names = ["turnpipe.js", "turnpipe", "codex", "turnpipe-codex", "other", "dangling", "no"];
  expect(names.filter((name) => isTurnpipe(at(name)))).toEqual([
    "turnpipe.js",
    "turnpipe",
    "codex",
  ]);
});
