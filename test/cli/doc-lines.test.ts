import { execFileSync } from "node:child_process";

import { expect, test } from "vitest";

import { blocksOf, DOC_PAGES, shellOf } from "../helpers/doc-pages.js";
import { DOC_MODEL, runDocScript } from "../helpers/doc-shell.js";
import { sharedEngines } from "../helpers/shared-engine.js";
import { ANSWERS } from "../helpers/stored-threads.js";

const withEngine = sharedEngines();

const RUN = DOC_PAGES.flatMap(blocksOf).filter(
  (block) => block.notRun === undefined && shellOf(block) !== "",
);

test.each(RUN)("$place works as it is written", async (block) => {
  const script = shellOf(block);
  const scenario = /workspace-write|--write/.test(script) ? DOC_MODEL.adding : DOC_MODEL.answering;
  await withEngine({ scenario }, async (engine) => {
    const { exit, failed, left, stderr } = await runDocScript(engine, script);
    expect({ exit, failed, left }, stderr).toEqual({ exit: 0, failed: promised(script), left: [] });
  });
});

/** Exit statuses that comments name, as in `# exit 3: nothing allows it`. */
const promised = (script: string): number[] =>
  Array.from(script.matchAll(/# exit (\d+)/g), ([, status]) => Number(status));

const COMMIT = RUN.find(({ code }) => code.includes("| git commit -F -"))?.code ?? "";

test.each([
  ["commits with the answer as its message", ANSWERS, 0, "Done.\n"],
  ["makes no commit if the turn fails", "http-400", 1, "Add a file\n"],
])("the recipe for a commit message %s", async (_, scenario, exit, latest) => {
  await withEngine({ scenario }, async (engine) => {
    const run = await runDocScript(engine, COMMIT);
    const log = execFileSync("git", ["log", "-1", "--format=%s"], { cwd: engine.workdir });
    expect({ exit: run.exit, latest: log.toString() }).toEqual({ exit, latest });
  });
});
