import { describe, expect, test } from "vitest";

import { decide } from "../../../src/approvals/rules/decide.js";
import type { Why } from "../../../src/approvals/rules/decision.js";
import { rulesOf, ambiguousWith } from "./rules-of.js";

const asked = (allow: readonly string[], deny: readonly string[], ...paths: string[]) =>
  decide({ kind: "path", paths, root: "/home/me/project" }, rulesOf(allow, deny));

describe("a path", () => {
  test.each<[allow: string, path: string, why: Why]>([
    ["path: src/**", "src/a.ts", "allowed"],
    ["path: src/**", "src/deep/er/a.ts", "allowed"],
    ["path: src/**", "./src//a.ts", "allowed"],
    ["path: src/**", "/home/me/project/src/a.ts", "allowed"],
    ["path: src/**", "/home//me/./project/src/a.ts", "allowed"],
    ["path: **", "a.ts", "allowed"],
    ["path: **/*.ts", "a.ts", "allowed"],
    ["path: **/*.ts", "src/x/a.ts", "allowed"],
    ["path: src/**/test/*.ts", "src/test/a.ts", "allowed"],
    ["path: src/**/test/*.ts", "src/a/b/test/a.ts", "allowed"],
    ["path: *.ts", "a.ts", "allowed"],
    ["path: a?.ts", "ab.ts", "allowed"],
    ["path: a?.ts", "aä.ts", "allowed"],
    ["path: a?.ts", "a😀.ts", "allowed"],
    ["path: *a*b*", "xxaxxbxx", "allowed"],
    ["path: src/a b.ts", "src/a b.ts", "allowed"],
    ["path: .github/**", ".github/workflows/ci.yml", "allowed"],
    ["path: src/**", "src/.env", "allowed"],
    ["path: /tmp/**", "/tmp/a/b", "allowed"],
    ["path: /home/me/project/**", "src/a.ts", "allowed"],
    ["path: src/**", "/home/me/projects/src/a.ts", "unlisted"],
    ["path: src/**", "/home/me/src/a.ts", "unlisted"],
    ["path: **", "/home/me/other/a.ts", "unlisted"],
    ["path: **", "/etc/passwd", "unlisted"],
    ["path: **", "/home/me/project", "unlisted"],
    ["path: **", "/", "unlisted"],
    ["path: src/**", "srcs/a.ts", "unlisted"],
    ["path: src/**", "SRC/a.ts", "unlisted"],
    ["path: src", "src/a.ts", "unlisted"],
    ["path: *.ts", "src/a.ts", "unlisted"],
    ["path: a?.ts", "a.ts", "unlisted"],
    ["path: *a*b*", "xxbxxaxx", "unlisted"],
    ["path: src/*", "src/a/b", "unlisted"],
    ["path: /tmp/**", "tmp/a", "unlisted"],
    ["path: **", ".git/hooks/pre-commit", "unlisted"],
    ["path: **", "sub/.git/config", "unlisted"],
    ["path: **", ".GIT/config", "unlisted"],
    ["path: **", ".git./config", "unlisted"],
    ["path: **", "git~1/config", "unlisted"],
    ["path: **", ".git", "unlisted"],
    ["path: .*/**", ".git/config", "unlisted"],
    ["path: .gi?/**", ".git/config", "unlisted"],
    ["path: **", ".codex/config.toml", "unlisted"],
    ["path: **", ".turnpiperc", "unlisted"],
    ["path: *", ".turnpiperc.yaml", "unlisted"],
    ["path: *", "turnpipe.config.json", "unlisted"],
    ["path: **/*", ".husky/pre-push", "unlisted"],
    ["path: .git/config", ".git/config", "allowed"],
    ["path: .git/**", ".git/hooks/pre-commit", "allowed"],
    ["path: **/.git/config", "sub/.git/config", "allowed"],
    ["path: .git/**", ".git/modules/.git/config", "unlisted"],
    ["path: .turnpiperc.yaml", ".turnpiperc.yaml", "allowed"],
    ["git status", "src/a.ts", "unlisted"],
  ])("by %j: %j is %s", async (allow, path, why) => {
    const { decision, why: told } = await asked([allow], [], path);
    expect([decision, told]).toEqual([why === "allowed" ? "accept" : "decline", why]);
  });

  test.each<[deny: string, path: string, why: Why]>([
    ["path: secrets/**", "secrets/a", "denied"],
    ["path: secrets", "secrets/deep/a", "denied"],
    ["path: secrets", "Secrets/a", "denied"],
    ["path: **/*.pem", "a.pem", "denied"],
    ["path: **/*.pem", "x/A.PEM", "denied"],
    ["path: **/*.pem", "/tmp/x/a.pem", "denied"],
    ["path: /home/me/project/x", "x", "denied"],
    ["path: caf\u00E9", "cafe\u0301", "denied"],
    ["path: secrets", "src/secrets/a", "allowed"],
    ["path: **/*.pem", "a.pem.txt", "allowed"],
  ])("denied by %j: %j is %s", async (deny, path, why) => {
    const { decision, why: told } = await asked(["path: **", "path: /tmp/**"], [deny], path);
    expect([decision, told]).toEqual([why === "allowed" ? "accept" : "decline", why]);
  });

  test.each<[path: string, problem: string]>([
    ["", "an empty path, or one that is too long"],
    ["x".repeat(5000), "an empty path, or one that is too long"],
    ["../x", '.. in the path "../x"'],
    ["src/link/../a.ts", '.. in the path "src/link/../a.ts"'],
    ["src\\a.ts", "a tab, line break or backslash in a path"],
    ["src/a\nb", "a tab, line break or backslash in a path"],
    [".g\u200Cit/config", "the hidden or control character U+200C"],
    ["a\0b", "the hidden or control character U+0000"],
  ])("that cannot be told for sure, %j, is declined", async (path, problem) => {
    expect(await asked(["path: **"], [], path)).toEqual(ambiguousWith(problem));
  });
});

test("every path of a change has to be allowed", async () => {
  const { decision, parts } = await asked(
    ["path: src/**"],
    ["path: src/b.ts"],
    "src/a.ts",
    "src/b.ts",
    "c",
  );
  expect({ decision, parts: parts.map(({ what, rule, why }) => [what, rule, why]) }).toEqual({
    decision: "decline",
    parts: [
      ["src/a.ts", "path: src/**", "allowed"],
      ["src/b.ts", "path: src/b.ts", "denied"],
      ["c", null, "unlisted"],
    ],
  });
});

test("a change of nothing is declined", async () => {
  expect(await asked(["path: **"], [])).toEqual(ambiguousWith("the request is empty"));
});

test("a root that is no full path decides nothing", async () => {
  const request = { kind: "path", paths: ["a"], root: "project" } as const;
  expect(await decide(request, rulesOf(["path: **"]))).toEqual(
    ambiguousWith('the root "project", which is not a full path'),
  );
});

test("a long path and a pattern full of stars are decided at once", async () => {
  const path = "a/".repeat(2000);
  expect((await asked([`path: ${"**/a*a*/".repeat(300)}b`], [], path)).why).toBe("unlisted");
  expect((await asked([`path: ${"*a".repeat(1500)}b`], [], "a".repeat(4000))).why).toBe("unlisted");
});
