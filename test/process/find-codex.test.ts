import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import type * as Os from "node:os";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { findCodex, locateCodex } from "../../src/process/find-codex.js";
import { enginePath } from "../helpers/app-server.js";

const machine = vi.hoisted(() => ({ platform: "linux", arch: "x64" }));
vi.mock("node:os", async (original) => ({
  ...(await original<typeof Os>()),
  platform: () => machine.platform,
  arch: () => machine.arch,
}));

const { platform: realPlatform, arch: realArch } = process;

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "codex-binary-"));
  // A machine for which nothing is published, unless a test says otherwise.
  Object.assign(machine, { platform: "plan9", arch: "x64" });
});
afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

/** Puts a program at a path below the test's folder. */
function program(path: string, { mode = 0o755, text = "" } = {}): string {
  const full = join(cwd, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
  chmodSync(full, mode);
  return full;
}

const find = (named: string | undefined, ...folders: string[]) =>
  findCodex({ named, path: folders.join(delimiter), cwd });

const missing = (message: string) =>
  new CliError("server_missing", message, {
    hint: "install it with: npm i -g @openai/codex (or point --codex or TURNPIPE_CODEX at it)",
  });

describe("a named program", () => {
  test("with a slash is a path from here", () => {
    const codex = program("tools/codex");
    expect([find("tools/codex"), find("./tools/codex"), find(codex)]).toEqual([
      codex,
      codex,
      codex,
    ]);
  });

  test("without a slash is looked up on PATH", () => {
    program("codex-nightly");
    const onPath = program("bin/codex-nightly");
    expect(find("codex-nightly", join(cwd, "bin"))).toBe(onPath);
  });

  test.each([
    ["is not there", "tools/nothing"],
    ["is a folder", "./tools"],
    ["may not be executed", "tools/notes.txt"],
    ["is not on PATH", "codex-nightly"],
  ])("that %s is missing, whatever PATH holds", (_, named) => {
    program("bin/codex");
    program("tools/notes.txt", { mode: 0o644 });
    expect(() => find(named, join(cwd, "bin"))).toThrow(missing(`no executable codex at ${named}`));
  });
});

describe("PATH", () => {
  test("is searched in order, and what cannot be executed is passed over", () => {
    program("one/codex", { mode: 0o644 });
    mkdirSync(join(cwd, "two/codex"), { recursive: true });
    const third = program("three/codex");
    program("four/codex");
    expect(find(undefined, join(cwd, "one"), join(cwd, "two"), join(cwd, "three"), "four")).toBe(
      third,
    );
  });

  test("may name folders from here; an empty entry is none", () => {
    program("codex");
    const inBin = program("bin/codex");
    expect(find(undefined, "", "bin")).toBe(inBin);
  });

  test.each([[""], [undefined]])("of %j with nothing installed finds nothing", (path) => {
    expect(() => findCodex({ named: undefined, path, cwd })).toThrow(
      missing("no codex found on PATH or installed next to turnpipe"),
    );
  });
});

describe("turnpipe itself", () => {
  const ITSELF = "lib/node_modules/turnpipe/bin/turnpipe.js";

  /** A link `codex` to a link `turnpipe`, which is what npm makes. */
  function linked(folder: string): string {
    program(ITSELF);
    mkdirSync(join(cwd, folder), { recursive: true });
    symlinkSync(join(cwd, ITSELF), join(cwd, folder, "turnpipe"));
    symlinkSync("turnpipe", join(cwd, folder, "codex"));
    return join(cwd, folder, "codex");
  }

  test("is passed over on PATH, also for a name that is given", () => {
    linked("first");
    const codex = program("second/codex");
    expect([find(undefined, "first", "second"), find("codex", "first", "second")]).toEqual([
      codex,
      codex,
    ]);
  });

  test("is nobody's codex: without another one, none is found", () => {
    const link = linked("first");
    const nothing = "no codex found on PATH or installed next to turnpipe";
    expect(() => find(undefined, "first")).toThrow(
      missing(`${nothing}: ${link} is turnpipe itself`),
    );
    for (const named of [link, "first/codex", "first/turnpipe", ITSELF]) {
      const own = join(cwd, "x", "..", named.replace(cwd, ""));
      expect(() => find(named)).toThrow(
        missing(`no executable codex at ${named}: ${own} is turnpipe itself`),
      );
    }
  });

  test("gives way to the installed package", () => {
    linked("first");
    Object.assign(machine, { platform: realPlatform, arch: realArch });
    expect(find(undefined, "first")).toBe(enginePath());
  });
});

describe("the npm launcher", () => {
  const LAUNCHER = "lib/node_modules/@openai/codex/bin/codex.js";

  /** What `npm i -g` makes: a link in bin to a Node script. */
  function installed(): string {
    program(LAUNCHER);
    mkdirSync(join(cwd, "bin"));
    symlinkSync(`../${LAUNCHER}`, join(cwd, "bin/codex"));
    return join(cwd, "bin/codex");
  }

  function platformPackage(modules: string, name: string, triple: string, file: string): string {
    program(join(modules, `@openai/${name}/package.json`), { text: "{}" });
    return program(join(modules, `@openai/${name}/vendor/${triple}/bin/${file}`));
  }

  test.each([
    ["linux", "x64", "x86_64-unknown-linux-musl", "codex"],
    ["linux", "arm64", "aarch64-unknown-linux-musl", "codex"],
    ["darwin", "x64", "x86_64-apple-darwin", "codex"],
    ["darwin", "arm64", "aarch64-apple-darwin", "codex"],
    ["win32", "x64", "x86_64-pc-windows-msvc", "codex.exe"],
    ["win32", "arm64", "aarch64-pc-windows-msvc", "codex.exe"],
  ])("on %s %s stands for the native program beside it", (platform, arch, triple, file) => {
    Object.assign(machine, { platform, arch });
    installed();
    const name = `codex-${platform}-${arch}`;
    const native = platformPackage("lib/node_modules", name, triple, file);
    expect([find(undefined, "bin"), find("bin/codex"), find(LAUNCHER)]).toEqual([
      native,
      native,
      native,
    ]);
  });

  test("is told apart from what it stands for", () => {
    Object.assign(machine, { platform: "linux" });
    const program = installed();
    const triple = "x86_64-unknown-linux-musl";
    const native = platformPackage("lib/node_modules", "codex-linux-x64", triple, "codex");
    expect(locateCodex({ named: undefined, path: "bin", cwd })).toEqual({ program, native });
    expect(locateCodex({ named: native, path: "", cwd })).toEqual({ program: native, native });
  });

  test("stands for the native program inside its own package too", () => {
    Object.assign(machine, { platform: "linux" });
    installed();
    const own = "lib/node_modules/@openai/codex/node_modules";
    const native = platformPackage(own, "codex-linux-x64", "x86_64-unknown-linux-musl", "codex");
    expect(find(undefined, "bin")).toBe(native);
  });

  test("without a native program is started itself", () => {
    const launcher = installed();
    expect(find(undefined, "bin")).toBe(launcher);
  });
});
