import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Part, Scenario } from "../../src/demo/scenario.js";
import type { Engine } from "./engine.js";
import { writeProgram } from "./git-repository.js";
import { spawnCli, textOf, type Finished } from "./run-cli.js";

/** What came of a script. */
export interface ShellResult {
  readonly exit: Finished["exit"];
  readonly stdout: string;
  readonly stderr: string;
  /** How the command lines of turnpipe ended that did not exit 0. */
  readonly failed: readonly Finished["exit"][];
  readonly left: readonly string[];
}

const VERDICT = JSON.stringify({
  findings: [],
  overall_correctness: "patch is correct",
  overall_explanation: "Nothing is wrong.",
  overall_confidence_score: 0.9,
});

const always = (...first: Part[]): Scenario => ({
  description: "Answers everything with a review that passes.",
  responses: [...first.map((part) => ({ say: [part] })), { say: [{ text: VERDICT }] }],
  then: "repeat-last",
});

/** Models that give the same answer to everything. */
export const DOC_MODEL = {
  answering: always(),
  /** Adds a file first. */
  adding: always({ patch: "*** Begin Patch\n*** Add File: added.txt\n+new\n*** End Patch\n" }),
};

/** Runs a script of the documentation where the engine is, with an empty HOME and only these folders on the PATH. */
export async function runDocScript(
  engine: Engine,
  script: string,
  { turnpipe, path }: { turnpipe: string; path: string },
): Promise<ShellResult> {
  const bin = join(engine.dir, "bin");
  const home = join(engine.dir, "user");
  await Promise.all(
    [bin, join(home, ".local", "bin")].map((dir) => mkdir(dir, { recursive: true })),
  );
  await Promise.all(
    Object.entries(FILES).map(([name, content]) => writeFile(join(engine.workdir, name), content)),
  );
  const statuses = join(engine.dir, "statuses");
  await writeFile(statuses, "");
  writeProgram(
    join(bin, "turnpipe"),
    `#!/bin/sh\n"${turnpipe}" "$@" || { status=$?; echo $status >>"${statuses}"; exit $status; }\n`,
  );
  const begin = script.includes(" --last") ? BEGIN : "";
  const { child, ended } = spawnCli(
    ["bash", "-e", "-c", `${PREPARE}${begin}${toleratingExits(script)}wait`],
    ["ignore", "pipe", "pipe"],
    {
      cwd: engine.workdir,
      env: {
        ...engine.env,
        HOME: home,
        TURNPIPE_CODEX: engine.codexPath,
        GIT_CONFIG_GLOBAL: "/dev/null",
        PATH: `${join(home, ".local", "bin")}:${bin}:${path}`,
      },
    },
  );
  const [{ exit, left }, stdout, stderr] = await Promise.all([
    ended,
    child.stdout === null ? "" : textOf(child.stdout),
    child.stderr === null ? "" : textOf(child.stderr),
  ]);
  const failed = (await readFile(statuses, "utf8")).trim().split("\n").filter(Boolean).map(Number);
  return { exit, stdout, stderr, failed, left };
}

const FILES = {
  "build.log": "error: something is missing\n",
  "prompt.md": "Say hello.\n",
  "verdict.schema.json": "{}\n",
  "package.json": '{ "scripts": { "test": "true" } }\n',
  // A picture of one point.
  "screenshot.png": Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
} as const;

/** A remote that lacks the last commit, a tag, a staged change, and one that is not. */
const PREPARE = `
git config user.name a; git config user.email a@example.org
git tag v1.0
git init --quiet --bare ../remote.git; git remote add origin ../remote.git
git push --quiet origin main 2>&1
echo one > committed.txt; git add committed.txt; git commit --quiet -m "Add a file"
echo two > staged.txt; git add staged.txt; echo three >> hello.txt
`;

/** For `--last`, there is a thread. */
const BEGIN = 'turnpipe run -q "Begin" > begun.txt\n';

/** A line whose comment names its exit status does not end the script. */
const toleratingExits = (script: string): string =>
  script.replaceAll(/^(turnpipe [^#|]*)(# exit \d+)/gm, "$1 || true $2");
