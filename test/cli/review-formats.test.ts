import { readFileSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";

import { FORMATS, render } from "../../src/review/formats/formats.js";
import { scratch } from "../helpers/git-repository.js";
import type { Engine } from "../helpers/engine.js";
import { withFolder } from "../helpers/play.js";
import { runCli } from "../helpers/run-in-process.js";
import { sarifTool } from "../review/sarif-tool.js";
import { sharedEngines } from "../helpers/shared-engine.js";
import { answer, CHANGED, lastEvent, raw, reportIn, review, reviewer } from "./reviewer.js";

const withEngine = sharedEngines();

const TWO = reviewer(answer(raw(1), raw(3, 1)));

test("every format can go to stdout, and all of them to files at once", async () => {
  await withOut(async (engine, out) => {
    const wishes = FORMATS.flatMap((format) => ["--format", `${format}=${join(out, format)}`]);
    const { exit, stdout } = await review(engine, ["--json", ...wishes]);
    const report = reportIn(stdout, engine);
    const expected = FORMATS.map((format) => [format, render(format, report)]);
    const files = FORMATS.map(async (format) => [
      format,
      await readFile(join(out, format), "utf8"),
    ]);
    const printed = [];
    for (const format of FORMATS) {
      const one = await review(engine, ["--quiet", "--format", format]);
      printed.push([format, one.stdout, one.exit]);
    }
    expect({ exit, blocking: report.findings.map(({ blocking }) => blocking) }).toEqual({
      exit: 3,
      blocking: [true, false],
    });
    expect(await Promise.all(files)).toEqual(expected);
    expect(printed).toEqual(expected.map((row) => [...row, 3]));
  });
});

test("the SARIF of a real run is what the official schema asks for", async () => {
  await withOut(async (engine, out) => {
    const file = join(out, "review.sarif");
    await review(engine, ["--format", "sarif", "-o", file]);
    const schema = JSON.parse(readFileSync(sarifTool().schema, "utf8")) as object;
    const isSarif = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    const log = JSON.parse(await readFile(file, "utf8")) as Log;
    isSarif(log);
    expect({ errors: isSarif.errors, results: log.runs[0]?.results.map(placeOf) }).toEqual({
      errors: null,
      results: [
        ["P1", "error", "hello.txt", 2],
        ["P3", "note", "hello.txt", 1],
      ],
    });
  });
});

test("files beside stdout, -o in its place, and --result for the last line", async () => {
  await withOut(async (engine, out) => {
    const [markdown, text, result] = ["a.md", "b.txt", "c.json"].map((name) => join(out, name));
    const files = ["--format", `markdown=${markdown}`, "--result", `${result}`];
    const beside = await review(engine, ["--quiet", ...files, "--format", "github"]);
    const last = lastEvent(await readFile(`${result}`, "utf8"), engine);
    const instead = await review(engine, ["--quiet", "-o", `${text}`]);
    const json = await review(engine, ["--json", "--result", `${result}`]);
    const report = reportIn(json.stdout, engine);
    expect({
      beside: beside.stdout,
      markdown: await readFile(`${markdown}`, "utf8"),
      review: last?.["review"],
      instead: instead.stdout,
      text: await readFile(`${text}`, "utf8"),
      result: await readFile(`${result}`, "utf8"),
      names: (await readdir(out)).sort(),
    }).toEqual({
      beside: render("github", report),
      markdown: render("markdown", report),
      review: report,
      instead: "",
      text: render("text", report),
      result: `${json.stdout.split("\n").at(-2) ?? ""}\n`,
      names: ["a.md", "b.txt", "c.json"],
    });
  });
});

test("a file that cannot be written is named by its own flag, before anything is asked", async () => {
  await withOut(async (engine, out) => {
    const { exit, stdout, stderr } = await review(engine, ["--quiet", "-o", join(out, "no", "x")]);
    expect({ exit, stdout, stderr: stderr.replaceAll(out, "OUT") }).toEqual({
      exit: 2,
      stdout: "",
      stderr: "turnpipe: --output OUT/no/x: cannot be written: no such file or directory\n",
    });
  });
});

test.each([
  {
    args: ["--json", "--format", "sarif"],
    stderr:
      "turnpipe: --json prints events on stdout\nhint: give the format a file: --format sarif=FILE\n",
  },
  {
    args: ["--format", "sarif", "--format", "github"],
    stderr:
      "turnpipe: only one --format can go to stdout\nhint: write the others to files: --format sarif=review.sarif\n",
  },
  {
    args: ["--format", "sarif", "--format", "github", "-o", "x"],
    stderr:
      "turnpipe: only one --format can go to x\nhint: write the others to files: --format sarif=review.sarif\n",
  },
  {
    args: ["--format", "xml"],
    stderr:
      "turnpipe: --format xml: expected text, json, jsonl, sarif, github, markdown, codeclimate\nhint: to write to a file: --format sarif=review.sarif\n",
  },
  {
    args: ["--timeout", "soon"],
    stderr: "turnpipe: --timeout soon: expected a time, such as 90s or 5m\n",
  },
  {
    args: ["--uncommitted", "--base", "main"],
    stderr: "turnpipe: a review has one target, not --uncommitted and --base\n",
  },
  {
    args: ["--base", "nowhere"],
    stderr: "turnpipe: 'nowhere' is not a commit in this repository\n",
  },
  {
    args: ["--instructions-file", "nowhere.md"],
    stderr: "turnpipe: cannot read --instructions-file nowhere.md: no such file or directory\n",
  },
  {
    args: ["--instructions-file", "hello.txt", "Look!"],
    stderr: "turnpipe: give the text as an argument or with --instructions-file, not both\n",
  },
])("$args is exit 2, and stdout stays empty", async ({ args, stderr }) => {
  await withOut(async (engine) => {
    const ran = await review(engine, args);
    expect({ ...ran, stderr: ran.stderr.replaceAll(engine.workdir, "WORKDIR") }).toEqual({
      exit: 2,
      stdout: "",
      stderr,
      left: [],
    });
    expect(engine.model.requests).toEqual([]);
  });
});

test("a branch that only the remote has is a guess away", async () => {
  await withOut(async (engine) => {
    scratch(engine.workdir).run("update-ref", "refs/remotes/origin/trunk", "HEAD");
    expect(await review(engine, ["--base", "trunk"])).toEqual({
      exit: 2,
      stdout: "",
      stderr:
        "turnpipe: 'trunk' is not a commit in this repository\nhint: did you mean origin/trunk?\n",
      left: [],
    });
  });
});

test("outside of a repository there is nothing to review", async () => {
  await withFolder(async (cwd) => {
    expect(await runCli(["review"], { cwd })).toEqual({
      exit: 2,
      stdout: "",
      stderr: `turnpipe: ${cwd} is not inside a git repository\nhint: a review compares changes that git knows\n`,
      left: [],
    });
  });
});

test("a flag that does not exist is named, with the way to help", async () => {
  expect(await runCli(["review", "--fail-of", "P1"])).toEqual({
    exit: 2,
    stdout: "",
    stderr: "turnpipe: review: unknown flag --fail-of\nhint: did you mean: --fail-on\n",
    left: [],
  });
});

test("the help teaches targets, gate, formats and statuses by example", async () => {
  const { exit, stdout, stderr } = await runCli(["review", "--help"]);
  const page = stdout.replaceAll(/\s+/g, " ");
  const taught = [
    "turnpipe review [INSTRUCTIONS] [flags]",
    "Target:",
    "Gate:",
    "Output:",
    "Input:",
    "(P0, P1, P2, P3, never)",
    FORMATS.join(", "),
    "turnpipe review --base origin/main --fail-on P2",
    "# several formats turnpipe review --base main --format sarif=review.sarif --format github",
    "exit 124",
  ];
  expect({ exit, stderr, missing: taught.filter((words) => !page.includes(words)) }).toEqual({
    exit: 0,
    stderr: "",
    missing: [],
  });
});

test("the demo is a real review, with findings that block", async () => {
  await withFolder(async (cwd) => {
    const { exit, stdout, left } = await runCli(["review", "--demo"], { cwd });
    const { findings, ...report } = JSON.parse(
      (await runCli(["review", "--demo", "--format", "json", "-q"], { cwd })).stdout,
    ) as ReturnType<typeof reportIn>;
    expect({ exit, left, outcome: report.outcome, source: report.source }).toEqual({
      exit: 3,
      left: [],
      outcome: "fail",
      source: "json",
    });
    expect(stdout).toBe(render("text", { ...report, findings }));
    expect(findings.map(({ priority, anchored }) => [priority, anchored])).toEqual([
      [1, "on-diff"],
      [2, "on-diff"],
    ]);
  });
});

interface Log {
  runs: { results: Result[] }[];
}

interface Result {
  ruleId: string;
  level: string;
  locations: [
    { physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } } },
  ];
}

function placeOf({ ruleId, level, locations: [{ physicalLocation }] }: Result): unknown {
  const { artifactLocation, region } = physicalLocation;
  return [ruleId, level, artifactLocation.uri, region.startLine];
}

/** An engine with a change, and a folder outside of its repository. */
const withOut = (use: (engine: Engine, out: string) => Promise<void>) =>
  withEngine({ scenario: TWO }, async (engine) => {
    await writeFile(join(engine.workdir, "hello.txt"), CHANGED);
    const out = join(engine.dir, "out");
    await mkdir(out);
    await use(engine, out);
  });
