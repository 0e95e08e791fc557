import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { install } from "../clients/install.js";
import {
  makePushRepository,
  writeProgram,
  type PushRepository,
} from "../helpers/git-repository.js";
import { runCli } from "../helpers/run-in-process.js";

/** Exact versions; those of lefthook have a package for each system. */
const HUSKY = { husky: "9.1.7" };
const SIMPLE = { "simple-git-hooks": "2.14.0" };
const LEFTHOOK_PACKAGE = `lefthook-${process.platform}-${process.arch}`;
const LEFTHOOK = { [LEFTHOOK_PACKAGE]: "2.2.2" };

let repo: PushRepository;
let bin: string;
let env: Record<string, string>;
beforeEach(() => {
  repo = makePushRepository();
  bin = join(repo.root, "bin");
  env = { ...repo.env, XDG_CONFIG_HOME: join(repo.root, "config") };
  const notes = `{ printf '<%s>' "$@"; echo; cat; } >>"${join(repo.root, "noted")}"`;
  writeProgram(join(bin, "turnpipe"), `#!/bin/sh\n${notes}\n`);
});
afterEach(() => {
  repo.remove();
});

const at = (file: string): string => join(repo.dir, file);
const text = (file: string): string => readFileSync(at(file), "utf8");
const put = (file: string, content: string): void => writeFileSync(at(file), content);

async function hook(...args: readonly string[]) {
  const { exit, stdout, stderr } = await runCli(["review", "hook", ...args], {
    cwd: repo.dir,
    env,
  });
  return { exit, out: (stdout + stderr).replaceAll(repo.dir, "<repo>") };
}

async function state() {
  const { installed, path, manager, gone } = JSON.parse(
    (await hook("status", "--json")).out,
  ) as Record<string, unknown>;
  return { installed, path, manager, gone };
}

/** Pushes a commit without files; gives how the review was called for it. */
function pushed({ path = bin }: { path?: string } = {}): string[] {
  const before = remoteHead();
  const to = repo.commit("more");
  const noted = join(repo.root, "noted");
  rmSync(noted, { force: true });
  const { status, stderr } = repo.tryGit(["push", "--quiet", "origin", "main"], { path });
  if (status !== 0) throw new Error(stderr);
  const lines = existsSync(noted) ? readFileSync(noted, "utf8").trim().split("\n") : [];
  return lines.map((line) => line.replaceAll(to, "NEW").replaceAll(before, "OLD"));
}

const NONE = "0".repeat(40);
const remoteHead = (): string =>
  repo.git("ls-remote", repo.remote, "refs/heads/main").split("\t")[0] || NONE;

const options = (given: string): string => `<review><hook><run>${given}<--><origin>`;
const reviewed = (given = "<--mode><block><--on-error><open>"): string[] => [
  `${options(given)}<${repo.remote}>`,
  "refs/heads/main NEW refs/heads/main OLD",
];

test("husky: our block is in the file that it runs, and is still there when husky was set up again", async () => {
  const folder = await install("husky", HUSKY);
  put("package.json", "{}");
  const setUp = () =>
    execFileSync(process.execPath, [join(folder, "node_modules/husky/bin.js")], {
      cwd: repo.dir,
      env,
    });
  setUp();
  put(".husky/pre-push", "echo tests\n");
  const warning =
    "warning: .husky/pre-push is part of the repository: once committed, it reviews the pushes of others\n";
  expect(await hook("install")).toEqual({
    exit: 0,
    out: `installed, together with the hook that was there: <repo>/.husky/pre-push\n${warning}`,
  });
  expect(text(".husky/pre-push")).not.toContain(repo.root);
  expect(pushed()).toEqual(reviewed());
  setUp();
  const path = "<repo>/.husky/pre-push";
  expect(await state()).toEqual({ installed: true, path, manager: "husky", gone: false });
  expect(pushed()).toEqual(reviewed());
  expect((await hook("uninstall")).out).toBe(
    "removed; the hook that was there before is back: <repo>/.husky/pre-push\n",
  );
  expect([text(".husky/pre-push"), pushed()]).toEqual(["echo tests\n", []]);
});

test("lefthook: a script of ours, which its config has to name; also for a push without files", async () => {
  const folder = await install(LEFTHOOK_PACKAGE, LEFTHOOK);
  const program = join(folder, "node_modules", LEFTHOOK_PACKAGE, "bin");
  const path = `${bin}:${program}`;
  const setUp = () => execFileSync(join(program, "lefthook"), ["install"], { cwd: repo.dir, env });
  put("lefthook.yml", "pre-commit:\n  commands:\n    a:\n      run: echo a\n");
  const first = await hook("install", "--on-error", "closed");
  expect(first.exit).toBe(2);
  expect(first.out).toContain("installed: <repo>/.lefthook/pre-push/turnpipe.sh\nadd this to");
  expect(first.out).toContain("turnpipe: lefthook does not run the review hook yet\nhint: ");
  expect((await state()).installed).toBe(false);
  const [, snippet = ""] = /\n(pre-push:\n(?: .*\n)+)/.exec(first.out) ?? [];
  writeFileSync(at("lefthook.yml"), snippet, { flag: "a" });
  expect((await hook("status")).out).toMatch(/^not run: .*\nrun: lefthook install\n$/s);
  setUp();
  expect((await hook("install", "--on-error", "closed")).exit).toBe(0);
  expect(await state()).toEqual({
    ...{ installed: true, path: "<repo>/.lefthook/pre-push/turnpipe.sh" },
    ...{ manager: "lefthook", gone: false },
  });
  expect(pushed({ path })).toEqual(reviewed("<--mode><block><--on-error><closed>"));
  rmSync(at("lefthook.yml"));
  put("lefthook.yml", "pre-commit:\n  commands:\n    a:\n      run: echo a\n");
  expect(await hook("status")).toMatchObject({ out: expect.stringMatching(/^GONE: /) as unknown });
  expect((await hook("uninstall")).out).toBe("removed: <repo>/.lefthook/pre-push/turnpipe.sh\n");
  expect((await state()).gone).toBe(false);
});

test("simple-git-hooks: a command in its config; a hook that it removed is missed", async () => {
  const folder = await install("simple-git-hooks", SIMPLE);
  const setUp = () =>
    execFileSync(process.execPath, [join(folder, "node_modules/simple-git-hooks/cli.js")], {
      cwd: repo.dir,
      env,
    });
  put("package.json", "{}");
  expect((await hook("install")).exit).toBe(0);
  expect(pushed()).toEqual(reviewed());
  put("package.json", '{"simple-git-hooks": {"pre-commit": "true"}}');
  expect((await state()).installed).toBe(true);
  setUp();
  expect(await state()).toEqual({
    ...{ installed: false, path: "<repo>/.git/hooks/pre-push" },
    ...{ manager: "simple-git-hooks", gone: true },
  });
  const advised = await hook("install");
  expect(advised.exit).toBe(2);
  const [snippet = ""] = /^"pre-push": .*$/m.exec(advised.out) ?? [];
  put("package.json", `{"simple-git-hooks": {${snippet}}}`);
  setUp();
  expect(pushed()).toEqual(reviewed(""));
  expect(await hook("install")).toEqual({
    exit: 0,
    out: "installed already, by simple-git-hooks: <repo>/.git/hooks/pre-push\n",
  });
  expect((await hook("status")).out).toMatch(/^installed \(block, on_error open\) /);
});

test("pre-commit: our block is in the hook that it keeps and runs before its own", async () => {
  const theirs =
    '#!/bin/sh\n# File generated by pre-commit: https://pre-commit.com\n"$0.legacy" "$@"\n';
  mkdirSync(at(".git/hooks"), { recursive: true });
  writeProgram(at(".git/hooks/pre-push"), theirs);
  expect(await hook("install")).toEqual({
    exit: 0,
    out: "installed: <repo>/.git/hooks/pre-push.legacy\n",
  });
  expect([pushed(), (await state()).manager]).toEqual([reviewed(), "pre-commit"]);
  await hook("uninstall");
  expect(text(".git/hooks/pre-push")).toBe(theirs);
  expect(existsSync(at(".git/hooks/pre-push.legacy"))).toBe(false);
});

describe("a hook that other people or repositories share", () => {
  test("is installed for all repositories only with --global", async () => {
    const config = join(repo.root, "gitconfig");
    const hooks = join(repo.root, "all-hooks");
    writeFileSync(config, `[core]\n\thooksPath = ${hooks}\n`);
    const own = env;
    env = { ...env, GIT_CONFIG_GLOBAL: config };
    const refused = await hook("install");
    expect([refused.exit, existsSync(hooks)]).toEqual([2, false]);
    expect(refused.out).toContain("a hook there reviews the pushes of every one\nhint: ");
    expect((await hook("install", "--global")).exit).toBe(0);
    expect(existsSync(join(hooks, "pre-push"))).toBe(true);
    env = own;
    expect(await hook("install", "--global")).toMatchObject({ exit: 2 });
    // Here, git looks elsewhere now.
    expect((await state()).gone).toBe(true);
  });

  test("names nothing of this machine where it can be committed", async () => {
    repo.git("config", "core.hooksPath", "tools/hooks");
    const { exit, out } = await hook("install");
    expect([exit, out.includes("warning: tools/hooks/pre-push is part of the repository")]).toEqual(
      [0, true],
    );
    expect(text("tools/hooks/pre-push")).not.toContain("/turnpipe.js");
    put(".gitignore", "tools\n");
    expect((await hook("install")).out).toBe("updated: <repo>/tools/hooks/pre-push\n");
    expect(text("tools/hooks/pre-push")).toContain("/turnpipe.js");
  });

  test("is not written through a link that leads out of the repository", async () => {
    const outside = join(repo.root, "outside");
    mkdirSync(outside);
    symlinkSync(outside, at(".husky"));
    const { exit, out } = await hook("install");
    expect([exit, out]).toEqual([
      2,
      "turnpipe: <repo>/.husky leads out of the repository: no hook is written there\n",
    ]);
    expect(existsSync(join(outside, "pre-push"))).toBe(false);
  });
});
