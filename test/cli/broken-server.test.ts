import { chmod, writeFile } from "node:fs/promises";
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
import { play, withFolder } from "../helpers/play.js";
import { runCli } from "../helpers/run-cli.js";
import { readLines } from "../helpers/fixture.js";

const JSON_RUN = ["run", "--json", "Go"];
const HINT =
  "hint: install it with: npm i -g @openai/codex (or point --codex or TURNPIPE_CODEX at it)";

test("a server that is not there is exit 5, a last line, and how to install one", async () => {
  await withFolder(async (cwd) => {
    const args = [...JSON_RUN, "--skip-git-repo-check", "--codex", "./nowhere/codex"];
    const { stdout, ...rest } = await runCli(args, { cwd });
    const message = "no executable codex at ./nowhere/codex";
    expect({ ...rest, events: readLines(stdout) }).toEqual({
      exit: 5,
      events: [failed({ message, cause: "server_missing", exit: 5 }, NO_THREAD)],
      stderr: `turnpipe: ${message}\n${HINT}\n`,
      left: [],
    });
  });
});

test("a server that may not be executed is as good as missing", async () => {
  await withFolder(async (cwd) => {
    await writeFile(join(cwd, "codex"), "#!/bin/sh\n", { mode: 0o644 });
    const args = [...JSON_RUN, "--skip-git-repo-check", "--codex", "./codex"];
    const { stdout, ...rest } = await runCli(args, { cwd });
    const message = "no executable codex at ./codex";
    expect({ ...rest, events: readLines(stdout) }).toEqual({
      exit: 5,
      events: [failed({ message, cause: "server_missing", exit: 5 }, NO_THREAD)],
      stderr: `turnpipe: ${message}\n${HINT}\n`,
      left: [],
    });
  });
});

test("a server that no kernel can start is exit 5", async () => {
  await withFolder(async (cwd) => {
    const codex = join(cwd, "codex");
    await writeFile(codex, "#!/nowhere/interpreter\n");
    await chmod(codex, 0o755);
    const { stdout, ...rest } = await runCli(
      [...JSON_RUN, "--skip-git-repo-check", "--codex", codex],
      {
        cwd,
      },
    );
    const message = `the codex app-server could not be started: spawn ${codex} ENOENT`;
    expect({ ...rest, events: readLines(stdout) }).toEqual({
      exit: 5,
      events: [failed({ message, cause: "server_missing", exit: 5 }, NO_THREAD)],
      stderr: `turnpipe: ${message}\n`,
      left: [],
    });
  });
});

test("a server that dies before it says hello is exit 5 with its status", async () => {
  const message = "the codex app-server exited with status 3";
  expect(await play([{ exit: 3 }])).toEqual({
    exit: 5,
    events: [failed({ message, cause: "server_crashed", exit: 5, retryable: true }, NO_THREAD)],
    stderr: `turnpipe: ${message}\n`,
    left: [],
  });
});

test("a server that dies before the thread exists is exit 5", async () => {
  const message = "the codex app-server exited with status 1";
  expect(await play([...GREETING, { exit: 1 }])).toEqual({
    exit: 5,
    events: [failed({ message, cause: "server_crashed", exit: 5, retryable: true }, NO_THREAD)],
    stderr: `turnpipe: ${message}\n`,
    left: [],
  });
});

test("a server that dies in the middle of a turn is exit 5 after what it said", async () => {
  const why = "the codex app-server exited with status 101";
  expect(await play([...OPENING, message("Half"), { exit: 101 }])).toEqual({
    exit: 5,
    events: [
      ...STARTED,
      said("Half"),
      failed({ message: why, cause: "server_crashed", exit: 5, retryable: true }),
    ],
    stderr: `turnpipe: ${why}\n`,
    left: [],
  });
});

test("a server that is killed in the middle of a turn is named with its signal", async () => {
  const why = "the codex app-server was ended by SIGKILL";
  expect(await play([...OPENING, message("Half"), { signal: "SIGKILL" }])).toEqual({
    exit: 5,
    events: [
      ...STARTED,
      said("Half"),
      failed({ message: why, cause: "server_crashed", exit: 5, retryable: true }),
    ],
    stderr: `turnpipe: ${why}\n`,
    left: [],
  });
});

test("a server that leaves in the middle of a turn with status 0 is no success", async () => {
  const why = "the codex app-server exited with status 0";
  expect(await play([...OPENING, message("Half"), { exit: 0 }])).toEqual({
    exit: 5,
    events: [
      ...STARTED,
      said("Half"),
      failed({ message: why, cause: "server_crashed", exit: 5, retryable: true }),
    ],
    stderr: `turnpipe: ${why}\n`,
    left: [],
  });
});

test("a server that leaves between thread and turn names the thread it left", async () => {
  const why = "the codex app-server exited with status 4";
  expect(await play([...GREETING, ...THREAD_START, { exit: 4 }])).toEqual({
    exit: 5,
    events: [
      ...STARTED.slice(0, 1),
      failed(
        { message: why, cause: "server_crashed", exit: 5, retryable: true },
        { turn_id: null },
      ),
    ],
    stderr: `turnpipe: ${why}\n`,
    left: [],
  });
});

test("a last line that was cut off is reported, and what was whole counts", async () => {
  const why = "the codex app-server exited with status 0";
  const half = '{"method":"turn/comp';
  expect(
    await play([...OPENING, message("Half"), { from: "server", raw: half }, { exit: 0 }]),
  ).toEqual({
    exit: 5,
    events: [
      ...STARTED,
      said("Half"),
      failed({ message: why, cause: "server_crashed", exit: 5, retryable: true }),
    ],
    stderr:
      `warning: ignored a message from the server: a line was cut off after ${half.length} bytes\n` +
      `turnpipe: ${why}\n`,
    left: [],
  });
});

test("a server that dies right after the end of the turn has done its work", async () => {
  const [ends, ...leave] = ENDING;
  const events = [...STARTED, said("Done"), completed("Done")];
  expect(await play([...OPENING, message("Done"), ends!, leave[0]!, { exit: 9 }])).toEqual({
    exit: 0,
    events,
    stderr: "",
    left: [],
  });
});
