import { expect, test } from "vitest";

import { decide } from "../../../src/approvals/rules/decide.js";
import type { PartDecision } from "../../../src/approvals/rules/decision.js";
import { decideCommandLine, rulesOf, ambiguousWith } from "./rules-of.js";

const RULES = rulesOf(["git status", "ls", "timeout"], ["rm"]);

const allowed = (what: string, rule: string): PartDecision => ({
  what,
  decision: "accept",
  why: "allowed",
  rule,
  reason: `allowed by the rule "${rule}"`,
});

test("one rule that decides is named", () => {
  expect(decideCommandLine(RULES, "/bin/bash -lc 'git status -s'")).toEqual({
    decision: "accept",
    why: "allowed",
    rule: "git status",
    reason: 'allowed by the rule "git status"',
    parts: [allowed("git status -s", "git status")],
  });
});

test("several rules are named part by part", () => {
  expect(
    decideCommandLine(RULES, "git status && timeout 5 ls 'a b' *.ts | sh -c \"ls 'it'\\''s'\""),
  ).toEqual({
    decision: "accept",
    why: "allowed",
    rule: null,
    reason: "each of its 4 parts is allowed by a rule",
    parts: [
      allowed("git status", "git status"),
      allowed("timeout 5", "timeout"),
      allowed("ls 'a b' *.ts", "ls"),
      allowed("ls 'it'\\''s'", "ls"),
    ],
  });
});

test("what is denied is told before what no rule allows", () => {
  const denied: PartDecision = {
    what: "/bin/rm x",
    decision: "decline",
    why: "denied",
    rule: "rm",
    reason: '"/bin/rm x" is denied by the rule "rm"',
  };
  expect(decideCommandLine(RULES, "ls; make; timeout 5 /bin/rm x")).toEqual({
    decision: "decline",
    why: "denied",
    rule: "rm",
    reason: '"/bin/rm x" is denied by the rule "rm"',
    parts: [
      allowed("ls", "ls"),
      {
        what: "make",
        decision: "decline",
        why: "unlisted",
        rule: null,
        reason: 'no rule allows "make"',
      },
      allowed("timeout 5", "timeout"),
      denied,
    ],
  });
});

test("what runs something unseen says how it can be allowed", () => {
  const { why, rule, reason } = decideCommandLine(RULES, "sudo ls");
  expect({ why, rule, reason }).toEqual({
    why: "unclear",
    rule: null,
    reason:
      '"sudo ls" runs something that cannot be checked; only an exact rule ("=…") can allow it',
  });
});

test("a long command is cut in reasons and whole in its part", () => {
  const line = `make ${"x".repeat(200)}`;
  const { reason, parts } = decideCommandLine(RULES, line);
  expect({ reason, what: parts[0]?.what }).toEqual({
    reason: `no rule allows "make ${"x".repeat(114)}…"`,
    what: line,
  });
});

test("a command has to run inside of the root, where both are known", async () => {
  const asked = (cwd: string) =>
    decide({ kind: "command", command: "ls", cwd, root: "/home/me/project" }, RULES);
  expect((await asked("/home/me/project")).decision).toBe("accept");
  expect((await asked("/home/me/project/sub/")).decision).toBe("accept");
  expect(await asked("/tmp")).toEqual(
    ambiguousWith('the working directory "/tmp", which is not inside of "/home/me/project"'),
  );
  expect((await asked("/home/me/project/../x")).why).toBe("unclear");
});

test("rules of another kind do not count", () => {
  expect(decideCommandLine(rulesOf(["path: **", "mcp: */*", "host: ls"]), "ls").why).toBe(
    "unlisted",
  );
});
