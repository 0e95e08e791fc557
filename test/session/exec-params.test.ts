import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { ThreadParams } from "../../src/protocol/params.js";
import type { CodexSettings } from "../../src/protocol/results.js";
import { execParams } from "../../src/session/exec-params.js";
import { ownFolder } from "../commands/world.js";
import { threadParams } from "../helpers/requests.js";

/** As exec hands it over: whether anybody may be asked is still open. */
const paramsWith = (more: Partial<ThreadParams> = {}, cwd = "/nowhere"): ThreadParams =>
  threadParams(cwd, { approvalPolicy: null, ...more });

const TODAY: CodexSettings = {
  model: "today",
  model_provider: "mock",
  sandbox_mode: "read-only",
};

describe("a new thread", () => {
  test("leaves today's settings to the server", () => {
    expect(execParams("new", paramsWith(), TODAY)).toEqual(paramsWith({ approvalPolicy: "never" }));
  });

  test("keeps what the command line says", () => {
    const fromFlags = paramsWith({ model: "m", modelProvider: "p", sandbox: "danger-full-access" });
    expect(execParams("new", fromFlags, TODAY)).toEqual({ ...fromFlags, approvalPolicy: "never" });
  });
});

describe.each(["resume", "fork"] as const)("%s", (kind) => {
  test("says today's settings again", () => {
    expect(execParams(kind, paramsWith(), TODAY)).toEqual(
      paramsWith({
        approvalPolicy: "never",
        model: "today",
        modelProvider: "mock",
        sandbox: "read-only",
      }),
    );
  });

  test("puts the command line above them", () => {
    const fromFlags = paramsWith({ model: "m", modelProvider: "p", sandbox: "workspace-write" });
    expect(execParams(kind, fromFlags, TODAY)).toEqual({ ...fromFlags, approvalPolicy: "never" });
  });

  test("without settings runs on codex's own provider, and may only read", () => {
    expect(execParams(kind, paramsWith(), {})).toEqual(
      paramsWith({ approvalPolicy: "never", modelProvider: "openai", permissions: ":read-only" }),
    );
  });

  test("without settings that are null does the same", () => {
    const none = { model: null, model_provider: null, sandbox_mode: null, projects: null };
    expect(execParams(kind, paramsWith(), { ...none, default_permissions: null })).toEqual(
      execParams(kind, paramsWith(), {}),
    );
  });

  test("names the config's profile where no sandbox is named", () => {
    const settings = { ...TODAY, sandbox_mode: null, default_permissions: "careful" };
    expect(execParams(kind, paramsWith(), settings)).toEqual(
      paramsWith({
        approvalPolicy: "never",
        model: "today",
        modelProvider: "mock",
        permissions: "careful",
      }),
    );
  });

  test("puts a sandbox of the command line above the config's profile", () => {
    const fromFlags = paramsWith({ sandbox: "workspace-write" });
    expect(execParams(kind, fromFlags, { default_permissions: "careful" })).toEqual({
      ...fromFlags,
      approvalPolicy: "never",
      modelProvider: "openai",
    });
  });
});

describe("who may approve", () => {
  test.each<[string, Partial<ThreadParams>, CodexSettings, unknown]>([
    ["nobody", {}, {}, "never"],
    ["nobody, whatever the config says", {}, { approval_policy: "on-request" }, "never"],
    ["nobody while a person would be asked", {}, reviewer("user", "on-failure"), "never"],
    ["the automatic reviewer", {}, reviewer("auto_review"), "on-request"],
    ["the automatic reviewer, if set to null", {}, reviewer("auto_review", null), "on-request"],
    ["the reviewer by its policy", {}, reviewer("auto_review", "on-failure"), "on-failure"],
    [
      "the reviewer by a policy of several parts",
      {},
      reviewer("auto_review", { granular: { rules: true } }),
      { granular: { rules: true } },
    ],
    ["nobody, by flag", { approvalPolicy: "never" }, reviewer("auto_review"), "never"],
    ["the reviewer, by flag", { approvalPolicy: "on-request" }, {}, "on-request"],
  ])("%s", (_, fromFlags, settings, approvalPolicy) => {
    const params = paramsWith(fromFlags);
    expect(execParams("new", params, settings)).toEqual({ ...params, approvalPolicy });
  });
});

describe("roots of the config", () => {
  const roots = { sandbox_workspace_write: { writable_roots: ["/a", "/repo", "/b", "/a"] } };
  const added = ["/repo", "/more", "/a", "/b"];
  const none = ["/repo", "/more"];

  test.each<[string, Partial<ThreadParams>, CodexSettings, readonly string[]]>([
    ["are added once each to a sandbox by flag", write(), roots, added],
    ["are added to a sandbox by config", {}, { ...roots, sandbox_mode: WRITE }, added],
    ["are added without a sandbox", {}, roots, added],
    ["are added to one that only reads", {}, { ...roots, sandbox_mode: "read-only" }, added],
    ["are added to none at all", { sandbox: "danger-full-access" }, roots, added],
    ["mean nothing below a profile", {}, { ...roots, default_permissions: "careful" }, none],
    [
      "mean nothing below a profile that a flag outdoes",
      write(),
      { ...roots, default_permissions: "careful" },
      none,
    ],
    ["may be missing", write(), {}, none],
    ["may be a table of other things", write(), { sandbox_workspace_write: {} }, none],
    ["may be null", write(), { sandbox_workspace_write: { writable_roots: null } }, none],
  ])("%s", (_, fromFlags, settings, workspaceRoots) => {
    const params = paramsWith({ ...fromFlags, workspaceRoots: ["/repo", "/more"] });
    expect(execParams("new", params, settings)).toEqual({
      ...params,
      approvalPolicy: "never",
      workspaceRoots,
    });
  });
});

describe("the profile of a directory", () => {
  test.each<[string, (places: Places) => CodexSettings, string]>([
    ["nobody has judged", () => ({ projects: {} }), ":read-only"],
    ["that is trusted", ({ below }) => trust(below, "trusted"), ":workspace"],
    ["that is not trusted", ({ below }) => trust(below, "untrusted"), ":workspace"],
    ["whose repository is trusted", ({ root }) => trust(root, "trusted"), ":workspace"],
    [
      "between which and the repository one is",
      ({ between }) => trust(between, "trusted"),
      ":read-only",
    ],
    ["named without a judgement", ({ below }) => trust(below, null), ":read-only"],
    [
      "under a config with a profile of its own",
      ({ below }) => ({ ...trust(below, "trusted"), default_permissions: ":danger-full-access" }),
      ":danger-full-access",
    ],
  ])("%s", (_, settings, permissions) => {
    const places = repository();
    const params = paramsWith({}, places.below);
    expect(execParams("resume", params, settings(places))).toEqual({
      ...params,
      approvalPolicy: "never",
      modelProvider: "openai",
      permissions,
    });
  });
});

const WRITE = "workspace-write";

function write(): Partial<ThreadParams> {
  return { sandbox: WRITE };
}

function reviewer(approvals_reviewer: string, approval_policy?: unknown): CodexSettings {
  return approval_policy === undefined
    ? { approvals_reviewer }
    : { approvals_reviewer, approval_policy };
}

const trust = (place: string, trust_level: string | null): CodexSettings => ({
  projects: { [place]: { trust_level } },
});

interface Places {
  root: string;
  between: string;
  below: string;
}

/** A repository, and two directories below its root. */
function repository(): Places {
  const root = ownFolder();
  const between = join(root, "a");
  const below = join(between, "b");
  mkdirSync(below, { recursive: true });
  mkdirSync(join(root, ".git"));
  writeFileSync(join(root, ".git", "HEAD"), "ref: refs/heads/main\n");
  return { root, between, below };
}
