import { expect, test } from "vitest";

import { readTurn, turnNames } from "../helpers/fixture.js";
import { caseOf, problemsIn, problemsOf } from "./case.js";
import { ran } from "./run-case.js";
import { actsOf } from "./script.js";

const CASES = 500;
/** Always the same ones: `npm run fuzz` is for new ones. */
const SEED = 20_000_000;
const UNSPOILT = { include: [], json: true, stored: "silent", stubborn: false } as const;

test.each(turnNames())("%s: a recording that is not spoiled ends as it did", async (name) => {
  const { wire, events } = readTurn(name);
  const run = await ran({ ...UNSPOILT, acts: actsOf(wire) });
  // What `--output-schema` finds in the answer is decided behind the turn.
  const { exit_code } = events.at(-1) as { exit_code?: number };
  const expected = name === "output-schema-mismatch" ? 0 : exit_code;
  expect({ exit: run.exit, problems: problemsOf(run, true) }).toEqual({
    exit: expected,
    problems: [],
  });
});

test("a server that says nothing at all is given up, not waited for", async () => {
  const { exit, stray, timers } = await ran({ ...UNSPOILT, acts: [{ kind: "stall" }] });
  expect({ exit, stray, timers }).toEqual({ exit: 5, stray: [], timers: 0 });
});

test(`${CASES} spoiled conversations end in order`, { timeout: 60_000 }, async () => {
  const wrong: object[] = [];
  for (let seed = SEED; seed < SEED + CASES; seed++) {
    const problems = await problemsIn(caseOf(seed));
    if (problems.length > 0) wrong.push({ seed, problems });
  }
  expect(wrong).toEqual([]);
});

test.each([
  ["a line that is no JSON", { stdout: "oops\n" }, ["no JSON: oops"]],
  ["an event of no known kind", { stdout: '{"type":"new"}\n' }, ["new: type"]],
  ["an end that is missing", { stdout: '{"type":"turn.started"}\n' }, ["no place of 1"]],
  ["a success nobody told of", { exit: 0, toldEnd: false }, ["a success that nobody told of"]],
  ["a server that lives on", { closed: false }, ["the server was left alone"]],
  ["a timer that rings later", { timers: 1 }, ["1 timers are left"]],
  ["a rejection in the air", { stray: ["Error: x"] }, ["nobody took Error: x"]],
  ["a bug", { exit: 70 }, ["exit 70: a bug"]],
  ["a hang", { exit: "nothing is left" }, ["it hangs: nothing is left"]],
] as const)("the judge sees %s", (_, fault, expected) => {
  const found = problemsOf({ ...FINE, ...fault }, true).join("\n");
  expect(expected.filter((problem) => !found.includes(problem))).toEqual([]);
});

const FINE = {
  ...{ exit: 5, stdout: "", stderr: "", closed: true, timers: 0, stray: [], toldEnd: true },
};
