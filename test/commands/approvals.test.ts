import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { main } from "../../commands/main.js";
import type { ConfigFile } from "../../config/schema.js";
import { ExplainedDecision } from "../../src/dialect/approval.js";
import { emptyWorld } from "./world.js";

const RULES: ConfigFile = {
  approvals: {
    allow: [
      "git status",
      "ls",
      "sleep",
      "sort",
      "=npm test",
      "path: src/**",
      "mcp: files/read_*",
      "host: *.example.org",
    ],
    deny: ["git push", "path: src/secret"],
  },
};

/** What `approvals` exits with and says, where the user's and the project's files say this. */
async function outcome(argv: readonly string[], user: ConfigFile = RULES, project?: ConfigFile) {
  const { world, stdout, stderr } = emptyWorld(["approvals", ...argv]);
  mkdirSync(join(world.cwd, "config", "turnpipe"), { recursive: true });
  writeFileSync(join(world.cwd, "config", "turnpipe", "config.json"), JSON.stringify(user));
  if (project !== undefined) {
    writeFileSync(join(world.cwd, ".turnpiperc.json"), JSON.stringify(project));
  }
  const code = await main({ ...world, env: { ...world.env, NO_COLOR: "1" } });
  return { code, stdout: stdout.text, stderr: stderr.text.replaceAll(world.cwd, "") };
}

const allowed = (stdout: string) => ({ code: 0, stdout, stderr: "" });
const refused = (stdout: string) => ({ code: 3, stdout, stderr: "" });

describe("approvals explain says for people", () => {
  test.each<[argv: string[], stdout: string]>([
    [["git status"], '✓ accept: allowed by the rule "git status"\n'],
    [["git", "status"], '✓ accept: allowed by the rule "git status"\n'],
    [["--", "ls", "--json"], '✓ accept: allowed by the rule "ls"\n'],
    [["npm test"], '✓ accept: allowed by the rule "=npm test"\n'],
    [["--path", "src/a.ts"], '✓ accept: allowed by the rule "path: src/**"\n'],
    [["--mcp", "files/read_file"], '✓ accept: allowed by the rule "mcp: files/read_*"\n'],
    [["--host", "api.example.org"], '✓ accept: allowed by the rule "host: *.example.org"\n'],
    [
      ["git status && ls -l"],
      "✓ accept: each of its 2 parts is allowed by a rule\n" +
        '  ✓ git status  (allowed by the rule "git status")\n' +
        '  ✓ ls -l  (allowed by the rule "ls")\n',
    ],
  ])("that %j is allowed", async (argv, stdout) => {
    expect(await outcome(["explain", ...argv])).toEqual(allowed(stdout));
  });

  test.each<[argv: string[], stdout: string]>([
    [["rm x"], '✗ decline: no rule allows "rm x"\n'],
    [["--", "git", "push", "-f"], '✗ decline: "git push -f" is denied by the rule "git push"\n'],
    [
      ["git status && rm -rf /"],
      '✗ decline: no rule allows "rm -rf /"\n' +
        '  ✓ git status  (allowed by the rule "git status")\n' +
        '  ✗ rm -rf /  (no rule allows "rm -rf /")\n',
    ],
    [
      ["--path", "src/a", "--path", "src/secret/b"],
      '✗ decline: "src/secret/b" is denied by the rule "path: src/secret"\n' +
        '  ✓ src/a  (allowed by the rule "path: src/**")\n' +
        '  ✗ src/secret/b  ("src/secret/b" is denied by the rule "path: src/secret")\n',
    ],
    [
      ["git status --porc"],
      '✗ decline: "--porc" is not among the options of git status known to be read-only; the rule' +
        ' "git status" allows only read-only use of git status (spell "--porc" in the rule to allow it)\n',
    ],
    [["--mcp", "files/write"], '✗ decline: no rule allows "files/write"\n'],
    [["--host", "example.com"], '✗ decline: no rule allows "example.com"\n'],
    [[""], "✗ decline: not clear enough to allow: an empty command\n"],
  ])("that %j is not", async (argv, stdout) => {
    expect(await outcome(["explain", ...argv])).toEqual(refused(stdout));
  });
});

describe("approvals explain --path says where a link leads", () => {
  /** The same where `src` has these links, with the directory it runs in left out of the words. */
  async function linked(target: string, path: string, git?: Readonly<Record<string, string>>) {
    const { world, stdout } = emptyWorld(["approvals", "explain", "--path", path]);
    for (const directory of ["src", "lib", "scripts/hooks", "config/turnpipe", ".codex"]) {
      mkdirSync(join(world.cwd, directory), { recursive: true });
    }
    symlinkSync(target, join(world.cwd, "src", "link"));
    const approvals = { allow: ["path: src/**", "path: **"] };
    writeFileSync(join(world.cwd, "config/turnpipe/config.json"), JSON.stringify({ approvals }));
    if (git !== undefined) execFileSync("git", ["init", "-q"], { cwd: world.cwd });
    for (const [key, value] of Object.entries(git ?? {})) {
      execFileSync("git", ["config", key, value], { cwd: world.cwd });
    }
    const code = await main({ ...world, env: { ...world.env, NO_COLOR: "1" } });
    return [code, stdout.text.replaceAll(realpathSync(world.cwd), "").replaceAll(world.cwd, "")];
  }

  const refusal = (path: string, more: string) => [
    3,
    `✗ decline: no rule allows "${path}"${more}\n`,
  ];

  test("outside", async () => {
    expect(await linked("/elsewhere", "src/link/x")).toEqual(
      refusal("src/link/x", ', which is really "/elsewhere/x", outside of ""'),
    );
  });

  test("in what no wildcard opens", async () => {
    expect(await linked("../.codex", "src/link/x")).toEqual(
      refusal("src/link/x", ', which is really "/.codex/x"'),
    );
  });

  test("in the user's own config, wherever that is", async () => {
    expect(await linked("../config", "src/link/turnpipe/config.json")).toEqual(
      refusal("src/link/turnpipe/config.json", ', which is really "/config/turnpipe/config.json"'),
    );
  });

  test("in the hooks that git is told to run", async () => {
    const git = { "core.hooksPath": "scripts/hooks" };
    expect(await linked("../scripts", "src/link/hooks/pre-push", git)).toEqual(
      refusal("src/link/hooks/pre-push", ', which is really "/scripts/hooks/pre-push"'),
    );
    expect(await linked("../scripts", "scripts/hooks/pre-push", git)).toEqual(
      refusal("scripts/hooks/pre-push", ""),
    );
    expect(await linked("../scripts", "scripts/hooks/pre-push", {})).toEqual([
      0,
      '✓ accept: allowed by the rule "path: **"\n',
    ]);
  });

  test("inside, where that is allowed as well", async () => {
    expect(await linked("../lib", "src/link/x")).toEqual([
      0,
      '✓ accept: allowed by the rule "path: **"\n',
    ]);
  });
});

describe("one word is a line for a shell, several are its words", () => {
  test.each<[argv: string[], code: number]>([
    [["git status; ls"], 0],
    [["git", "status; ls"], 3],
    [["git", "status", ";", "rm"], 0],
    [["git status; rm"], 3],
    [["git", "status", "$(rm)"], 0],
    [["git status $(rm)"], 3],
  ])("%j exits with %d", async (argv, code) => {
    expect((await outcome(["explain", "--", ...argv])).code).toBe(code);
  });

  test("words that look like numbers stay as they were typed", async () => {
    const { stdout } = await outcome([
      "explain",
      "--json",
      "--",
      "sleep",
      "007",
      "1e3",
      "0x10",
      "-5",
    ]);
    const { parts } = JSON.parse(stdout) as ExplainedDecision;
    expect(parts.map(({ what }) => what)).toEqual(["sleep 007 1e3 0x10 -5"]);
  });
});

describe("approvals explain --json", () => {
  const reason = 'allowed by the rule "git status"';
  const BEYOND =
    '"-nox" makes sort write a file; the rule "sort" allows only read-only use of sort (spell "-o" in the rule to allow it)';
  const fine = { decision: "accept", why: "allowed", rule: "git status", reason };

  test.each<[argv: string[], code: number, judged: unknown]>([
    [["git status"], 0, { ...fine, parts: [{ what: "git status", ...fine }] }],
    [
      ["git status; rm"],
      3,
      {
        decision: "decline",
        why: "unlisted",
        rule: null,
        reason: 'no rule allows "rm"',
        parts: [
          { what: "git status", ...fine },
          {
            what: "rm",
            decision: "decline",
            why: "unlisted",
            rule: null,
            reason: 'no rule allows "rm"',
          },
        ],
      },
    ],
    [
      ["sort -nox y"],
      3,
      {
        decision: "decline",
        why: "unlisted",
        rule: null,
        reason: BEYOND,
        parts: [
          {
            what: "sort -nox y",
            decision: "decline",
            why: "unlisted",
            rule: null,
            reason: BEYOND,
            option: "-o",
          },
        ],
        option: "-o",
      },
    ],
    [
      [""],
      3,
      {
        decision: "decline",
        why: "unclear",
        rule: null,
        reason: "not clear enough to allow: an empty command",
        parts: [],
      },
    ],
  ])("prints one line for %j", async (argv, code, judged) => {
    const { stdout, ...rest } = await outcome(["explain", "--json", ...argv]);
    expect(rest).toEqual({ code, stderr: "" });
    expect(stdout).toMatch(/^[^\n]+\n$/);
    expect(ExplainedDecision.parse(JSON.parse(stdout))).toEqual(judged);
  });

  test.each([["--path", "src/a"], ["--mcp", "files/read_x"], ["--host", "x.org"], ["ls | sudo x"]])(
    "is what its schema says for %s %s",
    async (...argv) => {
      const { stdout } = await outcome(["explain", "--json", ...argv]);
      const judged: unknown = JSON.parse(stdout);
      expect(ExplainedDecision.parse(judged)).toEqual(judged);
    },
  );
});

test("a tool is all that follows the name of its server", async () => {
  const user = { approvals: { allow: ["mcp: files/read"] } };
  expect(await outcome(["explain", "--mcp", "files/read/all"], user)).toEqual(
    refused('✗ decline: no rule allows "files/read/all"\n'),
  );
});

describe("the rules", () => {
  test("are none where none are written, and so nothing is allowed", async () => {
    expect(await outcome(["explain", "ls"], {})).toEqual(
      refused('✗ decline: no rule allows "ls"\n'),
    );
  });

  const THEIRS = { approvals: { allow: ["rm"], deny: ["ls"] } };

  test("of a project only take away", async () => {
    const stderr =
      "warning: /.turnpiperc.json: ignored approvals.allow " +
      "(a project file may not loosen this; --trust-project-config allows it)\n";
    expect([
      await outcome(["explain", "rm x"], RULES, THEIRS),
      await outcome(["explain", "ls"], RULES, THEIRS),
    ]).toEqual([
      { code: 3, stdout: '✗ decline: no rule allows "rm x"\n', stderr },
      { code: 3, stdout: '✗ decline: "ls" is denied by the rule "ls"\n', stderr },
    ]);
  });

  test("of a trusted project count whole", async () => {
    expect(await outcome(["explain", "--trust-project-config", "rm x"], RULES, THEIRS)).toEqual(
      allowed('✓ accept: allowed by the rule "rm"\n'),
    );
  });

  test("that cannot be used are an error of the config", async () => {
    expect(await outcome(["explain", "ls"], { approvals: { deny: ["host: a.*"] } })).toEqual({
      code: 2,
      stdout: "",
      stderr:
        'turnpipe: the rule "host: a.*" is invalid: a * that is not the first part of a name (*.example.org)\n' +
        "hint: rules look like: git status, =npm test, path: src/**, mcp: files/read_*, host: *.example.org\n",
    });
  });
});

describe("a mistake", () => {
  const ONE =
    "approvals explain: expected a command, or one of --path, --mcp, --host\n" +
    "hint: for example: turnpipe approvals explain -- git push --force";

  test.each<[argv: string[], says: string]>([
    [[], "approvals: no action given: expected explain\nhint: see: turnpipe approvals --help"],
    [
      ["explan"],
      'approvals: unexpected argument "explan": expected explain\nhint: did you mean: turnpipe approvals explain',
    ],
    [
      ["list"],
      'approvals: unexpected argument "list": expected explain\nhint: see: turnpipe approvals --help',
    ],
    [["explain"], ONE],
    [["explain", "--json"], ONE],
    [["explain", "ls", "--path", "a"], ONE],
    [["explain", "--mcp", "a/b", "--host", "c"], ONE],
    [["explain", "--path", "a", "--", "ls"], ONE],
    [
      ["explain", "git", "push", "--force"],
      "approvals: unknown flag --force\nhint: see: turnpipe approvals --help",
    ],
    [["explain", "--host", "a", "--host", "b"], "--host was given more than once"],
  ])("in %j is exit 2, and stdout stays empty", async (argv, says) => {
    expect(await outcome(argv)).toEqual({ code: 2, stdout: "", stderr: `turnpipe: ${says}\n` });
  });
});
