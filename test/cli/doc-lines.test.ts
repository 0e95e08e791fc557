import { execFileSync } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { blocksOf, DOC_PAGES, shellOf } from "../helpers/doc-pages.js";
import { DOC_MODEL, runDocScript } from "../helpers/doc-shell.js";
import { withEngine } from "../helpers/engine.js";
import {
  installPackage,
  programOnPath,
  type InstalledPackage,
} from "../helpers/installed-package.js";
import { ANSWERS } from "../helpers/stored-threads.js";

let installed: InstalledPackage;
let there: Parameters<typeof runDocScript>[2];
beforeAll(async () => {
  installed = await installPackage();
  const tools = join(installed.dir, "tools");
  await mkdir(tools);
  await Promise.all(TOOLS.map((name) => symlink(programOnPath(name), join(tools, name))));
  there = { turnpipe: installed.turnpipe, path: `${installed.env["PATH"] ?? ""}:${tools}` };
});
afterAll(() => installed.remove());

/** What the lines call besides turnpipe, git and node. */
const TOOLS = ["bash", "sh", "jq", "npm", "cat", "cut", "date", "mkdir", "mkfifo", "true"];

const RUN = DOC_PAGES.flatMap(blocksOf).filter(
  (block) => block.notRun === undefined && shellOf(block) !== "",
);

test.each(RUN)(
  "$place works as it is written, with the package installed and an empty HOME",
  async (block) => {
    const script = shellOf(block);
    const scenario = /workspace-write|--write/.test(script)
      ? DOC_MODEL.adding
      : DOC_MODEL.answering;
    await withEngine({ scenario }, async (engine) => {
      const { exit, failed, left, stderr } = await runDocScript(engine, script, there);
      expect({ exit, failed, left }, stderr).toEqual({
        exit: 0,
        failed: promised(script),
        left: [],
      });
    });
  },
);

/** Exit statuses that comments name, as in `# exit 3: nothing allows it`. */
const promised = (script: string): number[] =>
  Array.from(script.matchAll(/# exit (\d+)/g), ([, status]) => Number(status));

const COMMIT = RUN.find(({ code }) => code.includes("| git commit -F -"))?.code ?? "";

test.each([
  ["commits with the answer as its message", ANSWERS, 0, "Done.\n"],
  ["makes no commit if the turn fails", "http-400", 1, "Add a file\n"],
])("the recipe for a commit message %s", async (_, scenario, exit, latest) => {
  await withEngine({ scenario }, async (engine) => {
    const run = await runDocScript(engine, COMMIT, there);
    const log = execFileSync("git", ["log", "-1", "--format=%s"], { cwd: engine.workdir });
    expect({ exit: run.exit, latest: log.toString() }).toEqual({ exit, latest });
  });
});
