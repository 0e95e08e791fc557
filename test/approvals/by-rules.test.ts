import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { ApprovalRequest } from "../../src/dialect/approval.js";
import { byRules } from "../../src/approvals/by-rules.js";
import { rulesOf } from "./rules/rules-of.js";
import { GOING_ON, sample } from "./samples.js";

const RULES = rulesOf(
  ["git status", "path: src/**", "mcp: files/read_*", "host: *.example.org"],
  ["git push", "path: src/secret/**", "mcp: files/read_key", "host: evil.example.org"],
);

const decided = async (request: ApprovalRequest) => {
  const { decision, reason } = await byRules(RULES, { root: "/repo" }).decide(request, GOING_ON);
  return `${decision}: ${reason}`;
};

const change = (path: string, move_path: string | null = null) => ({
  path,
  kind: "update",
  move_path,
  diff: null,
});

describe("a command", () => {
  test.each<[command: string, decision: string]>([
    ["git status -s", 'accept: allowed by the rule "git status"'],
    ["git push", 'decline: "git push" is denied by the rule "git push"'],
    ["rm x", 'decline: no rule allows "rm x"'],
    ["git status; rm x", 'decline: no rule allows "rm x"'],
    ["/bin/bash -lc 'git status'", 'accept: allowed by the rule "git status"'],
    ["", "decline: not clear enough to allow: an empty command"],
  ])("%j: %s", async (command, decision) => {
    expect(await decided(sample.command({ command }))).toBe(decision);
  });

  test.each(["/repo", "/repo/sub", null])("may run in %j", async (cwd) => {
    expect(await decided(sample.command({ cwd }))).toBe('accept: allowed by the rule "git status"');
  });

  test.each(["/", "/tmp", "/repo-2", "/Repo"])("may not run in %j, outside", async (cwd) => {
    const why = `the working directory "${cwd}", which is not inside of "/repo"`;
    expect(await decided(sample.command({ cwd }))).toBe(
      `decline: not clear enough to allow: ${why}`,
    );
  });

  test.each<[host: string, decision: string]>([
    ["api.example.org", 'accept: allowed by the rule "host: *.example.org"'],
    [
      "evil.example.org",
      'decline: "evil.example.org" is denied by the rule "host: evil.example.org"',
    ],
    ["example.com", 'decline: no rule allows "example.com"'],
  ])("about the host %s is a matter of the host alone", async (host, decision) => {
    expect(await decided(sample.command({ host }))).toBe(decision);
  });
});

describe("a change of files", () => {
  test.each<[name: string, changes: ReturnType<typeof change>[], decision: string]>([
    ["inside", [change("/repo/src/a.ts")], 'accept: allowed by the rule "path: src/**"'],
    ["relative", [change("src/a.ts")], 'accept: allowed by the rule "path: src/**"'],
    [
      "moved inside",
      [change("/repo/src/a", "/repo/src/b")],
      'accept: allowed by the rule "path: src/**"',
    ],
    ["moved out", [change("/repo/src/a", "/etc/b")], 'decline: no rule allows "/etc/b"'],
    ["moved in", [change("/repo/a", "/repo/src/b")], 'decline: no rule allows "/repo/a"'],
    [
      "moved to what is denied",
      [change("/repo/src/a", "/repo/src/secret/b")],
      'decline: "/repo/src/secret/b" is denied by the rule "path: src/secret/**"',
    ],
    [
      "moved into .git",
      [change("src/a", "src/.git/config")],
      'decline: no rule allows "src/.git/config"',
    ],
    [
      "of which one is not allowed",
      [change("/repo/src/a"), change("/repo/package.json")],
      'decline: no rule allows "/repo/package.json"',
    ],
    [
      "upwards",
      [change("src/../../x")],
      'decline: not clear enough to allow: .. in the path "src/../../x"',
    ],
    ["that names none", [], "decline: not clear enough to allow: the request is empty"],
  ])("%s: %j is %s", async (_name, changes, decision) => {
    expect(await decided(sample.fileChange({ changes }))).toBe(decision);
  });

  test("that wants a whole directory is never allowed", async () => {
    const changes = [change("/repo/src/a.ts")];
    expect(await decided(sample.fileChange({ changes, grant_root: "/repo/src" }))).toBe(
      "decline: no rule can allow a whole directory",
    );
  });
});

test("a root that was replaced while the agent worked decides nothing", async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "turnpipe-root-")));
  try {
    const root = join(base, "root");
    mkdirSync(join(base, "elsewhere/src"), { recursive: true });
    mkdirSync(root);
    const approver = byRules(RULES, { root });
    const request = sample.fileChange({ changes: [change("src/a.ts")] });
    const before = await approver.decide(request, GOING_ON);
    rmSync(root, { recursive: true });
    symlinkSync("elsewhere", root);
    expect([before.decision, await approver.decide(request, GOING_ON)]).toEqual([
      "accept",
      {
        decision: "decline",
        reason: `the working directory ${root} was replaced while the agent worked`,
      },
    ]);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});

test.each<[server: string, tool: string | null, decision: string]>([
  ["files", "read_file", 'accept: allowed by the rule "mcp: files/read_*"'],
  ["files", "read_key", 'decline: "files/read_key" is denied by the rule "mcp: files/read_key"'],
  ["files", "write_file", 'decline: no rule allows "files/write_file"'],
  ["other", "read_file", 'decline: no rule allows "other/read_file"'],
  ["files", null, "decline: no rule can allow a tool without a name"],
  ["", "read_file", "decline: not clear enough to allow: an empty name, or one with spaces"],
])("the tool %s/%s: %s", async (server, tool, decision) => {
  expect(await decided(sample.mcp({ server, tool }))).toBe(decision);
});

test.each<[request: ApprovalRequest, decision: string]>([
  [sample.permissions(), "decline: no rule can allow more permissions"],
  [sample.userInput(), "decline: no rule can allow an answer"],
  [sample.elicitation(), "decline: no rule can allow an answer"],
])("nothing can be a rule for $kind", async (request, decision) => {
  expect(await decided(request)).toBe(decision);
});
