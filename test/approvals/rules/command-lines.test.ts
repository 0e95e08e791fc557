import { describe, expect, test } from "vitest";

import type { Rules } from "../../../src/approvals/rules/decide.js";
import type { Why } from "../../../src/approvals/rules/decision.js";
import { decideCommandLine, rulesOf } from "./rules-of.js";

const READING = rulesOf([
  "git status",
  "git log",
  "ls",
  "cat",
  "npm run *",
  "=npm test",
  "[",
  "true",
]);

const answer = (rules: Rules, line: string) => {
  const { decision, why } = decideCommandLine(rules, line);
  return [decision, why];
};

describe("rules that name commands", () => {
  test.each<[line: string, why: Why]>([
    ["git status", "allowed"],
    ["git status -s --long", "allowed"],
    ["  git\tstatus  ", "allowed"],
    ["git status;", "allowed"],
    ["git status &", "allowed"],
    ["\ngit status\n", "allowed"],
    ["git st\\\natus", "allowed"],
    ["git \\\n  status", "allowed"],
    ["g'i't \"sta\"tus", "allowed"],
    ["\\git status", "allowed"],
    ["git status '#x'", "allowed"],
    ["git status a#b", "allowed"],
    ["git log '$HOME' '`x`' '$(x)'", "allowed"],
    ['git log "\\$HOME \\`x\\` \\" \\\\"', "allowed"],
    ["git log \\$HOME", "allowed"],
    ["git log 'a;b' \"c&&d\" e\\|f", "allowed"],
    ["git log 'two\nlines'", "allowed"],
    ["git log äöü 日本", "allowed"],
    ["ls *.ts src/{a,b} ~/x HEAD~1", "allowed"],
    ["git status && ls", "allowed"],
    ["git status&&ls||cat x;ls|cat&ls", "allowed"],
    ["git status |& cat", "allowed"],
    ["git status &&\nls |\n\n cat", "allowed"],
    ["git status\nls\n\ncat x", "allowed"],
    ["git status 2>&1 | cat", "allowed"],
    ["git status >/dev/null 2>&1", "allowed"],
    ["git status 2>/dev/null", "allowed"],
    ["git status > /dev/null; ls", "allowed"],
    ["</dev/null cat", "allowed"],
    ["2>&1 ls", "allowed"],
    ["LC_ALL=C TZ=UTC ls", "allowed"],
    ["NO_COLOR=1 git status", "allowed"],
    ["npm run build", "allowed"],
    ["npm run 'build'", "allowed"],
    ["npm run build -- --watch", "allowed"],
    ["npm test", "allowed"],
    ["[ -f x ] && ls || true", "allowed"],
    ["bash -c 'git status'", "allowed"],
    ["sh -c 'git status && ls'", "allowed"],
    ["zsh -lc 'git status'", "allowed"],
    ["/bin/bash -lc 'git status'", "allowed"],
    ["/usr/bin/env", "unlisted"],
    ["/opt/homebrew/bin/bash -lc \"ls 'a b'\"", "allowed"],
    ["bash -euo pipefail -c 'ls'", "allowed"],
    ["bash --noprofile --norc -c ls", "allowed"],
    ["bash -c \"sh -c 'bash -c ls'\"", "allowed"],
    ["ls; bash -c ls", "allowed"],
    ["git", "unlisted"],
    ["git push", "unlisted"],
    ["git statusx", "unlisted"],
    ["git 'status x'", "unlisted"],
    ["gitstatus", "unlisted"],
    ["GIT status", "unlisted"],
    ["./git status", "unlisted"],
    ["/tmp/git status", "unlisted"],
    ["/usr/bin/git status", "unlisted"],
    ["git -C /tmp status", "unlisted"],
    ["git stat*", "unlisted"],
    ["git {status,push}", "unlisted"],
    ["npm run *", "unlisted"],
    ["npm run", "unlisted"],
    ["npm run build --watch", "unlisted"],
    ["npm test --evil", "unlisted"],
    ["npm test | tee", "unlisted"],
    ["git status && rm -rf /", "unlisted"],
    ["rm -rf / && git status", "unlisted"],
    ["git status; rm", "unlisted"],
    ["git status || rm", "unlisted"],
    ["git status | rm", "unlisted"],
    ["git status |& rm", "unlisted"],
    ["git status & rm", "unlisted"],
    ["git status\nrm", "unlisted"],
    ["git status&rm", "unlisted"],
    ["git status 2>&1&rm", "unlisted"],
    ["git log 'x'\n'rm' y", "unlisted"],
    ["git log \\\n\nrm", "unlisted"],
    ['git log "a\\\nb"; rm', "unlisted"],
    ["bash -c 'git status; rm'", "unlisted"],
    ["bash -c 'git status' && rm", "unlisted"],
    ["bash -c \"sh -c 'git status; rm'\"", "unlisted"],
    ["bash -c 'bash -c \"bash -c rm\"'", "unlisted"],
    ["nice git status", "unlisted"],
    ["time git status", "unlisted"],
    ["env git status", "unlisted"],
    ["nohup git status", "unlisted"],
    ["bash", "unclear"],
    ["bash x.sh", "unclear"],
    ["git status | sh", "unclear"],
    ["bash -s", "unclear"],
    ["bash -ic ls", "unclear"],
    ["bash -c ls extra", "unclear"],
    ["bash -c", "unclear"],
    ["bash -c *", "unclear"],
    ["bash --rcfile x -c ls", "unclear"],
    ["/tmp/bash -c ls", "unclear"],
    ["./sh -c ls", "unclear"],
    ["fish -c ls", "unclear"],
    ["sudo git status", "unclear"],
    ["ls | xargs cat", "unclear"],
  ])("%j is %s", (line, why) => {
    expect(answer(READING, line)).toEqual([why === "allowed" ? "accept" : "decline", why]);
  });
});

const WRAPPING = rulesOf(
  [
    "timeout",
    "nice",
    "env",
    "command",
    "exec",
    "nohup",
    "time",
    "stdbuf",
    "setsid",
    "ionice",
  ].concat(
    [
      "git status",
      "find",
      "ls",
      "=sudo systemctl restart nginx",
      "=xargs cat",
      "=timeout 9 make all",
    ],
    ["=find . -exec cat '{}' \\;", "/usr/bin/env"],
  ),
);

describe("a wrapper and what it runs both need a rule", () => {
  test.each<[line: string, why: Why]>([
    ["timeout 5 git status", "allowed"],
    ["timeout -k 5 --signal=KILL 1.5m git status -s", "allowed"],
    ["nice -n 5 nohup git status", "allowed"],
    ["nice -10 ls", "allowed"],
    ["env LC_ALL=C git status", "allowed"],
    ["/usr/bin/env ls", "allowed"],
    ["env", "allowed"],
    ["command git status", "allowed"],
    ["command -v rm", "allowed"],
    ["exec git status", "allowed"],
    ["time -p ls", "allowed"],
    ["stdbuf -oL ls", "allowed"],
    ["stdbuf -o 0 ls", "allowed"],
    ["setsid -w ls", "allowed"],
    ["ionice -c 3 ls", "allowed"],
    ["timeout 5 bash -c 'git status | ls'", "allowed"],
    ["timeout 9 make all", "allowed"],
    ["find . -name '*.ts'", "allowed"],
    ["find . -name *.ts", "allowed"],
    ["sudo systemctl restart nginx", "allowed"],
    ["ls | xargs cat", "allowed"],
    ["find . -exec cat {} \\;", "allowed"],
    ["timeout 5 rm", "unlisted"],
    ["timeout 9 make all clean", "unlisted"],
    ["nice nice nice rm", "unlisted"],
    ["env LC_ALL=C rm", "unlisted"],
    ["command rm", "unlisted"],
    ["exec rm", "unlisted"],
    ["nohup rm &", "unlisted"],
    ["timeout 5 bash -c 'git status; rm'", "unlisted"],
    ["/tmp/env ls", "unlisted"],
    ["/usr/bin/nice ls", "unlisted"],
    ["timeout --odd 5 ls", "unclear"],
    ["timeout * ls", "unclear"],
    ["nice -* ls", "unclear"],
    ["timeout five ls", "unclear"],
    ["time -o /etc/x ls", "unclear"],
    ["exec -a git ls", "unclear"],
    ["command -p ls", "unclear"],
    ["env PATH=/tmp ls", "unclear"],
    ["env -S 'ls rm'", "unclear"],
    ["env -i ls", "unclear"],
    ["env -u PATH ls", "unclear"],
    ["sudo ls", "unclear"],
    ["sudo systemctl restart nginx x", "unclear"],
    ["sudo systemctl restart ngin*", "unclear"],
    ["doas ls", "unclear"],
    ["su -c ls", "unclear"],
    ["ls | xargs -0 cat", "unclear"],
    ["find . -exec rm {} \\;", "unclear"],
    ["find . -execdir ls \\;", "unclear"],
    ["find . -ok ls \\;", "unclear"],
    ["find . -e*c ls \\;", "unclear"],
    ["find *", "unclear"],
    ["parallel ls ::: a", "unclear"],
    ["watch ls", "unclear"],
    ["strace ls", "unclear"],
    ["busybox ls", "unclear"],
    ["ssh host ls", "unclear"],
  ])("%j is %s", (line, why) => {
    expect(answer(WRAPPING, line)).toEqual([why === "allowed" ? "accept" : "decline", why]);
  });
});

const NEARLY_ALL = rulesOf(
  [
    "*",
    "=sudo rm x",
    "=su -c 'rm x'",
    "=xargs rm",
    "=busybox rm x",
    "=bash rm.sh",
    "=su -c 'npm publish; ls'",
  ],
  ["rm", "git push", "=npm publish", "curl -o*", "sh"],
);

describe("a deny rule is looked for everywhere", () => {
  test.each<[line: string, why: Why]>([
    ["ls", "allowed"],
    ["git status", "allowed"],
    ["git add *.ts", "allowed"],
    ["git show stash@{0} HEAD^", "allowed"],
    ["echo rm", "allowed"],
    ["npm publish --dry-run", "allowed"],
    ["sh -c ls", "allowed"],
    ["bash rm.sh", "allowed"],
    ["rm x", "denied"],
    ["/bin/rm x", "denied"],
    ["./rm x", "denied"],
    ["RM x", "denied"],
    ["\\rm x", "denied"],
    ["'r'm x", "denied"],
    ['r"m" x', "denied"],
    ["r\\\nm x", "denied"],
    ["command rm x", "denied"],
    ["env rm x", "denied"],
    ["env LC_ALL=C /bin/rm x", "denied"],
    ["nice -n 5 nohup rm x", "denied"],
    ["sudo rm x", "denied"],
    ["sudo -u root /bin/rm x", "denied"],
    ["su -c 'rm x'", "denied"],
    ["xargs rm", "denied"],
    ["ls | xargs -0 sh -c 'rm x'", "denied"],
    ["busybox rm x", "denied"],
    ["find . -exec rm {} +", "denied"],
    ["ls && rm x", "denied"],
    ["bash -c 'ls; rm x'", "denied"],
    ["bash -c \"bash -c 'rm x'\"", "denied"],
    ["ls; sh -c ls", "denied"],
    ["git push", "denied"],
    ["git -C . push", "denied"],
    ["git -c a=b push --force", "denied"],
    ["git pu?h", "denied"],
    ["git p[u]sh", "denied"],
    ["git {-C,.,push}", "denied"],
    ["git p{us,u}h", "denied"],
    ["git *", "denied"],
    ["npm publish", "denied"],
    ["npm publis?", "denied"],
    ["su -c 'npm publish; ls'", "denied"],
    ["timeout 5 npm publish", "denied"],
    ["curl -s -oX http://x", "denied"],
  ])("%j is %s", (line, why) => {
    expect(answer(NEARLY_ALL, line)).toEqual([why === "allowed" ? "accept" : "decline", why]);
  });
});

test("words that no shell will read are compared as they stand", () => {
  expect(decideCommandLine(READING, ["git", "status", "$(x)", "a;b", "*"]).decision).toBe("accept");
  expect(decideCommandLine(READING, ["npm", "run", "*"]).decision).toBe("accept");
  expect(decideCommandLine(READING, ["/bin/zsh", "-lc", "git status && ls"]).decision).toBe(
    "accept",
  );
  expect(decideCommandLine(READING, ["/bin/zsh", "-lc", "git status && rm"]).decision).toBe(
    "decline",
  );
  expect(decideCommandLine(READING, ["bash", "-c", "bash -c 'ls; rm'"]).decision).toBe("decline");
  expect(decideCommandLine(READING, ["git", "push"]).decision).toBe("decline");
});

test("without rules nothing is accepted", () => {
  expect(decideCommandLine(rulesOf([]), "ls")).toEqual({
    decision: "decline",
    why: "unlisted",
    rule: null,
    reason: 'no rule allows "ls"',
    parts: [
      {
        what: "ls",
        decision: "decline",
        why: "unlisted",
        rule: null,
        reason: 'no rule allows "ls"',
      },
    ],
  });
});
