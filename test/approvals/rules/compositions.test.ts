import { expect, test } from "vitest";

import { commandAtRandom, lineAtRandom, OPERATORS, wrapAtRandom } from "./random-lines.js";
import { randomFrom, type Random } from "../../fuzz/random.js";
import { decideCommandLine, rulesOf } from "./rules-of.js";

const RULES = rulesOf(
  ["git status", "ls", "cat", "npm run *", "timeout", "nice", "env", "command", "nohup"],
  ["git push", "ls --evil"],
);
const FINE = [
  ["git", "status"],
  ["git", "status", "-s", "it's"],
  ["ls", "a b", "$HOME", "`x`"],
  ["cat", 'say "x"', "a;b", "c|d&&e"],
  ["npm", "run", "build", "--", "*", "#x", "~"],
];
const BAD = [
  ["rm", "-rf", "/"],
  ["git", "push", "--force"],
  ["git"],
  ["npm", "publish"],
  ["/tmp/ls"],
  ["./cat", "x"],
  ["ls", "x", "--evil"],
  ["sudo", "ls"],
  ["xargs", "cat"],
  ["bash", "x.sh"],
  ["eval", "ls"],
  ["LS"],
];
const WRAPPERS = ["", "timeout 5 ", "nice -n 5 ", "env LC_ALL=C ", "command ", "nohup nice "];
const ROUNDS = 3000;
// A busy machine may take its time.
const PATIENTLY = { timeout: 60_000 };

test("whatever is composed of allowed commands is accepted", PATIENTLY, () => {
  const refused: unknown[] = [];
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const dice = randomFrom(seed);
    const line = composed(dice, () => dice.pick(FINE));
    const { decision, reason } = decideCommandLine(RULES, line);
    if (decision !== "accept") refused.push({ seed, line, reason });
  }
  expect(refused).toEqual([]);
});

test(
  "one command that is denied or not listed declines all of it, wherever it stands",
  PATIENTLY,
  () => {
    const accepted: unknown[] = [];
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const dice = randomFrom(-seed);
      const bad = dice.pick(BAD);
      const line = composed(dice, (at, count) => (at === count ? bad : dice.pick(FINE)));
      if (decideCommandLine(RULES, line).decision !== "decline") accepted.push({ seed, line });
    }
    expect(accepted).toEqual([]);
  },
);

test(
  "a bad command put anywhere into a good line declines it, or is only text in it",
  PATIENTLY,
  () => {
    const accepted: unknown[] = [];
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const dice = randomFrom(seed * 7919);
      const line = composed(dice, () => dice.pick(FINE));
      const cut = dice.below(line.length + 1);
      const hack = dice.pick(HACKS);
      const { decision, parts } = decideCommandLine(
        RULES,
        line.slice(0, cut) + hack + line.slice(cut),
      );
      const names = parts.map(({ what }) => what.split(" ")[0]);
      // Accepted, it must have become part of a word of a command that is fine with any word.
      if (decision === "accept" && !names.every((name) => KNOWN.has(name))) {
        accepted.push({ seed, line, hack, parts });
      }
    }
    expect(accepted).toEqual([]);
  },
);

const HACKS = [
  "; rm x;",
  "\nrm\n",
  "$(rm)",
  "`rm`",
  " | rm ",
  ">x",
  "&rm&",
  "'",
  '"',
  "\\",
  "(rm)",
];
const KNOWN = new Set<string | undefined>([
  "git",
  "ls",
  "cat",
  "npm",
  "timeout",
  "nice",
  "env",
  "command",
  "nohup",
]);

/** A line of up to four commands, each maybe wrapped, all of it maybe inside of shells. */
function composed(dice: Random, choose: (at: number, special: number) => readonly string[]) {
  const count = 1 + dice.below(4);
  const special = dice.below(count);
  const commands = Array.from({ length: count }, (_, at) => {
    const command = dice.pick(WRAPPERS) + commandAtRandom(choose(at, special), dice);
    return dice.chance(4) ? wrapAtRandom(command, dice) : command;
  });
  const line = lineAtRandom(commands, dice) + (dice.chance(5) ? dice.pick([";", " &", "\n"]) : "");
  return dice.chance(3) ? wrapAtRandom(line, dice) : line;
}

test("every operator is among those that are tried", () => {
  const tried = new Set(OPERATORS.map((operator) => operator.trim() || "\n"));
  expect([...tried].sort()).toEqual(["\n", "&", "&&", ";", "|", "|&", "||"]);
});
