import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { REVIEW_FAIL_ON } from "../../src/review/report.js";
import { scratch } from "../helpers/git-repository.js";
import { placeOf, type Engine } from "../helpers/engine.js";
import { startCli } from "../helpers/run-in-process.js";
import { sharedEngines } from "../helpers/shared-engine.js";
import { answer, CHANGED, lastEvent, raw, reportIn, review, reviewer } from "./reviewer.js";

const withEngine = sharedEngines();

test.each(REVIEW_FAIL_ON)(
  "--fail-on %s: what is as bad blocks, what is less does not",
  async (failOn) => {
    const blocks =
      failOn === "never" ? [] : [0, 1, 2, 3].slice(0, REVIEW_FAIL_ON.indexOf(failOn) + 1);
    const harmless = [0, 1, 2, 3].slice(blocks.length).map((rank) => raw(rank));
    const all = answer(raw(0), raw(1), raw(2), raw(3));
    await withChange(reviewer(all, answer(...harmless)), async (engine) => {
      const { exit, stdout } = await review(engine, ["--json", "--fail-on", failOn]);
      const { outcome, fail_on, findings } = reportIn(stdout, engine);
      const blocking = findings.filter((one) => one.blocking).map(({ priority }) => priority);
      expect({ exit, outcome, fail_on, blocking }).toEqual({
        exit: failOn === "never" ? 0 : 3,
        outcome: failOn === "never" ? "pass" : "fail",
        fail_on: failOn,
        blocking: blocks,
      });
      expect((await review(engine, ["--fail-on", failOn])).exit).toBe(0);
    });
  },
);

test("--fail-on given twice does not let everything through", async () => {
  await withChange(reviewer(answer(raw(0))), async (engine) => {
    expect(await review(engine, ["--fail-on", "P1", "--fail-on", "P2"])).toEqual({
      exit: 2,
      stdout: "",
      stderr: "turnpipe: --fail-on was given more than once\n",
      left: [],
    });
  });
});

test("what is accepted once passes until its day is over", async () => {
  await withChange(reviewer(answer(raw(1))), async (engine) => {
    const file = join(engine.dir, "baseline.json");
    const accept = ["--update-baseline", "--reason", "known", "--expires", "2999-12-31"];
    const first = await review(engine, ["--quiet", "--baseline", file, ...accept]);
    const written = await readFile(file, "utf8");
    const again = await review(engine, ["--quiet", "--baseline", file]);
    const onlyNew = await review(engine, ["--quiet", "--baseline", file, "--only-new"]);
    await writeFile(file, written.replace("2999", "2000"));
    const late = await review(engine, ["--quiet", "--baseline", file, "--only-new"]);
    expect({ first, written: JSON.parse(written) as unknown, again, onlyNew, late }).toEqual({
      first: passed(`${ACCEPTED}${SAID}`),
      written: {
        version: 1,
        findings: [
          {
            fingerprint: "73bcf4b079280df0",
            title: "Title 1",
            file: "hello.txt",
            reason: "known",
            expires: "2999-12-31",
          },
        ],
      },
      again: passed(`${ACCEPTED}${SAID}`),
      onlyNew: passed(`pass: no findings${SAID}`),
      late: {
        exit: 3,
        stdout: `fail: the only finding blocks (P1 and worse)\n\nP1 Title 1  hello.txt:2\n    Body 1.${SAID}`,
        stderr: "turnpipe: 1 finding blocks\n",
        left: [],
      },
    });
  });
});

test("--only-new shortens what is shown; the last line keeps what was accepted", async () => {
  await withChange(reviewer(answer(raw(1), raw(2))), async (engine) => {
    const file = join(engine.dir, "baseline.json");
    const shown = join(engine.dir, "shown.json");
    await writeFile(file, JSON.stringify(BASELINE));
    const flags = ["--baseline", file, "--only-new", "--format", `json=${shown}`];
    const { exit, stdout } = await review(engine, ["--json", ...flags]);
    const whole = reportIn(stdout, engine);
    expect({ exit, accepted: whole.findings.map(({ accepted }) => accepted) }).toEqual({
      exit: 0,
      accepted: [{ reason: "known", expires: null }, null],
    });
    expect(JSON.parse(await readFile(shown, "utf8"))).toEqual({
      ...whole,
      findings: whole.findings.slice(1),
    });
  });
});

test.each([
  ["that is not there", undefined, "cannot read --baseline FILE: no such file or directory"],
  ["that is no JSON", "{", "FILE: not JSON: Expected property name or '}' in JSON at position 1"],
  ["with a wrong entry", '{"version":1,"findings":[{}]}', "FILE: entry 1: fingerprint is missing"],
])("a baseline %s is exit 2, before anything is asked", async (_name, text, problem) => {
  await withChange(reviewer(answer()), async (engine) => {
    const file = join(engine.dir, "baseline.json");
    if (text !== undefined) await writeFile(file, text);
    const { stderr, ...ran } = await review(engine, ["--json", "--baseline", file]);
    expect({
      ...ran,
      stderr: stderr.replaceAll(file, "FILE"),
      requests: engine.model.requests,
    }).toEqual({
      exit: 2,
      stdout: "",
      left: [],
      stderr: expect.stringMatching(
        `^turnpipe: ${problem.replaceAll(/[{}]/g, ".")}.*\n$`,
      ) as string,
      requests: [],
    });
  });
});

const WAITING: Scenario = {
  description: "A reviewer that waits for a file, and finds nothing.",
  responses: [
    { say: [{ exec: "while [ ! -e {workdir}/../go ]; do sleep 0.02; done" }] },
    { say: [{ text: answer() }] },
  ],
};

test.each([
  {
    name: "a commit",
    flags: [],
    act: (engine: Engine) => scratch(engine.workdir).commit({}),
    problem: "HEAD moved while the review ran",
  },
  {
    name: "an edit",
    flags: [],
    act: ({ workdir }: Engine) => writeFile(join(workdir, "hello.txt"), "hello\nyou\n"),
    problem: "the change was edited while the review ran",
  },
  {
    name: "a new file",
    flags: [],
    act: ({ workdir }: Engine) => writeFile(join(workdir, "new.txt"), "new\n"),
    problem: "the change was edited while the review ran",
  },
  {
    name: "an edit beside the commit",
    flags: ["--commit", "HEAD"],
    act: ({ workdir }: Engine) => writeFile(join(workdir, "hello.txt"), "hello\nyou\n"),
    problem: null,
  },
])("what becomes of a review when there is $name meanwhile", async ({ flags, act, problem }) => {
  await withChange(WAITING, async (engine) => {
    const running = startCli(["review", "--json", ...flags], placeOf(engine));
    await running.line(/item\.started.*command_execution/);
    await act(engine);
    await writeFile(join(engine.workdir, "..", "go"), "");
    const { exit, stdout, left } = await running.done;
    const event = lastEvent(stdout, engine);
    const report = reportIn(stdout, engine);
    const isStale = problem !== null;
    expect({
      ...{ exit, left, cause: event?.["cause"], why: event?.["problem"] },
      ...{ outcome: report.outcome, problem: report.problem, source: report.source },
    }).toEqual({
      exit: isStale ? 1 : 0,
      left: [],
      cause: isStale ? "review_stale" : "completed",
      why: problem,
      outcome: isStale ? "error" : "pass",
      problem,
      source: "json",
    });
  });
});

test("nothing is accepted of a review that went stale", async () => {
  const [look, say] = WAITING.responses;
  const found = { ...say, say: [{ text: answer(raw(1)) }] };
  await withChange({ ...WAITING, responses: [look!, found] }, async (engine) => {
    const file = join(engine.dir, "baseline.json");
    const flags = ["--json", "--baseline", file, "--update-baseline"];
    const running = startCli(["review", ...flags], placeOf(engine));
    await running.line(/item\.started.*command_execution/);
    scratch(engine.workdir).commit({});
    await writeFile(join(engine.workdir, "..", "go"), "");
    const { exit } = await running.done;
    const written = await readFile(file, "utf8").catch(() => "nothing");
    expect({ exit, written }).toEqual({ exit: 1, written: "nothing" });
  });
});

const SAID = "\n\nThe reviewer says: patch is incorrect (confidence 0.8)\n    Explained.\n";
const ACCEPTED =
  "pass: the only finding does not block (P1 and worse), 1 accepted\n\n" +
  "P1 Title 1  hello.txt:2 (accepted until 2999-12-31: known)\n    Body 1.";

const passed = (stdout: string) => ({ exit: 0, stdout, stderr: "", left: [] });

const BASELINE = {
  version: 1,
  findings: [
    {
      fingerprint: "73bcf4b079280df0",
      title: "Title 1",
      file: "hello.txt",
      reason: "known",
      expires: null,
    },
  ],
};

const withChange = <T>(scenario: Scenario, use: (engine: Engine) => Promise<T>) =>
  withEngine({ scenario }, async (engine) => {
    await writeFile(join(engine.workdir, "hello.txt"), CHANGED);
    return use(engine);
  });
