import { describe, expect, test } from "vitest";

import { decideByWords } from "../../../src/approvals/rules/decide.js";
import type { Why } from "../../../src/approvals/rules/decision.js";
import { rulesOf, ambiguousWith } from "./rules-of.js";

describe("a tool", () => {
  const RULES = rulesOf(["mcp: files/read_*", "mcp: git/*", "*"], ["mcp: */*delete*"]);
  const asked = (server: string, tool: string) =>
    decideByWords({ kind: "mcp", server, tool }, RULES);

  test.each<[server: string, tool: string, why: Why]>([
    ["files", "read_text", "allowed"],
    ["files", "read_", "allowed"],
    ["git", "log/all", "allowed"],
    ["files", "write_text", "unlisted"],
    ["files", "x_read_", "unlisted"],
    ["Files", "read_text", "unlisted"],
    ["other", "read_text", "unlisted"],
    ["files", "read_and_delete", "denied"],
    ["git", "Delete", "denied"],
  ])("%s/%s is %s", (server, tool, why) => {
    const { decision, why: told } = asked(server, tool);
    expect([decision, told]).toEqual([why === "allowed" ? "accept" : "decline", why]);
  });

  test("with a name that cannot be told for sure is declined", () => {
    expect(asked("", "x")).toEqual(ambiguousWith("an empty name, or one with spaces"));
    expect(asked("git", "a b")).toEqual(ambiguousWith("an empty name, or one with spaces"));
    expect(asked("git/x", "y")).toEqual(ambiguousWith("a slash in the name of a server"));
    expect(asked("git", "a\u200Bb")).toEqual(
      ambiguousWith("the hidden or control character U+200B"),
    );
  });
});

describe("a host", () => {
  const RULES = rulesOf(
    ["host: example.org", "host: *.example.org", "host: 10.0.0.1", "host: ::1", "host: *.net"],
    ["host: bad.example.org", "host: *.evil.net", "host: 2001:db8::1"],
  );
  const asked = (host: string) => decideByWords({ kind: "host", host, protocol: "https" }, RULES);

  test.each<[host: string, why: Why]>([
    ["example.org", "allowed"],
    ["EXAMPLE.org.", "allowed"],
    ["example.org:443", "allowed"],
    ["example.org.:443", "allowed"],
    ["a.example.org", "allowed"],
    ["a.b.example.org", "allowed"],
    ["10.0.0.1", "allowed"],
    ["10.0.0.1:80", "allowed"],
    ["::1", "allowed"],
    ["[::1]:443", "allowed"],
    ["[0:0::0:1]", "allowed"],
    ["evil.net", "allowed"],
    ["net", "unlisted"],
    ["example.com", "unlisted"],
    ["example.org.evil.com", "unlisted"],
    ["badexample.org", "unlisted"],
    ["10.0.0.10", "unlisted"],
    ["110.0.0.1", "unlisted"],
    ["localhost", "unlisted"],
    ["::2:1", "unclear"],
    ["bad.example.org", "denied"],
    ["BAD.example.org.:1", "denied"],
    ["a.evil.net", "denied"],
    ["2001:0db8:0:0::1", "denied"],
    ["", "unclear"],
    [".", "unclear"],
    ["example.org..", "unclear"],
    [".example.org", "unclear"],
    ["a..example.org", "unclear"],
    ["user@example.org", "unclear"],
    ["example.org/x", "unclear"],
    ["https://example.org", "unclear"],
    ["example.org:443:443", "unclear"],
    ["example.org ", "unclear"],
    ["a\u200B.example.org", "unclear"],
    ["ехample.org", "unclear"],
    ["a%2eexample.org", "unclear"],
    ["*.example.org", "unclear"],
    ["167772161", "unclear"],
    ["0xa000001", "unclear"],
    ["10.1", "unclear"],
    ["010.0.0.1", "unclear"],
    ["10.0.0.256", "unclear"],
    ["::ffff:10.0.0.1", "unclear"],
    ["::ffff:a00:1", "unclear"],
    ["::a00:1", "unclear"],
    ["fe80::1%eth0", "unclear"],
    ["1::2::3", "unclear"],
    ["[::1", "unclear"],
    ["x".repeat(10_000), "unclear"],
  ])("%j is %s", (host, why) => {
    const { decision, why: told } = asked(host);
    expect([decision, told]).toEqual([why === "allowed" ? "accept" : "decline", why]);
  });

  test("is named with its protocol", () => {
    expect(asked("example.org").parts).toEqual([
      {
        what: "example.org (https)",
        decision: "accept",
        why: "allowed",
        rule: "host: example.org",
        reason: 'allowed by the rule "host: example.org"',
      },
    ]);
  });
});
