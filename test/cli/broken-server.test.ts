import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import {
  completed,
  ENDING,
  failed,
  GREETING,
  message,
  NO_THREAD,
  OPENING,
  said,
  STARTED,
  THREAD_START,
} from "../helpers/conversation.js";
import { readLines } from "../helpers/fixture.js";
import { play, withFolder } from "../helpers/play.js";
import { runCli } from "../helpers/run-in-process.js";

const HINT =
  "hint: install it with: npm i -g @openai/codex (or point --codex or TURNPIPE_CODEX at it)\n";

test("a server that is not there is exit 5, a last line, and how to install one", async () => {
  await withFolder(async (cwd) => {
    const why = "no executable codex at ./nowhere/codex";
    expect(await runOn("./nowhere/codex", cwd)).toEqual({
      exit: 5,
      events: [failed({ message: why, cause: "server_missing", exit: 5 }, NO_THREAD)],
      stderr: `turnpipe: ${why}\n${HINT}`,
      left: [],
    });
  });
});

test("a server that may not be executed is as good as missing", async () => {
  await withFolder(async (cwd) => {
    await writeFile(join(cwd, "codex"), "#!/bin/sh\n", { mode: 0o644 });
    const why = "no executable codex at ./codex";
    expect(await runOn("./codex", cwd)).toEqual({
      exit: 5,
      events: [failed({ message: why, cause: "server_missing", exit: 5 }, NO_THREAD)],
      stderr: `turnpipe: ${why}\n${HINT}`,
      left: [],
    });
  });
});

test("a server that the system cannot start is exit 5", async () => {
  await withFolder(async (cwd) => {
    const codex = join(cwd, "codex");
    await writeFile(codex, "#!/nowhere/interpreter\n", { mode: 0o755 });
    const why = `the codex app-server could not be started: failed to execute ${codex}: No such file or directory`;
    expect(await runOn(codex, cwd)).toEqual({
      exit: 5,
      events: [failed({ message: why, cause: "server_missing", exit: 5 }, NO_THREAD)],
      stderr: `turnpipe: ${why}\n`,
      left: [],
    });
  });
});

test("a server that is too old is refused with the way out", async () => {
  const greeting = [
    GREETING[0]!,
    { from: "server", message: { id: 0, result: { userAgent: "codex_exec/0.56.0 (Linux)" } } },
  ] as const;
  const why = "codex 0.56.0 is too old for turnpipe";
  expect(await play(greeting)).toEqual({
    exit: 5,
    events: [failed({ message: why, cause: "server_unreachable", exit: 5 }, NO_THREAD)],
    stderr: `turnpipe: ${why}\nhint: update it with: npm i -g @openai/codex@latest (0.57.0 or newer)\n`,
    left: [],
  });
});

test("a server that dies before it says hello is exit 5 with its status", async () => {
  expect(await play([{ exit: 3 }])).toEqual(crashed("exited with status 3", [], NO_THREAD));
});

test("a server that dies is not outlived by the wait for an open stdin", async () => {
  const run = await play([{ exit: 3 }], ["run", "--json", "Go"], { stdin: "open" });
  // How long it takes to die decides whether the wait is mentioned before.
  const stderr = run.stderr.replace(/^warning: reading additional input from stdin.*\n/, "");
  expect({ ...run, stderr }).toEqual(crashed("exited with status 3", [], NO_THREAD));
});

test("a server that dies before the thread exists is exit 5", async () => {
  const steps = [...GREETING, { exit: 1 }];
  expect(await play(steps)).toEqual(crashed("exited with status 1", [], NO_THREAD));
});

test("a server that dies between thread and turn leaves the name of the thread", async () => {
  const steps = [...GREETING, ...THREAD_START, { exit: 4 }];
  const first = STARTED.slice(0, 1);
  expect(await play(steps)).toEqual(crashed("exited with status 4", first, { turn_id: null }));
});

test("a server that dies in the middle of a turn is exit 5 after what it said", async () => {
  const steps = [...OPENING, message("Half"), { exit: 101 }];
  expect(await play(steps)).toEqual(crashed("exited with status 101", [...STARTED, said("Half")]));
});

test("a server that is killed in the middle of a turn is named with its signal", async () => {
  const steps = [...OPENING, message("Half"), { signal: "SIGKILL" } as const];
  expect(await play(steps)).toEqual(crashed("was ended by SIGKILL", [...STARTED, said("Half")]));
});

test("a server that leaves in the middle of a turn with status 0 is no success", async () => {
  const steps = [...OPENING, message("Half"), { exit: 0 }];
  expect(await play(steps)).toEqual(crashed("exited with status 0", [...STARTED, said("Half")]));
});

test("a last line that was cut off is reported, and what was whole counts", async () => {
  const cut = '{"method":"turn/comp';
  const steps = [...OPENING, message("Half"), { from: "server", raw: cut } as const, { exit: 0 }];
  const expected = crashed("exited with status 0", [...STARTED, said("Half")]);
  const warning = `warning: ignored a message from the server: a line was cut off after ${cut.length} bytes\n`;
  expect(await play(steps)).toEqual({ ...expected, stderr: `${warning}${expected.stderr}` });
});

test("a server that closes its output and stays is not waited for", async () => {
  const steps = [
    ...OPENING,
    message("Half"),
    { close: "stdout" } as const,
    { hang: true } as const,
  ];
  const { stderr, ...rest } = await play(steps);
  const why = expect.any(String) as string;
  expect({ ...rest, complains: stderr !== "" }).toEqual({
    exit: 5,
    events: [
      ...STARTED,
      said("Half"),
      failed({ message: why, cause: "server_crashed", exit: 5, retryable: true }),
    ],
    complains: true,
    left: [],
  });
});

test("a server that dies right after the end of the turn has done its work", async () => {
  const steps = [...OPENING, message("Done"), ...ENDING.slice(0, 2), { exit: 9 }];
  expect(await play(steps)).toEqual({
    exit: 0,
    events: [...STARTED, said("Done"), completed("Done")],
    stderr: "",
    left: [],
  });
});

async function runOn(codex: string, cwd: string) {
  const args = ["run", "--json", "Go", "--skip-git-repo-check", "--codex", codex];
  const { stdout, ...rest } = await runCli(args, { cwd });
  return { ...rest, events: readLines(stdout) };
}

/** A run whose server went away: the lines so far, then a last one that says how. */
function crashed(
  how: string,
  before: readonly object[],
  more: Readonly<Record<string, unknown>> = {},
) {
  const why = `the codex app-server ${how}`;
  return {
    exit: 5,
    events: [
      ...before,
      failed({ message: why, cause: "server_crashed", exit: 5, retryable: true }, more),
    ],
    stderr: `turnpipe: ${why}\n`,
    left: [],
  };
}
