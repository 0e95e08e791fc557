import { afterAll, expect, test } from "vitest";

import { shellCommands } from "../../../src/approvals/rules/shell-line.js";
import { startedBy } from "../../../src/approvals/rules/wrappers.js";
import { withoutSafeAssignments } from "../../../src/approvals/rules/shell-names.js";
import type { Word } from "../../../src/approvals/rules/word.js";
import { randomFrom, type Random } from "../../fuzz/random.js";
import { decideCommandLine, rulesOf } from "./rules-of.js";
import { stubShell, STUBS } from "./stub-shell.js";

const ANYTHING = rulesOf(["*"]);
const STUBS_ONLY = rulesOf(STUBS);
const shell = stubShell();
afterAll(() => shell.remove());

const LINES = [
  "git status",
  "  git\tstatus -s ; ls",
  "git a'b'\"c\"\\d 'it'\\''s' \"\\$x \\` \\\" \\\\ \\q\"",
  "git '' \"\" a''b",
  "git 'two\nlines' \"a\\\nb\" c\\\nd",
  "git a && ls b || cat c",
  "git a || ls b && cat c",
  "git a | ls b |& cat c & npm d",
  "git a&&ls||cat;npm|make&rm",
  "git a\nls b\n\n\ncat c",
  "git a &&\nls b |\n cat c",
  "git a 2>&1 | ls 2>/dev/null > /dev/null",
  "</dev/null git a 2>&1 b >/dev/null c",
  "git 2 >/dev/null",
  "git a#b '#c' \\#d",
  "git '$HOME' '`x`' \\$x",
  "git *.none [a] ? a{b} {} HEAD~1 a=b",
  "git ! a { b } if then",
  "LC_ALL=C TZ=UTC git a",
  "git a; LC_ALL=C ls b",
  "g'i't a; \\ls b; \"cat\" c",
  "gi\\\nt a",
  "bash -c 'git a; ls b'",
  "sh -c \"git 'a b' && ls\"",
  "bash -euo pipefail -c 'git a'",
  "bash -c \"sh -c 'git a'; ls b\"",
  "timeout 5 git a",
  "timeout -k 5 --signal=KILL 9 ls a",
  "nice -n 5 nohup git a",
  "nice -5 git a",
  "env LC_ALL=C git a",
  "env -- git a",
  "command git a",
  "git a; exec ls b",
  "time -p git a",
  "stdbuf -oL git a",
  "stdbuf -o 0 ls a",
  "setsid -w git a",
  "ionice -c 3 git a",
  "timeout 5 bash -c 'git a | ls b'",
];

test.each(LINES)("bash runs what we think it runs: %j", (line) => {
  expect(decideCommandLine(ANYTHING, line).decision).toBe("accept");
  expect(ranBy("bash", line)).toEqual(expected(line));
});

test(
  "of lines made of random pieces, bash and sh run what we think they run",
  { timeout: 120_000 },
  () => {
    const wrong: unknown[] = [];
    let accepted = 0;
    for (let seed = 1; accepted < 60; seed++) {
      const line = pieces(randomFrom(seed));
      if (decideCommandLine(STUBS_ONLY, line).decision !== "accept") continue;
      accepted++;
      const wanted = expected(line);
      const bash = ranBy("bash", line);
      // To an older shell some of bash's operators are mistakes: it may run less, but nothing else.
      const more = ranBy("sh", line).filter((call) => !wanted.includes(call));
      if (bash.join() !== wanted.join() || more.length > 0)
        wrong.push({ line, wanted, bash, more });
    }
    expect(wrong).toEqual([]);
  },
);

/** With every program succeeding, then failing: so each side of && and || has its turn. */
const ranBy = (name: string, line: string): string[] =>
  [...new Set([...shell.run(name, line, 0), ...shell.run(name, line, 1)])].sort();

const expected = (line: string): string[] =>
  [...new Set(callsOf(line).map((call) => JSON.stringify(call)))].sort();

/** The programs of a line, with their words, as the rules see them. */
function callsOf(line: string): string[][] {
  return shellCommands(line).flatMap((words) => callsOfWords(withoutSafeAssignments(words)));
}

function callsOfWords(words: readonly Word[]): string[][] {
  const started = startedBy(words);
  if (started.kind === "script") return callsOf(started.script);
  if (started.kind === "command") return callsOfWords(started.inner);
  return [words.map(({ text }) => text)];
}

const PIECES = [
  ..."  \n;&|'\"\\<>#*?{}!=-2".split(""),
  ...["&&", "||", "|&", ";;", "2>&1", ">/dev/null", "2>/dev/null", "</dev/null", "\\\n", "&>"],
  ...[
    "'a b'",
    '"c;d"',
    "\\ ",
    "''",
    "x",
    "a=b",
    "LC_ALL=C ",
    "\t",
    '"\\',
    "' ",
    "#x",
    "$",
    "(",
    "`",
  ],
];
const NAMES = ["git ", "ls ", "cat", "npm ", " make ", "rm "];

const pieces = (dice: Random): string =>
  Array.from({ length: 3 + dice.below(12) }, () => dice.pick(dice.chance(2) ? NAMES : PIECES)).join(
    "",
  );
