import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { addWorktree, removeWorktree } from "../../src/git/worktree.js";
import { CliError } from "../../src/outcome/errors.js";
import { folder, repository, GIT_ENV } from "../helpers/git-repository.js";

function committed() {
  const made = repository();
  made.commit({ "file.txt": "text\n", "sub/in.txt": "in\n" });
  return {
    ...made,
    parent: join(folder(), "worktrees"),
    head: made.run("rev-parse", "HEAD"),
  };
}

test("a worktree has the files of HEAD, with its HEAD detached, and a short name", () => {
  const { dir, run, parent, head } = committed();
  writeFileSync(join(dir, "file.txt"), "changed\n");
  const made = addWorktree(join(dir, "sub"), { parent, env: GIT_ENV });
  const { root } = made;
  expect(root.slice(parent.length)).toMatch(/^\/[0-9a-f]{4}\/[^/]+$/);
  expect(made).toEqual({
    root,
    directory: join(root, "sub"),
    commit: head,
    gitDir: join(dir, ".git/worktrees", root.split("/").at(-1) ?? ""),
  });
  expect(readFileSync(join(root, "file.txt"), "utf8")).toBe("text\n");
  expect(run("worktree", "list", "--porcelain")).toContain(
    `worktree ${root}\nHEAD ${head}\ndetached`,
  );
  expect(readFileSync(join(made.gitDir, "config.worktree"), "utf8")).toContain(
    `worktree = ${root}`,
  );
});

test("one that is removed leaves nothing", () => {
  const { dir, run, parent } = committed();
  const made = addWorktree(dir, { parent, env: GIT_ENV });
  writeFileSync(join(made.root, "new.txt"), "");
  removeWorktree(made, dir, GIT_ENV);
  expect(existsSync(join(made.root, ".."))).toBe(false);
  expect(run("worktree", "list").split("\n").filter(Boolean)).toHaveLength(1);
});

describe("nothing that a repository names is run", () => {
  const hook = (path: string, text: string): void => {
    writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  };

  test("no hook, filter or monitor", () => {
    const { dir, run, parent } = committed();
    const ran = join(folder(), "ran");
    mkdirSync(join(dir, "hooks"), { recursive: true });
    for (const name of ["post-checkout", "reference-transaction", "post-index-change"]) {
      hook(join(dir, "hooks", name), `touch ${ran}-${name}`);
    }
    hook(join(dir, "hooks", "monitor"), `touch ${ran}-monitor`);
    run("config", "core.hooksPath", join(dir, "hooks"));
    for (const [key, program] of [
      ["core.fsmonitor", join(dir, "hooks/monitor")],
      ["filter.evil.smudge", `touch ${ran}-smudge; cat`],
      ["filter.evil.required", "true"],
      ["filter.a.b=c.process", `touch ${ran}-process`],
      ["filter.a.b=c.smudge", `touch ${ran}-dotted; cat`],
    ] as const) {
      run("config", key, program);
    }
    mkdirSync(join(dir, ".git/info"));
    writeFileSync(join(dir, ".git/info/attributes"), "*.txt filter=evil\nsub/* filter=a.b=c\n");
    const { root } = addWorktree(dir, { parent, env: GIT_ENV });
    const suffixes = ["post-checkout", "reference-transaction", "post-index-change", "monitor"];
    const programs = [...suffixes, "smudge", "process", "dotted"];
    expect(programs.filter((name) => existsSync(`${ran}-${name}`))).toEqual([]);
    expect(readFileSync(join(root, "file.txt"), "utf8")).toBe("text\n");
  });

  test("and a core.worktree elsewhere is not written to", () => {
    const { dir, run, parent } = committed();
    const elsewhere = folder();
    mkdirSync(elsewhere, { recursive: true });
    run("config", "extensions.worktreeConfig", "true");
    run("config", "--worktree", "core.worktree", dir);
    run("config", "core.worktree", elsewhere);
    const { root } = addWorktree(dir, { parent, env: GIT_ENV });
    expect([existsSync(join(root, "file.txt")), existsSync(join(elsewhere, "file.txt"))]).toEqual([
      true,
      false,
    ]);
  });
});

describe("where there can be no worktree", () => {
  test("outside of a repository", () => {
    const dir = folder();
    mkdirSync(dir, { recursive: true });
    expect(() => addWorktree(dir, { parent: join(dir, "w"), env: GIT_ENV })).toThrow(
      /^git rev-parse: fatal: not a git repository/,
    );
  });

  test("before the first commit", () => {
    const { dir } = repository();
    expect(() => addWorktree(dir, { parent: join(folder(), "w"), env: GIT_ENV })).toThrow(
      "git rev-parse: fatal: Needed a single revision",
    );
  });

  test("in a directory that HEAD does not have", () => {
    const { dir, parent } = committed();
    mkdirSync(join(dir, "new"));
    expect(() => addWorktree(join(dir, "new"), { parent, env: GIT_ENV })).toThrow(
      new CliError("input", "--worktree: HEAD has no directory new", {
        hint: "commit it, or run from another directory",
      }),
    );
    expect(existsSync(parent)).toBe(false);
  });

  test("where its directory cannot be made", () => {
    const { dir, parent } = committed();
    writeFileSync(parent, "");
    expect(() => addWorktree(dir, { parent, env: GIT_ENV })).toThrow(/EEXIST/);
    expect(statSync(parent).isFile()).toBe(true);
  });
});
