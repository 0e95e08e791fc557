import { expect, test } from "vitest";

import { decideCommandLine, rulesOf } from "../approvals/rules/rules-of.js";

const DENIED = [
  "git push",
  "git push --force",
  "git commit",
  "npm publish",
  "cargo publish",
  "rm -rf",
  "curl --output",
];
/** Other ways to come to a denied sub-command, or to write a denied option. */
const HIDDEN = [
  "git -c alias.x=push x",
  "git -c alias.x=!rm x",
  "git -calias.x=push x",
  "git -P -c alias.x=push x",
  "git -C . -c alias.x=push x",
  "git --config-env=alias.x=HOME x",
  "git --config-env alias.x=HOME x",
  "git -c include.path=x status",
  "git -c core.fsmonitor=./x status",
  "git --exec-path=/tmp status",
  "git --exec-path=/tmp x",
  "git x",
  "git -C sub x",
  "git --git-dir=sub/.git x",
  "git pus",
  "git push-x",
  "/usr/bin/git -c alias.x=push x",
  "GIT -c alias.x=push x",
  "npm publ",
  "npm pub --tag x",
  "cargo --config alias.x=publish x",
  "cargo x",
  "rm -fr x",
  "rm -r -f x",
  "rm -vrf x",
  "rm x -f -r",
  "curl --outp x http://y",
  "curl --o=x http://y",
];
const OPEN = [
  "git status",
  "git -C sub status",
  "git --no-pager log",
  "git add x",
  "npm run build",
  "npm ci",
  "cargo build",
  "rm -f x",
  "rm -r x",
  "curl -s http://y",
];
const AROUND = [
  (line: string) => line,
  (line: string) => `env ${line}`,
  (line: string) => `command ${line}`,
  (line: string) => `timeout 5 ${line}`,
  (line: string) => `nice -n 5 nohup ${line}`,
  (line: string) => `bash -lc '${line}'`,
  (line: string) => `ls && ${line}`,
  (line: string) => `ls | ${line}`,
];

const decisions = (lines: readonly string[], allow: readonly string[]) => {
  const rules = rulesOf(allow, DENIED);
  return AROUND.flatMap((wrap) =>
    lines.map((line) => {
      const { decision, why } = decideCommandLine(rules, wrap(line));
      return [wrap(line), decision, why];
    }),
  );
};
const all = (lines: readonly string[], decision: string, why: string) =>
  AROUND.flatMap((wrap) => lines.map((line) => [wrap(line), decision, why]));

test("a deny rule is met under every other name, even where all is allowed", () => {
  expect(decisions(HIDDEN, ["*"])).toEqual(all(HIDDEN, "decline", "denied"));
});

test("it is met where a rule allows the very words", () => {
  const allow = ["*", ...HIDDEN.map((line) => `=${line}`)];
  expect(decisions(HIDDEN, allow)).toEqual(all(HIDDEN, "decline", "denied"));
});

test("what is surely something else stays allowed", () => {
  expect(decisions(OPEN, ["*"])).toEqual(all(OPEN, "accept", "allowed"));
});

test("the reason names the option and the rule", () => {
  expect(decideCommandLine(rulesOf(["*"], ["git push"]), "git -c alias.x=push x")).toEqual({
    decision: "decline",
    why: "denied",
    rule: "git push",
    reason:
      '"git -c alias.x=push x" may be what the rule "git push" denies: "-c" can stand for any sub-command',
    parts: [
      {
        what: "git -c alias.x=push x",
        decision: "decline",
        why: "denied",
        rule: "git push",
        reason:
          '"git -c alias.x=push x" may be what the rule "git push" denies: "-c" can stand for any sub-command',
        option: "-c",
      },
    ],
    option: "-c",
  });
});
