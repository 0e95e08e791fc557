import { expect, test } from "vitest";

import type { Program } from "../../src/approvals/rules/programs/program.js";
import { spellingsOf } from "../../src/approvals/rules/programs/spellings.js";
import { PROGRAMS } from "../../src/approvals/rules/programs/table.js";
import { decideCommandLine, rulesOf } from "../approvals/rules/rules-of.js";

interface Member {
  path: string;
  letter: string;
  long: string;
}

/** Every option of a table with two spellings, and the command it belongs to; aliases share a table. */
function membersOf(path: string, program: Program, seen = new Set<Program>()): Member[] {
  if (seen.has(program)) return [];
  seen.add(program);
  const commands = Object.entries(program.commands ?? {});
  return [
    ...spellingsOf(program).map(({ letter, long }) => ({ path, letter, long })),
    ...commands.flatMap(([name, command]) => membersOf(`${path} ${name}`, command, seen)),
    // Rules and lines are written without quotes here.
  ].filter(({ letter }) => /[A-Za-z]/.test(letter));
}

const rulesAbout = ({ path, letter, long }: Member) => [`${path} -${letter}`, `${path} ${long}`];
const linesWith = ({ path, letter, long }: Member) => [
  `${path} -${letter} x`,
  `${path} x -v${letter}`,
  `${path} -v* x`,
  `${path} ${long} x`,
  `${path} x ${long}=y`,
  `${path} ${long.slice(0, -1)}* x`,
];

const GROUPS = [...PROGRAMS]
  .map(([name, program]) => ({ name, members: membersOf(name, program) }))
  .filter(({ members }) => members.length > 0);

test.each(GROUPS)(
  "a deny rule about an option of $name is met in both spellings",
  ({ members }) => {
    const cases = members.flatMap((member) =>
      rulesAbout(member).flatMap((rule) => linesWith(member).map((line) => [rule, line] as const)),
    );
    const met = cases.map(([rule, line]) => [
      rule,
      line,
      decideCommandLine(rulesOf(["*"], [rule]), line).why,
    ]);
    expect(met).toEqual(cases.map(([rule, line]) => [rule, line, "denied"]));
  },
);

test("there are many of them", () => {
  const count = GROUPS.reduce((sum, { members }) => sum + members.length, 0);
  expect(count).toBeGreaterThan(300);
});

test.each([
  ["git push -f", "git push --force origin main"],
  ["git push -f", "git push origin main --forc"],
  ["git push --force", "git push -f"],
  ["git push --force", "git push -uf origin main"],
  ["git push --force*", "git push -f"],
  ["git branch -D", "git branch --delete --force x"],
  ["rm -rf", "rm --recursive --force x"],
  ["rm -rf", "rm --force -R x -r"],
  ["rm -r -f", "rm -rf x"],
  ["rm --recursive --force", "rm --force --recursive x"],
  ["rm --recursive --force", "rm -fr x"],
  ["curl --output", "curl -o x http://y"],
  ["curl -o", "curl --output=x http://y"],
  ["* push -f", "git push --force"],
  ["git * -f", "git push --force"],
  ["git push -f", "ssh host git push --force"],
  ["go test -exec", "go test --exec=./x ./..."],
  ["=git push -f", "git push --force"],
])("%j denies %j", (rule, line) => {
  const { decision, why } = decideCommandLine(rulesOf(["*", `=${line}`], [rule]), line);
  expect({ decision, why }).toEqual({ decision: "decline", why: "denied" });
});

test.each([
  ["git push -f", "git push origin main"],
  ["git push -f", "git push -u origin main"],
  ["git push -f", "git push --follow-tags"],
  ["git push --force", "git push -n --tags"],
  ["git push -f", "git fetch --force"],
  ["rm -rf", "rm --force x"],
  ["git branch -D", "git branch --list"],
])("%j leaves %j alone", (rule, line) => {
  const { decision, why } = decideCommandLine(rulesOf(["*"], [rule]), line);
  expect({ decision, why }).toEqual({ decision: "accept", why: "allowed" });
});
