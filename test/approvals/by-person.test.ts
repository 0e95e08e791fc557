import { describe, expect, test } from "vitest";

import { byPerson } from "../../src/approvals/by-person.js";
import { GOING_ON, sample, SAMPLES } from "./samples.js";

const CHOICES = "allow it? [y]es, for this [s]ession, [n]o, [a]bort the turn: ";
const AGAIN = "y, s, n or a: ";
const WIDTH = () => 80;

/** Somebody who types these lines and then goes away, and what they were shown. */
function typing(...lines: (string | null)[]) {
  const shown: [text: string, stop: AbortSignal][] = [];
  const approver = byPerson((text, stop) => {
    shown.push([text, stop]);
    return Promise.resolve(lines.shift() ?? null);
  }, WIDTH);
  return { approver, shown };
}

test.each([
  ["y", "accept"],
  ["yes", "accept"],
  ["Y", "accept"],
  ["YES", "accept"],
  ["  y\t", "accept"],
  ["s", "acceptForSession"],
  ["S ", "acceptForSession"],
  ["session", "acceptForSession"],
  ["n", "decline"],
  ["No", "decline"],
  ["a", "cancel"],
  [" ABORT\r", "cancel"],
])("%j is %s", async (line, decision) => {
  const { approver, shown } = typing(line);
  expect(await approver.decide(sample.command(), GOING_ON)).toEqual({
    decision,
    reason: "answered on the terminal",
  });
  expect(shown).toEqual([
    [`codex says:\n│ in: /repo\ncodex wants to run:\n│ git status\n${CHOICES}`, GOING_ON],
  ]);
});

test("nonsense is asked again, in fewer words, and an empty line is no yes", async () => {
  const { approver, shown } = typing("", "ye", "y n", "yy", "1", "toString", "да", "y");
  expect(await approver.decide(sample.mcp(), GOING_ON)).toEqual({
    decision: "accept",
    reason: "answered on the terminal",
  });
  expect(shown.map(([text]) => text)).toEqual([
    `codex wants to call a tool:\n│ files/read_file {"path":"a.txt"}\n${CHOICES}`,
    ...Array.from({ length: 7 }, () => AGAIN),
  ]);
});

test("what is too long is shown whole on request, and the question says that it was cut", async () => {
  const command = Array.from({ length: 30 }, (_, at) => `echo ${at}`).join("\n");
  const { approver, shown } = typing("v", "view", "n");
  await approver.decide(sample.command({ command, cwd: null }), GOING_ON);
  const row = (at: number) => `│ echo ${at}${at === 29 ? "" : "⏎"}`;
  const rows = Array.from({ length: 30 }, (_, at) => row(at));
  const whole = ["codex wants to run:", ...rows, CHOICES].join("\n");
  expect(shown.map(([text]) => text)).toEqual([
    [
      "codex wants to run:",
      ...rows.slice(0, 9),
      "│ … 18 more rows, not shown …",
      ...rows.slice(-3),
      `not all of it is shown, [v]iew it; ${CHOICES}`,
    ].join("\n"),
    whole,
    whole,
  ]);
});

test.each([[[null]], [["what", null]]])("who goes away after %j has said no", async (lines) => {
  const { approver } = typing(...lines);
  expect(await approver.decide(sample.command(), GOING_ON)).toEqual({
    decision: "decline",
    reason: "no answer was given",
  });
});

test("without a terminal everything is a no that says why", async () => {
  const approver = byPerson(undefined, WIDTH);
  const verdicts = await Promise.all(SAMPLES.map((each) => approver.decide(each, GOING_ON)));
  expect(verdicts).toEqual(
    SAMPLES.map(() => ({
      decision: "decline",
      reason: "there is no terminal to ask on (--approve rules or exec:CMD need none)",
    })),
  );
});

describe("what has to be filled in", () => {
  test.each([sample.userInput(), sample.elicitation()])("is not asked: %j", async (request) => {
    const { approver, shown } = typing("y");
    expect(await approver.decide(request, GOING_ON)).toEqual({
      decision: "decline",
      reason: "no answer was given (--answer)",
    });
    expect(shown).toEqual([]);
  });
});
