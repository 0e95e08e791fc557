import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { withEngine, placeOf, type Engine } from "../helpers/engine.js";
import { writeProgram } from "../helpers/git-repository.js";
import { BIN, spawnCli, textOf } from "../helpers/run-cli.js";

const CI = readFileSync(new URL("../../docs/ci.md", import.meta.url), "utf8");

const FINDING = {
  title: "[P1] Off by one",
  body: "It counts once too often.",
  confidence_score: 0.8,
  priority: 1,
  code_location: { absolute_file_path: "{workdir}/a.txt", line_range: { start: 2, end: 2 } },
};
const VERDICT = {
  findings: [FINDING],
  overall_correctness: "patch is incorrect",
  overall_explanation: "It breaks.",
  overall_confidence_score: 0.9,
};
const scenario = {
  description: "A reviewer who finds one thing that blocks.",
  responses: [{ say: [{ text: JSON.stringify(VERDICT) }] }],
};

test("the step for GitHub Actions fails the job, annotates the line and leaves a SARIF log", async () => {
  await withEngine({ scenario }, async (engine) => {
    branchOff(engine);
    const step = scriptIn("GitHub Actions", /- run: \|\n((?: {4}.*\n)+)/);
    const { exit, stdout } = await shell(step, engine, { GITHUB_BASE_REF: "main" });
    expect({ exit, stdout, log: resultsIn(join(engine.workdir, "review.sarif")) }).toEqual({
      exit: 3,
      stdout:
        "::error file=a.txt,line=2,endLine=2,title=P1 Off by one::It counts once too often.\n" +
        "::error::fail: the only finding blocks (P1 and worse)\n",
      log: [{ ruleId: "P1", uri: "a.txt", startLine: 2 }],
    });
  });
});

test("the job for GitLab fails and leaves a Code Quality report", async () => {
  await withEngine({ scenario }, async (engine) => {
    branchOff(engine);
    const line = scriptIn("GitLab", / {4}- (turnpipe .*\n)/);
    const branch = { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main" };
    const { exit } = await shell(line, engine, branch);
    const report: unknown = JSON.parse(
      readFileSync(join(engine.workdir, "gl-code-quality.json"), "utf8"),
    );
    expect({ exit, report }).toEqual({
      exit: 3,
      report: [
        expect.objectContaining({
          check_name: "turnpipe/P1",
          severity: "critical",
          location: { path: "a.txt", lines: { begin: 2, end: 2 } },
        }),
      ],
    });
  });
});

test("the step that needs capacity says when to try again, and does not fail without it", async () => {
  await withEngine({ scenario: "http-500" }, async (engine) => {
    mkdirSync(join(engine.workdir, ".github"));
    writeFileSync(join(engine.workdir, ".github", "prompt.md"), "Go");
    writeFileSync(join(engine.workdir, "verdict.schema.json"), "{}");
    const [, step = ""] =
      /## A job that runs a turn\n[^]*?```yaml\n- run: \|\n((?: {4}.*\n)+)/.exec(CI) ?? [];
    const { exit, stdout } = await shell(step, engine, {});
    expect({ exit, stdout }).toEqual({
      exit: 0,
      stdout: "::warning::no capacity: try again later\n",
    });
  });
});

/** A change on a branch of its own; what it left is known as origin/main. */
function branchOff({ workdir }: Engine): void {
  const git = (...args: string[]): void => void execFileSync("git", args, { cwd: workdir });
  git("update-ref", "refs/remotes/origin/main", "HEAD");
  writeFileSync(join(workdir, "a.txt"), "one\ntwo\nthree\n");
  git("add", "a.txt");
  git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "Add a file");
}

/** The lines of a block of the page, as a shell would get them. */
function scriptIn(page: string, lines: RegExp): string {
  const block = CI.split("```yaml\n").find((part) => part.startsWith(`# ${page}`)) ?? "";
  const [, script = ""] = lines.exec(block.split("```")[0] ?? "") ?? [];
  expect(script).toMatch(/turnpipe review/);
  return script.replaceAll(/^ +/gm, "");
}

/** Runs a script with turnpipe on the PATH, as a job would. */
async function shell(script: string, engine: Engine, env: Record<string, string>) {
  const bin = join(engine.codexHome, "..", "bin");
  mkdirSync(bin);
  writeProgram(join(bin, "turnpipe"), `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`);
  const place = placeOf(engine);
  const { child, ended } = spawnCli(["sh", "-e", "-c", script], ["ignore", "pipe", "ignore"], {
    ...place,
    env: { ...place.env, ...env, PATH: `${bin}:${engine.env["PATH"] ?? ""}` },
  });
  const stdout = child.stdout === null ? "" : await textOf(child.stdout);
  return { ...(await ended), stdout };
}

function resultsIn(path: string): unknown {
  interface Result {
    ruleId: string;
    locations: {
      physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } };
    }[];
  }
  const log = JSON.parse(readFileSync(path, "utf8")) as { runs: { results: Result[] }[] };
  return log.runs[0]?.results.map(({ ruleId, locations: [at] }) => ({
    ruleId,
    uri: at?.physicalLocation.artifactLocation.uri,
    startLine: at?.physicalLocation.region.startLine,
  }));
}
