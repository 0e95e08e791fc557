import { describe, expect, test } from "vitest";

import { judged, rulesOf } from "../approvals/rules/rules-of.js";
import {
  abbreviations,
  CALLED,
  optionsWith,
  spellings,
  VALUE,
  WRAPPED,
  WRAPPER_RULES,
  type Called,
} from "./option-members.js";

/** What a rule decides about a line: the decision, and the option because of which. */
function decided(allow: readonly string[], line: string) {
  const { decision, why, option } = judged(rulesOf([...allow, ...WRAPPER_RULES]), quoting(line));
  return { line, decision, why, option };
}

/** Values have characters of the shell's in them. */
const quoting = (line: string) => line.replaceAll(VALUE, `"${VALUE}"`);
const declining = (line: string, option: string) => ({
  line,
  decision: "decline",
  why: "unlisted",
  option,
});
const allowing = (line: string) => ({
  line,
  decision: "accept",
  why: "allowed",
  option: undefined,
});

// What find runs is looked at before its options are.
const isElsewhere = (path: string, name: string) => path === "find" && /^-(exec|ok)/.test(name);
const UNSAFE = CALLED.flatMap((called) =>
  optionsWith(called.program, false)
    .filter(([name]) => !isElsewhere(called.path, name))
    .map(([name, option]) => ({ called, name, option })),
);
let members = 0;

/** Compares every line with what is expected of it. */
function expectAll(
  expected: readonly { line: string }[],
  allow: (line: string) => readonly string[],
) {
  members += expected.length;
  expect(expected.map(({ line }) => decided(allow(line), line))).toEqual(expected);
}

describe("an option that does more than read is declined, and named", () => {
  test.each(CALLED.filter(({ program }) => optionsWith(program, false).length > 0))(
    "of $path",
    (called) => {
      const { path } = called;
      const own = UNSAFE.filter((unsafe) => unsafe.called === called);
      const lines = own.flatMap(({ name, option }) =>
        spellings(called, name, option).flatMap((spelling) =>
          placed(called, spelling).map((line) => declining(line, name)),
        ),
      );
      expectAll(lines, () => [path]);
      const starred = own.flatMap(({ name, option }) =>
        spellings(called, name, option).map((spelling) => declining(`${path} ${spelling}`, name)),
      );
      expectAll(starred, () => [`${path} *`, `${path} -*`]);
    },
  );

  test("through wrappers, shells and beside other commands", () => {
    const lines = UNSAFE.flatMap(({ called, name, option }) =>
      WRAPPED.map((wrap) =>
        declining(wrap(`${called.path} ${spellings(called, name, option)[0] ?? ""}`), name),
      ),
    );
    // What a wrapper is told is quoted once more inside of a shell.
    expectAll(
      lines.filter(({ line }) => !line.includes(VALUE)),
      (line) => [pathIn(line)],
    );
  });
});

/** An option at the places where a program takes it. */
function placed({ path, program }: Called, spelling: string): string[] {
  const first = [`${path} ${spelling}`];
  // Behind the first operand it is for another program, or another command.
  if (program.code !== undefined || program.stops === true || program.commands !== undefined)
    return first;
  if (program.operands !== undefined || program.script !== undefined) return first;
  const behind = [`${path} x ${spelling}`, `${path} ./x y ${spelling} z`];
  const dashed =
    program.passes === true ? [] : [`${path} -- ${spelling}`, `${path} x -- ${spelling}`];
  return [...first, ...behind, ...dashed];
}

/** The longest path of the table that a line has in it. */
function pathIn(line: string): string {
  const found = CALLED.map(({ path }) => path).filter((path) => line.includes(`${path} -`));
  return found.sort((one, other) => other.length - one.length)[0] ?? "";
}

describe("an option that is cut short counts as the option", () => {
  test("for every long one", () => {
    const lines = UNSAFE.flatMap(({ called, name }) =>
      abbreviations(called, name).flatMap((short) => [
        { path: called.path, ...declining(`${called.path} ${short}`, short) },
        { path: called.path, ...declining(`${called.path} ${short}=${VALUE}`, short) },
      ]),
    );
    members += lines.length;
    const answers = lines.map(({ path, line }) => ({ path, ...decided([path], line) }));
    expect(answers).toEqual(lines);
  });
});

test("an option that a rule spells is allowed, with any value", () => {
  const lines = UNSAFE.flatMap(({ called: { path, program }, name, option: { value } }) => {
    const isLong = name.startsWith("--");
    const spelled = allowing(`${path} ${name}`);
    if (value === "none" || program.style === "words")
      return [{ rule: `${path} ${name}`, ...spelled }];
    const rule = isLong ? `${path} ${name}=*` : `${path} ${name}*`;
    if (program.style !== undefined)
      return [{ rule: `${path} ${name}=*`, ...allowing(`${path} ${name}=${VALUE}`) }];
    return [
      { rule: `${path} ${name}`, ...spelled },
      { rule, ...allowing(`${path} ${name}${isLong ? "=" : ""}${VALUE}`) },
    ];
  });
  members += lines.length;
  expect(lines.map(({ rule, line }) => ({ rule, ...decided([rule], line) }))).toEqual(lines);
});

test("a harmless option is allowed, alone and behind an operand", () => {
  const lines = CALLED.flatMap((called) =>
    optionsWith(called.program, true).flatMap(([name, { value }]) => {
      const isScript = called.program.script !== undefined && /^(?:-e|--expression)$/.test(name);
      const word = value === "any" ? `${name} ${isScript ? "p" : "5"}` : name;
      return [{ path: called.path, ...allowing(`${called.path} ${word}`) }];
    }),
  );
  members += lines.length;
  expect(lines.map(({ path, line }) => ({ path, ...decided([path], line) }))).toEqual(lines);
});

test("an option that the table does not have is declined", () => {
  const lines = CALLED.flatMap(({ path }) =>
    ["--frobnicate", "--frobnicate=x", "--no-frobnicate", "---x"].map((word) => ({
      path,
      ...declining(`${path} ${word}`, word.replace("=x", "")),
    })),
  );
  members += lines.length;
  expect(lines.map(({ path, line }) => ({ path, ...decided([path], line) }))).toEqual(lines);
});

test("thousands of lines were decided", () => {
  expect(members).toBeGreaterThan(10_000);
});
