import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { locateCodex } from "../../src/process/find-codex.js";
import { codexStart } from "../../src/process/npm-launcher.js";
import { enginePath } from "../helpers/app-server.js";

/** A copy of the package `@openai/codex` in `modules`, whose native program prints its variables. */
function installed(modules: string) {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "npm-launcher-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const native = realpathSync(enginePath());
  const platformPackage = native.slice(0, native.indexOf(`${join("/", "vendor")}/`));
  const name = platformPackage.slice(platformPackage.lastIndexOf("/") + 1);
  const scope = join(dir, modules, "@openai");
  const launcher = join(scope, "codex", "bin", "codex.js");
  const own = join(scope, name, native.slice(platformPackage.length));
  for (const path of [launcher, own]) mkdirSync(dirname(path), { recursive: true });
  cpSync(LAUNCHER, launcher);
  writeFileSync(join(scope, "codex", "package.json"), '{"type":"module"}');
  writeFileSync(join(scope, name, "package.json"), "{}");
  writeFileSync(own, "#!/bin/sh\nenv | grep ^CODEX_MANAGED_ | sort\n");
  for (const path of [launcher, own]) chmodSync(path, 0o755);
  return { dir, launcher, native: own };
}

const LAUNCHER = createRequire(
  createRequire(import.meta.url).resolve("@openai/codex/package.json"),
).resolve("./bin/codex.js");

const OUTSIDE = { PATH: process.env["PATH"], CODEX_MANAGED_BY_BUN: "1" };

test("the native program is started with the variables that its launcher sets", () => {
  const { dir, launcher, native } = installed("lib/node_modules");
  const located = locateCodex({ named: launcher, path: undefined, cwd: dir });
  const { file, env } = codexStart(located, OUTSIDE);
  const printed = (program: string, its: typeof env) =>
    execFileSync(program, { encoding: "utf8", env: { ...its } });
  expect({ file, variables: printed(file, env) }).toEqual({
    file: native,
    variables: printed(launcher, OUTSIDE),
  });
});

test("what another package manager installed is started through its launcher", () => {
  const { dir, launcher } = installed("lib/.pnpm/@openai+codex@1.0.0/node_modules");
  const located = locateCodex({ named: launcher, path: undefined, cwd: dir });
  expect(codexStart(located, OUTSIDE)).toEqual({ file: launcher, env: OUTSIDE });
});

test("a codex without a launcher gets the environment as it is", () => {
  expect(codexStart({ program: "/opt/codex", native: "/opt/codex" }, OUTSIDE)).toEqual({
    file: "/opt/codex",
    env: OUTSIDE,
  });
});
