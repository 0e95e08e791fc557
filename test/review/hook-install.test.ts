import type * as Fs from "node:fs";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { hookStatus, installHook, uninstallHook } from "../../src/review/hook-install.js";
import { hookBlock, type HookOptions } from "../../src/review/hook-script.js";
import { writeProgram } from "../helpers/git-repository.js";

/** Folders without room for a draft. */
const full = vi.hoisted(() => new Set<string>());
vi.mock("node:fs", async (original) => {
  const real = await original<typeof Fs>();
  const writeFileSync: typeof real.writeFileSync = (path, ...rest) => {
    if (full.has(dirname(String(path)))) throw new Error("ENOSPC: no space left on device");
    real.writeFileSync(path, ...rest);
  };
  return { ...real, writeFileSync };
});

const OPTIONS: HookOptions = { mode: "warn", onError: "open", program: "/opt/bin/turnpipe" };
const STRICT: HookOptions = { ...OPTIONS, mode: "block", onError: "closed" };
const SHELL_HOOK = "#!/bin/sh\necho mine\n";
const PYTHON_HOOK = "#!/usr/bin/env python3\nprint('mine')\n";

let root: string;
let hooksDir: string;
let path: string;
let before: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "hooks-"));
  hooksDir = join(root, "hooks");
  path = join(hooksDir, "pre-push");
  before = join(hooksDir, "pre-push.before-turnpipe");
});
afterEach(() => {
  full.clear();
  rmSync(root, { recursive: true, force: true });
});

const install = (options = OPTIONS) => installHook({ hooksDir }, options);
const uninstall = () => uninstallHook({ hooksDir });
const status = () => hookStatus({ hooksDir });
const text = (file = path) => readFileSync(file, "utf8");
const mode = (file = path) => lstatSync(file).mode & 0o7777;

describe("where there is no hook", () => {
  test("ours is the whole file, in a folder made for it", () => {
    expect(install()).toEqual({ path, change: "installed", chained: "none" });
    expect([text(), mode()]).toEqual([`#!/bin/sh\n${hookBlock(OPTIONS, "none")}`, 0o755]);
    expect(readdirSync(hooksDir)).toEqual(["pre-push"]);
    expect(status()).toEqual({
      installed: true,
      mode: "warn",
      onError: "open",
      path,
      chained: "none",
    });
  });

  test("ours goes without a trace", () => {
    install();
    expect(uninstall()).toEqual({ path, change: "removed", chained: "none" });
    expect(readdirSync(hooksDir)).toEqual([]);
  });

  test("there is nothing to take away and nothing to tell", () => {
    expect(uninstall()).toEqual({ path, change: "absent", chained: "none" });
    expect(status()).toEqual({
      installed: false,
      mode: null,
      onError: null,
      path,
      chained: "none",
    });
    expect(readdirSync(root)).toEqual([]);
  });

  test("what was added behind ours stays", () => {
    install();
    writeFileSync(path, `${text()}echo added\n`);
    expect(status().chained).toBe("inside");
    expect(install(STRICT)).toEqual({ path, change: "updated", chained: "inside" });
    expect(uninstall()).toEqual({ path, change: "removed", chained: "inside" });
    expect([text(), mode()]).toEqual(["#!/bin/sh\necho added\n", 0o755]);
  });
});

describe("installing again", () => {
  test("changes nothing", () => {
    install();
    const { ino } = lstatSync(path);
    expect(install()).toEqual({ path, change: "unchanged", chained: "none" });
    expect(lstatSync(path).ino).toBe(ino);
  });

  test.each([
    ["none", undefined],
    ["inside", SHELL_HOOK],
    ["beside", PYTHON_HOOK],
  ])("changes the mode and nothing else: %s", (chained, hook) => {
    if (hook !== undefined) writeProgram(path, hook);
    install();
    const [first, files] = [text(), readdirSync(hooksDir)];
    expect(install(STRICT)).toEqual({ path, change: "updated", chained });
    expect(status()).toEqual({ installed: true, mode: "block", onError: "closed", path, chained });
    expect(install()).toEqual({ path, change: "updated", chained });
    expect([text(), readdirSync(hooksDir)]).toEqual([first, files]);
  });

  test("makes a hook run that was switched off", () => {
    install();
    chmodSync(path, 0o644);
    expect(status().installed).toBe(false);
    expect(install()).toEqual({ path, change: "updated", chained: "none" });
    expect([status().installed, mode()]).toEqual([true, 0o755]);
  });
});

describe("a shell script that was there", () => {
  test("gets our part behind its first line", () => {
    writeProgram(path, SHELL_HOOK);
    expect(install()).toEqual({ path, change: "installed", chained: "inside" });
    expect(text()).toBe(`#!/bin/sh\n${hookBlock(OPTIONS, "inside")}echo mine\n`);
    expect(readdirSync(hooksDir)).toEqual(["pre-push"]);
  });

  test.each([
    ["another mode", Buffer.from(SHELL_HOOK), 0o750],
    ["bytes that are no UTF-8", Buffer.from("#!/bin/bash\n# caf\xe9 \xff\n", "latin1"), 0o755],
    ["no newline at its end", Buffer.from("#!/bin/sh"), 0o755],
    ["nothing but its first line", Buffer.from("#!/bin/sh\n"), 0o700],
    ["lines that end in CR LF", Buffer.from("#!/bin/sh\r\necho mine\r\n"), 0o755],
    ["nothing in it", Buffer.alloc(0), 0o755],
  ])("comes back byte for byte: %s", (_, bytes, modeBefore) => {
    writeProgram(path, bytes, modeBefore);
    install({ ...OPTIONS, program: "/opt/größe/turnpipe" });
    expect([text().includes("'/opt/größe/turnpipe'"), mode()]).toEqual([true, modeBefore]);
    expect(uninstall()).toEqual({ path, change: "removed", chained: "inside" });
    expect([readFileSync(path).equals(bytes), mode()]).toEqual([true, modeBefore]);
    expect(readdirSync(hooksDir)).toEqual(["pre-push"]);
  });

  test("is kept when somebody edited our part", () => {
    writeProgram(path, SHELL_HOOK);
    install();
    writeFileSync(
      path,
      text()
        .replace(/^# chained.*$/m, "echo edited")
        .replace(/--mode \w+/, ""),
    );
    expect(status()).toEqual({
      installed: true,
      mode: null,
      onError: null,
      path,
      chained: "inside",
    });
    expect(uninstall()).toEqual({ path, change: "removed", chained: "inside" });
    expect(text()).toBe(SHELL_HOOK);
  });

  test.each([
    ["end", "# <<< turnpipe review hook <<<\n"],
    ["beginning", "# >>> turnpipe review hook >>>\n"],
  ])("is not touched when the %s of our part was lost", (_, marker) => {
    writeProgram(path, SHELL_HOOK);
    install();
    const torn = text().replace(marker, "");
    writeFileSync(path, torn);
    const refusal = new CliError("input", `${path} has only one of turnpipe's two markers`, {
      hint: "Remove the rest of turnpipe's block by hand, then try again.",
    });
    expect(() => install()).toThrow(refusal);
    expect(uninstall).toThrow(refusal);
    expect(text()).toBe(torn);
  });
});

describe("any other hook that was there", () => {
  test.each([
    ["a python script", Buffer.from(PYTHON_HOOK), 0o755],
    ["a binary", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0xff]), 0o711],
    ["a shell script that is switched off", Buffer.from(SHELL_HOOK), 0o644],
  ])("is kept beside ours and comes back as it was: %s", (_, bytes, modeBefore) => {
    writeProgram(path, bytes, modeBefore);
    expect(install()).toEqual({ path, change: "installed", chained: "beside" });
    expect([text(), mode()]).toEqual([`#!/bin/sh\n${hookBlock(OPTIONS, "beside")}`, 0o755]);
    expect([readFileSync(before).equals(bytes), mode(before)]).toEqual([true, modeBefore]);
    expect(status()).toEqual({
      installed: true,
      mode: "warn",
      onError: "open",
      path,
      chained: "beside",
    });
    expect(uninstall()).toEqual({ path, change: "removed", chained: "beside" });
    expect([readFileSync(path).equals(bytes), mode()]).toEqual([true, modeBefore]);
    expect(readdirSync(hooksDir)).toEqual(["pre-push"]);
  });

  test("may be a link, and stays one", () => {
    mkdirSync(hooksDir);
    writeProgram(join(root, "shared.sh"), SHELL_HOOK);
    symlinkSync("../shared.sh", path);
    expect(install().chained).toBe("beside");
    expect([readlinkSync(before), text(join(root, "shared.sh"))]).toEqual([
      "../shared.sh",
      SHELL_HOOK,
    ]);
    uninstall();
    expect([readlinkSync(path), readdirSync(hooksDir)]).toEqual(["../shared.sh", ["pre-push"]]);
  });

  test("may be a link that leads nowhere", () => {
    mkdirSync(hooksDir);
    symlinkSync("gone", path);
    expect(install().chained).toBe("beside");
    uninstall();
    expect(readlinkSync(path)).toBe("gone");
  });

  test("is not moved over something else", () => {
    writeProgram(path, PYTHON_HOOK);
    writeProgram(before, "an older one");
    expect(() => install()).toThrow(
      new CliError("input", `${before} already exists`, {
        hint: "It is where turnpipe would keep the hook you have now. Move it away first.",
      }),
    );
    expect([text(), text(before)]).toEqual([PYTHON_HOOK, "an older one"]);
  });

  test("may be gone when ours is taken away", () => {
    writeProgram(path, PYTHON_HOOK);
    install();
    rmSync(before);
    expect(uninstall()).toEqual({ path, change: "removed", chained: "none" });
    expect(readdirSync(hooksDir)).toEqual([]);
  });

  test("does not replace what was added behind ours", () => {
    writeProgram(path, PYTHON_HOOK);
    install();
    writeFileSync(path, `${text()}echo added\n`);
    const both = [text(), text(before)];
    expect(uninstall).toThrow(
      new CliError("input", `${path} has more in it than turnpipe's block`, {
        hint: "Your earlier hook is pre-push.before-turnpipe beside it: merge the two by hand.",
      }),
    );
    expect([text(), text(before)]).toEqual(both);
  });

  test("that only has the name of a kept one is left alone", () => {
    writeProgram(before, "not ours");
    install();
    expect([status().chained, uninstall().chained]).toEqual(["none", "none"]);
    expect([readdirSync(hooksDir), text(before)]).toEqual([
      ["pre-push.before-turnpipe"],
      "not ours",
    ]);
  });
});

test.each([
  ["install", () => install()],
  ["uninstall", () => uninstall()],
  ["status", () => status()],
])("%s does not read a hook without end", (_, action) => {
  mkdirSync(hooksDir);
  writeFileSync(path, "#!/bin/sh\n", { mode: 0o755 });
  truncateSync(path, 2 ** 40);
  const { size } = lstatSync(path);
  const { kind, message, hint } = caught(action);
  expect({ kind, message, hint }).toEqual({
    kind: "input",
    message: `cannot read the hook ${path}: it is larger than the limit of 16 MiB`,
    hint: "Move it away, or replace it with a script that runs it; then try again.",
  });
  expect({ files: readdirSync(hooksDir), size: lstatSync(path).size }).toEqual({
    files: ["pre-push"],
    size,
  });
});

test("a place where nothing can be written is an error that says where", () => {
  writeFileSync(hooksDir, "a file where the folder should be");
  const error = caught(() => install());
  expect([error.kind, error.hint]).toEqual([
    "input",
    "`git rev-parse --git-path hooks` names the folder; it must be writable.",
  ]);
  expect(error.message).toBe(`cannot access the hook ${path}: file already exists`);
  expect(status().installed).toBe(false);
});

test("an earlier hook is put back when ours cannot be written", () => {
  writeProgram(path, PYTHON_HOOK);
  full.add(hooksDir);
  const error = caught(() => install());
  expect(error.message).toBe(`cannot access the hook ${path}: ENOSPC: no space left on device`);
  expect([readdirSync(hooksDir), text(), mode()]).toEqual([["pre-push"], PYTHON_HOOK, 0o755]);
});

function caught(work: () => unknown): CliError {
  try {
    work();
  } catch (error) {
    if (error instanceof CliError) return error;
  }
  throw new Error("there was no CliError");
}
