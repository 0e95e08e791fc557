import { describe, expect, test } from "vitest";

import { decideCommandLine, rulesOf, ambiguousWith } from "./rules-of.js";

const RULES = rulesOf(
  ["ls", "git log", "sort", "sed", "* x", "git commit -m *a*b*c*", "=npm *x*y*z"],
  ["rm", "git push *a*b*", "=x *y*"],
);
const TOO_LONG = ambiguousWith("more than 131072 characters");
const TOO_DEEP = ambiguousWith("commands nested too deep");
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

describe("a line of a megabyte is declined", () => {
  test.each<[name: string, unit: string]>([
    ["words", "a "],
    ["commands", "ls;"],
    ["quotes", "'"],
    ["backslashes", "\\"],
    ["openings", "$("],
    ["blanks", " "],
    ["line breaks", "\n"],
    ["braces", "{a,"],
  ])("of %s", (_, unit) => {
    const line = `ls ${unit.repeat(1_000_000 / unit.length)}`;
    const start = performance.now();
    const answer = decideCommandLine(RULES, line);
    expect(performance.now() - start).toBeLessThan(500);
    expect(answer).toEqual(TOO_LONG);
    expect(decideCommandLine(RULES, ["bash", "-lc", line])).toEqual(TOO_LONG);
    expect(decideCommandLine(RULES, line.split(" ").concat(line))).toEqual(TOO_LONG);
  });
});

describe("a line as long as a system takes is read in one pass", () => {
  test.each<[name: string, head: string, unit: string, decision: "accept" | "decline"]>([
    ["words", "ls ", "a ", "accept"],
    ["one word", "ls ", "a", "accept"],
    ["commands", "ls;", "ls;", "accept"],
    ["line breaks", "ls", "\n", "accept"],
    ["joined lines", "ls ", "\\\n", "accept"],
    ["empty words", "ls ", "'' ", "accept"],
    ["stars", "ls ", "*", "accept"],
    ["starred words", "git push ", "*a ", "decline"],
    ["braces", "ls ", "{", "accept"],
    ["braces to choose from", "ls ", "{a,", "accept"],
    ["brackets", "ls ", "[", "accept"],
    ["digits", "ls ", "2", "accept"],
    ["redirections", "ls ", "2>&1 ", "accept"],
    ["assignments", "", "LC_ALL=C ", "decline"],
    ["wrappers", "", "nice ", "decline"],
    ["wrapped words", "sudo ", "a ", "decline"],
    ["options", "git log ", "--oneline ", "accept"],
    ["options behind the end of options", "git log -- ", "--a-long-word-of-letters ", "accept"],
    ["letters of options", "sort -", "n", "accept"],
    ["a script", "sed ", "p\\;", "accept"],
    ["near misses", "git commit -m ", "ab", "decline"],
  ])("of %s", (_, head, unit, decision) => {
    const line = head + unit.repeat(Math.floor(130_000 / unit.length));
    // One pass takes a fraction of a second; going back again and again would take minutes.
    expect(decideCommandLine(RULES, line).decision).toBe(decision);
  });
});

describe("a thousand levels are declined", () => {
  test("of wrappers", () => {
    expect(decideCommandLine(rulesOf(["*"]), `${"nice ".repeat(1000)}ls`)).toEqual(TOO_DEEP);
  });

  test("of shells", () => {
    expect(decideCommandLine(rulesOf(["*"]), nested("ls", 9))).toEqual(TOO_DEEP);
    expect(decideCommandLine(rulesOf(["*"]), nested("ls", 6)).decision).toBe("accept");
  });

  test("of shells in words without quotes", () => {
    // Every level takes one more word than a shell call may have.
    expect(decideCommandLine(rulesOf(["*"]), `${"bash -c ".repeat(1000)}ls`).why).toBe("unclear");
  });

  test.each(["(", "$(", "{ ", "if ", "! ", "[[ ", "`"])("of %j", (opening) => {
    expect(decideCommandLine(rulesOf(["*"]), `${opening.repeat(1000)}ls`).why).toBe("unclear");
  });
});

function nested(command: string, levels: number): string {
  let line = command;
  for (let level = 0; level < levels; level++) line = `sh -c ${quoted(line)}`;
  return line;
}
