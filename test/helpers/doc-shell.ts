import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { createLauncher } from "../../src/process/launcher.js";
import type { Part, Scenario } from "../../src/demo/scenario.js";
import type { Engine } from "./engine.js";
import { sendSignal } from "./launchers.js";
import { writeProgram } from "./git-repository.js";
import { spawnCli, textOf, type Finished } from "./run-cli.js";
import { runCli } from "./run-in-process.js";

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

/** Runs a script of the documentation where the engine is; turnpipe runs in this process. */
export async function runDocScript(engine: Engine, script: string): Promise<ShellResult> {
  const bin = join(engine.dir, "bin");
  const home = join(engine.dir, "user");
  await Promise.all(
    [bin, join(home, ".local", "bin")].map((dir) => mkdir(dir, { recursive: true })),
  );
  await Promise.all(
    Object.entries(FILES).map(([name, content]) => writeFile(join(engine.workdir, name), content)),
  );
  writeProgram(join(bin, "turnpipe"), `#!/bin/sh\nexec "${process.execPath}" "${ASK}" "$@"\n`);
  const failed: Finished["exit"][] = [];
  const server = turnpipeServer(engine, failed);
  const address = join(engine.dir, "turnpipe.sock");
  await new Promise<void>((resolve) => server.listen(address, resolve));
  try {
    const { child, ended } = spawnCli(
      [
        "bash",
        "-e",
        "-c",
        `${PREPARE}${script.includes(" --last") ? BEGIN : ""}${toleratingExits(script)}wait`,
      ],
      ["ignore", "pipe", "pipe"],
      {
        cwd: engine.workdir,
        env: {
          ...engine.env,
          HOME: home,
          TURNPIPE_CODEX: engine.codexPath,
          ASK_TURNPIPE: address,
          GIT_CONFIG_GLOBAL: "/dev/null",
          PATH: `${join(home, ".local", "bin")}:${bin}:${engine.env["PATH"] ?? ""}`,
        },
      },
    );
    const [{ exit, left }, stdout, stderr] = await Promise.all([
      ended,
      child.stdout === null ? "" : textOf(child.stdout),
      child.stderr === null ? "" : textOf(child.stderr),
    ]);
    return { exit, stdout, stderr, failed, left };
  } finally {
    server.close();
  }
}

const ASK = fileURLToPath(new URL("ask-turnpipe.mjs", import.meta.url));

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

interface Asked {
  args: string[];
  cwd: string;
  env: Record<string, string>;
  stdin: string;
}

/** Runs what it is asked, and answers with how that ended. */
function turnpipeServer(engine: Engine, failed: Finished["exit"][]): Server {
  return createServer({ allowHalfOpen: true }, (socket) => {
    void (async () => {
      const { args, cwd, env, stdin } = JSON.parse(await untilEnd(socket)) as Asked;
      // A demo has a server of its own.
      const shared = args.some((arg) => arg.startsWith("--demo")) ? undefined : engine.launcher;
      const launcher = shared ?? createLauncher(sendSignal);
      const { exit, stdout, stderr } = await runCli(args, {
        cwd,
        env,
        stdin: { bytes: stdin },
        launcher,
      });
      if (exit !== 0) failed.push(exit);
      socket.end(JSON.stringify({ exit, stdout, stderr }));
    })();
  });
}

/** What was sent; the socket stays open for the answer. */
async function untilEnd(socket: Socket): Promise<string> {
  let said = "";
  socket.setEncoding("utf8").on("data", (piece: string) => {
    said += piece;
  });
  await once(socket, "end");
  return said;
}
