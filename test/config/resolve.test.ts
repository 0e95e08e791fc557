import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { resolveConfig } from "../../config/resolve.js";
import type { ConfigFile } from "../../config/schema.js";
import { ownFolder } from "../commands/world.js";

const EVERYTHING: ConfigFile = {
  codex: "./evil",
  model: "m",
  effort: "low",
  summary: "none",
  sandbox: "danger-full-access",
  color: "never",
  include: ["diff"],
  fail_on: ["declined"],
  ephemeral: true,
  skip_git_repo_check: true,
  config: ["mcp_servers.x.command=evil"],
  enable: ["x"],
  disable: ["y"],
  trust: ["/"],
};

const project = (says: ConfigFile, trusted = false) => ({
  path: "/repo/.turnpiperc",
  says,
  trusted,
});

test("without a project file the user's own settings count", () => {
  expect(resolveConfig({ model: "mine", trust: ["/x"] }, undefined)).toEqual({
    settings: { model: "mine" },
    ignored: [],
  });
});

test("a project's settings win over the user's", () => {
  expect(resolveConfig({ model: "mine", effort: "high" }, project({ model: "theirs" }))).toEqual({
    settings: { model: "theirs", effort: "high" },
    ignored: [],
  });
});

test("a project cannot loosen anything, and what it tried is named", () => {
  expect(resolveConfig({ codex: "/usr/bin/codex" }, project(EVERYTHING))).toEqual({
    settings: {
      codex: "/usr/bin/codex",
      model: "m",
      effort: "low",
      summary: "none",
      color: "never",
      include: ["diff"],
      fail_on: ["declined"],
      ephemeral: true,
    },
    ignored: ["codex", "sandbox", "skip_git_repo_check", "config", "enable", "disable", "trust"],
  });
});

test("a project may choose a tighter sandbox", () => {
  expect(
    resolveConfig({ sandbox: "danger-full-access" }, project({ sandbox: "read-only" })).settings,
  ).toEqual({ sandbox: "read-only" });
});

test.each<[string, ConfigFile, ConfigFile, string[]]>([
  ["a wider sandbox", { sandbox: "read-only" }, { sandbox: "workspace-write" }, ["sandbox"]],
  ["a dropped condition", { fail_on: ["declined"] }, { fail_on: ["no-change"] }, ["fail_on"]],
  ["a stored thread", { ephemeral: true }, { ephemeral: false }, ["ephemeral"]],
])("%s does not undo what the user wants", (_name, own, theirs, ignored) => {
  expect(resolveConfig(own, project(theirs))).toEqual({ settings: own, ignored });
});

test.each<[string, ConfigFile, ConfigFile]>([
  ["one more condition", { fail_on: ["declined"] }, { fail_on: ["declined", "no-change"] }],
  ["a thread that is not stored", { ephemeral: false }, { ephemeral: true }],
])("%s is a project's to choose", (_name, own, theirs) => {
  expect(resolveConfig(own, project(theirs))).toEqual({ settings: theirs, ignored: [] });
});

test.each(["read-only", "workspace-write"] as const)(
  "where the user names no sandbox, a project's %s is held against what codex would use",
  (mode) => {
    expect(resolveConfig({}, project({ sandbox: mode }))).toEqual({
      settings: { sandboxAtMost: { mode, file: "/repo/.turnpiperc" } },
      ignored: [],
    });
  },
);

test.each([
  ["named on the command line", {}, project(EVERYTHING, true)],
  ["inside a directory the user trusts", { trust: ["/repo"] }, project(EVERYTHING)],
])("a project %s may say everything but whom to trust", (_name, user, theirs) => {
  const all = { ...EVERYTHING };
  delete all.trust;
  expect(resolveConfig(user, theirs)).toEqual({ settings: all, ignored: [] });
});

test("a directory with a similar name is not trusted", () => {
  expect(resolveConfig({ trust: ["/rep", "/repo/sub"] }, project({ codex: "x" })).ignored).toEqual([
    "codex",
  ]);
});

test("directories are known by their real names, however they are reached", () => {
  const root = ownFolder();
  for (const dir of ["mine/repo", "theirs"]) mkdirSync(join(root, dir), { recursive: true });
  writeFileSync(join(root, "mine/repo/.turnpiperc"), "");
  writeFileSync(join(root, "theirs/.turnpiperc"), "");
  symlinkSync(join(root, "mine"), join(root, "link"));
  symlinkSync(join(root, "theirs"), join(root, "mine/theirs"));
  const taken = (trust: string, file: string): boolean => {
    const theirs = { path: join(root, file), says: { codex: "x" }, trusted: false };
    return resolveConfig({ trust: [join(root, trust)] }, theirs).ignored.length === 0;
  };
  expect([
    taken("mine", "mine/repo/.turnpiperc"),
    taken("link", "mine/repo/.turnpiperc"),
    taken("mine", "link/repo/.turnpiperc"),
    taken("mine/../theirs", "theirs/.turnpiperc"),
    // A link in a trusted directory to one that is not.
    taken("mine", "mine/theirs/.turnpiperc"),
    taken("mine/repo/..", "theirs/.turnpiperc"),
    taken("gone", "mine/repo/.turnpiperc"),
  ]).toEqual([true, true, true, true, false, false, false]);
});
