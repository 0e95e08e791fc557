import { expect, test } from "vitest";

import { awkProblem } from "../../src/approvals/rules/programs/awk-program.js";
import { sedProblem } from "../../src/approvals/rules/programs/sed-script.js";

const ADDRESSES = ["", "1", "$", "1,5", "/x/", "/x/,/y/", "0~2", "2,+3", "/[a-z]/I", "$!", "1,3!"];
const READING = [
  "p",
  "d",
  "=",
  "q",
  "n",
  "s/a/b/",
  "s/a/b/gp",
  "s|a|b|2",
  "y/ab/cd/",
  "s/[^:]*:/x/",
  "s/\\//x/",
];
// What they write, run or read, and what cannot be read for sure.
const WRITING = [
  ...[
    "w out",
    "W out",
    "wout",
    "e",
    "e ls",
    "els",
    "r x",
    "R x",
    "s/a/b/w out",
    "s/a/b/gw out",
    "s/a/ls/e",
  ],
  ...[
    "s/a/ls/ge",
    "s,a,b,w out",
    "s|a|b|e",
    "sxaxbxe",
    "s/[/]/e",
    "s/[/]/w out/",
    "s/[a/]/b/e/w out",
  ],
  ...[
    "s/[[:alpha:]/]/b/e",
    "s/a/b\n/e",
    "s/a/b/;w out",
    "a\\\nx",
    "i x",
    "c x",
    "v",
    ":a",
    "ba",
    "#n",
    "s/a",
  ],
  ...[
    "s/[]/]/e/",
    "s/[\\]/]/e/",
    "\\xaxw out",
    "F;e",
    "p;e",
    "{p;w out\n}",
    "s/a/b/mw out",
    "s/a/b/x",
  ],
];

test("a sed script that only prints is fine, whatever lines it is for", () => {
  const scripts = ADDRESSES.flatMap((address) =>
    READING.flatMap((command) => [
      `${address}${command}`,
      `${address}${command};p`,
      `${address}{${command};p}`,
      `p\n${address}${command}`,
    ]),
  );
  expect(scripts.filter((script) => sedProblem(script) !== undefined)).toEqual([]);
  expect(scripts.length).toBeGreaterThan(400);
});

test("one that writes, runs or is not plain is not, wherever that stands", () => {
  const scripts = ADDRESSES.flatMap((address) =>
    WRITING.flatMap((command) => [
      `${address}${command}`,
      `${address} ${command}`,
      `p;${address}${command}`,
      `s/a/b/g;${address}${command}`,
      `{${address}${command}\n}`,
      `/w/p\n${address}${command}`,
    ]),
  );
  expect(scripts.filter((script) => sedProblem(script) === undefined)).toEqual([]);
  expect(scripts.length).toBeGreaterThan(2000);
});

test("an awk program that runs, writes or reads from a program is found", () => {
  const acting = [
    'system("x")',
    'print > "x"',
    'print >> "x"',
    "print $1 > $2",
    'printf "x" > "y"',
    'print | "sh"',
    'print |& "sh"',
    '"ls" | getline',
    'getline < "x"',
    'while (("ls" | getline x) > 0) y',
    'print "{" > "x"',
    'print "a||b" | "sh"',
    'if (1) print "x" > "y"',
    'print(1)>"x"',
    "@f()",
  ];
  const around = [
    (act: string) => `{${act}}`,
    (act: string) => `BEGIN{${act}}`,
    (act: string) => `/"/{x=1} {${act}}`,
  ];
  const programs = [...around, (act: string) => `NR>1{y++}\n/a|b/{${act}}`].flatMap((wrap) =>
    acting.map(wrap),
  );
  expect(programs.filter((program) => awkProblem(program) === undefined)).toEqual([]);
  expect(awkProblem('@load "filefuncs"; BEGIN{}')).toBeDefined();
});
