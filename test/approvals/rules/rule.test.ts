import { expect, test } from "vitest";

import { CliError } from "../../../src/outcome/errors.js";
import { parseRule, type Rule } from "../../../src/approvals/rules/rule.js";

const ANY = "\0";

test.each<[text: string, rule: Rule]>([
  ["git status", command("git status", ["git", "status"])],
  ["  command: git status ", command("command: git status", ["git", "status"])],
  ["command:git", command("command:git", ["git"])],
  ["*", command("*", [ANY])],
  ["npm run *", command("npm run *", ["npm", "run", ANY])],
  ["npm run test:**", command("npm run test:**", ["npm", "run", `test:${ANY}`])],
  ["npm run 'a *' \\*", command("npm run 'a *' \\*", ["npm", "run", "a *", "*"])],
  ["=npm test", command("=npm test", ["npm", "test"], true)],
  ["command: =npm test", command("command: =npm test", ["npm", "test"], true)],
  ["git show stash@{0} {}", command("git show stash@{0} {}", ["git", "show", "stash@{0}", "{}"])],
  ["[ -f", command("[ -f", ["[", "-f"])],
  ["path: src/**", path("path: src/**", ["src", "**"])],
  ["path: ./src/*.t?", path("path: ./src/*.t?", ["src", "*.t?"])],
  ["path: /tmp/**", path("path: /tmp/**", ["tmp", "**"], true)],
  [
    "mcp: files/read_*",
    { kind: "mcp", text: "mcp: files/read_*", server: "files", tool: `read_${ANY}` },
  ],
  ["mcp: */a/b", { kind: "mcp", text: "mcp: */a/b", server: ANY, tool: "a/b" }],
  ["host: Example.ORG.", host("host: Example.ORG.", "example.org")],
  ["host: *.example.org", host("host: *.example.org", "example.org", true)],
  ["host: 127.0.0.1", host("host: 127.0.0.1", "127.0.0.1")],
  ["host: [::1]", host("host: [::1]", "0:0:0:0:0:0:0:1")],
])("%j is read", (text, rule) => {
  expect(parseRule(text)).toEqual(rule);
});

test.each<[text: string, problem: string]>([
  ["", "no pattern"],
  ["  ", "no pattern"],
  ["command:", "no pattern"],
  ["path: ", "no pattern"],
  ["=", "no command"],
  ["'' x", "no command"],
  ["git status && ls", "a shell operator: a rule is about one simple command"],
  ["git status;", "a shell operator: a rule is about one simple command"],
  ["git status | cat", "a shell operator: a rule is about one simple command"],
  ["git status\nls", "a shell operator: a rule is about one simple command"],
  ["git status 2>&1", "a shell operator: a rule is about one simple command"],
  ["git log > x", "a redirection"],
  ["git log $HOME", "an expansion ($)"],
  ["git log $(x)", "a command substitution ($(…))"],
  ["(git)", "a subshell, function or pattern in parentheses"],
  ["git 'x", "an unbalanced quote (')"],
  ['git "x', 'an unbalanced quote (")'],
  ["git # x", "a comment (#)"],
  ["g* status", "a wildcard in a part of the command's name"],
  ["git a?", "an unquoted ?, [, {…} or ~ (the only wildcard is *)"],
  ["git [ab]", "an unquoted ?, [, {…} or ~ (the only wildcard is *)"],
  ["git {a,b}", "an unquoted ?, [, {…} or ~ (the only wildcard is *)"],
  ["ls ~/x", "an unquoted ?, [, {…} or ~ (the only wildcard is *)"],
  ["gіt status", "a command name that is not plain ASCII"],
  ["FOO=bar git", "a command name with unusual characters"],
  ["'my tool'", "a command name with unusual characters"],
  ["paths: src", 'the unknown kind "paths:" (command:, path:, mcp: and host: are known)'],
  ["Command: git", 'the unknown kind "Command:" (command:, path:, mcp: and host: are known)'],
  ["git\u200B status", "the hidden or control character U+200B"],
  ["path: /", "no path"],
  ["path: src/", "a trailing slash (add ** after it)"],
  ["path: a//b", "an empty, . or .. part"],
  ["path: ../x", "an empty, . or .. part"],
  ["path: a**b", "** next to other characters in a segment"],
  ["path: !src", "a leading ! or ~ (write deny rules and full paths)"],
  ["path: ~/x", "a leading ! or ~ (write deny rules and full paths)"],
  [
    "path: {a,b}/**",
    "a bracket, brace or backslash (wildcards are *, ** and ?; ? matches any one character)",
  ],
  ["mcp: files", "not SERVER/TOOL (*/* is every tool)"],
  ["mcp: /x", "not SERVER/TOOL (*/* is every tool)"],
  ["mcp: a b/c", "a space in a name"],
  ["host: *", "a * that is not the first part of a name (*.example.org)"],
  ["host: a.*.org", "a * that is not the first part of a name (*.example.org)"],
  ["host: example.org:443", "a port: a rule applies to all ports"],
  ["host: https://example.org", 'the host "https://example.org"'],
  ["host: *.1.2.3.4", "a * before an address"],
  ["host: 127.1", 'the address "127.1"'],
  ["host: exämple.org", 'the host "exämple.org"'],
  [`git ${"x".repeat(5000)}`, "more than 4096 characters"],
])("%j is refused", (text, problem) => {
  const shown = text.length > 120 ? `${text.slice(0, 119)}…` : text;
  const message = `the rule ${JSON.stringify(shown)} is invalid: ${problem}`;
  const hint =
    "rules look like: git status, =npm test, path: src/**, mcp: files/read_*, host: *.example.org";
  expect(() => parseRule(text)).toThrow(new CliError("config", message, { hint }));
});

function command(text: string, words: readonly string[], exact = false): Rule {
  return { kind: "command", text, exact, words };
}

function path(text: string, segments: readonly string[], absolute = false): Rule {
  return { kind: "path", text, absolute, segments };
}

function host(text: string, name: string, subdomains = false): Rule {
  return { kind: "host", text, name, subdomains };
}
