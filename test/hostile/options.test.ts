import { describe, expect, test } from "vitest";

import type { ProgramOption } from "../../src/approvals/rules/programs/options.js";
import type { Rules } from "../../src/approvals/rules/decide.js";
import { decideCommandLine, rulesOf } from "../approvals/rules/rules-of.js";
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

/** A line, the rule it is decided by, and the option because of which it is declined. */
interface Member {
  rule: string;
  line: string;
  option?: string;
}

let members = 0;

/** Compares what is decided about every member with what should be. */
function expectAll(all: readonly Member[], decision: "accept" | "decline") {
  members += all.length;
  const decided = all.map(({ rule, line }) => {
    const {
      decision: made,
      why: reason,
      option,
    } = decideCommandLine(rulesFor(rule), line.replaceAll(VALUE, `"${VALUE}"`));
    return { rule, line, decision: made, why: reason, option };
  });
  const why = decision === "accept" ? "allowed" : "unlisted";
  expect(decided).toEqual(all.map((member) => ({ option: undefined, ...member, decision, why })));
}

const PARSED = new Map<string, Rules>();

function rulesFor(rule: string): Rules {
  const rules = PARSED.get(rule) ?? rulesOf([rule, ...WRAPPER_RULES]);
  PARSED.set(rule, rules);
  return rules;
}

const NAMES = [...new Set(CALLED.map(({ path }) => path.split(" ")[0] ?? ""))];
const calledOf = (name: string) => CALLED.filter(({ path }) => `${path} `.startsWith(`${name} `));

/** The options of a program and its sub-commands that do more than read. */
const unsafeOf = (name: string): { called: Called; option: string; known: ProgramOption }[] =>
  calledOf(name).flatMap((called) =>
    optionsWith(called.program, false)
      // What find runs is looked at before its options are.
      .filter(([option]) => !(name === "find" && /^-(exec|ok)/.test(option)))
      .map(([option, known]) => ({ called, option, known })),
  );

// A busy machine may take its time.
describe.each(NAMES)("of the options of %s,", { timeout: 60_000 }, (name) => {
  const unsafe = unsafeOf(name);

  test("those that do more than read are declined and named, however and wherever written", () => {
    const all = unsafe.flatMap(({ called, option, known }) =>
      spellings(called, option, known).flatMap((spelling) => [
        ...placed(called, spelling).map((line) => ({ rule: called.path, line, option })),
        { rule: `${called.path} *`, line: `${called.path} ${spelling}`, option },
        { rule: `${called.path} -*`, line: `${called.path} ${spelling}`, option },
      ]),
    );
    expectAll(all, "decline");
  });

  test("they are found through wrappers, shells and beside other commands", () => {
    const all = unsafe.flatMap(({ called: { path }, option }) =>
      WRAPPED.map((wrap) => ({ rule: path, line: wrap(`${path} ${option}`), option })),
    );
    expectAll(all, "decline");
  });

  test("a long one that is cut short counts as the option", () => {
    const all = unsafe.flatMap(({ called, option }) =>
      abbreviations(called, option).flatMap((short) => [
        { rule: called.path, line: `${called.path} ${short}`, option: short },
        { rule: called.path, line: `${called.path} ${short}=${VALUE}`, option: short },
      ]),
    );
    expectAll(all, "decline");
  });

  test("one that the rule spells is allowed, with any value", () => {
    const all = unsafe.flatMap(({ called: { path, program }, option, known: { value } }) => {
      const equals = option.startsWith("--") || program.style !== undefined ? "=" : "";
      const alone = { rule: `${path} ${option}`, line: `${path} ${option}` };
      if (value === "none" || program.style === "words") return [alone];
      return [
        alone,
        { rule: `${path} ${option}${equals}*`, line: `${path} ${option}${equals}${VALUE}` },
      ];
    });
    expectAll(all, "accept");
  });

  test("the harmless ones are allowed", () => {
    const all = calledOf(name).flatMap(({ path, program }) =>
      optionsWith(program, true).map(([option, { value }]) => {
        const isScript = program.script === "sed" && /^(?:-e|--expression)$/.test(option);
        return {
          rule: path,
          line: `${path} ${option}${value === "any" ? (isScript ? " p" : " 5") : ""}`,
        };
      }),
    );
    expectAll(all, "accept");
  });

  test("those that the table does not have are declined", () => {
    const all = calledOf(name).flatMap(({ path, program }) =>
      ["--frobnicate", "--frobnicate=x", "--no-frobnicate", "---x", "--x-y"].map((word) => ({
        rule: path,
        line: `${path} ${word}`,
        option: word.replace("=x", "").replace(program.style === "go" ? /^-/ : "", ""),
      })),
    );
    expectAll(all, "decline");
  });
});

/** An option at the places where a program takes it. */
function placed({ path, program }: Called, spelling: string): string[] {
  const first = [`${path} ${spelling}`];
  // Behind the first operand it is for another program, or another command.
  if (program.codeOperands !== undefined || program.stopsAtOperand === true) return first;
  if (program.commands !== undefined || program.operands !== undefined) return first;
  if (program.script !== undefined) return first;
  // The first word of tar is letters, whatever it begins with.
  const operand = program.bundles === true ? "-v ./x" : "./x";
  const behind = [`${path} ${operand} ${spelling}`, `${path} ${operand} y ${spelling} z`];
  const isEnded = program.passesRest !== true && program.style !== "words";
  const dashed = isEnded ? [`${path} -- ${spelling}`, `${path} ${operand} -- ${spelling}`] : [];
  return [...first, ...behind, ...dashed];
}

test("thousands of lines were decided", () => {
  expect(members).toBeGreaterThan(70_000);
});
