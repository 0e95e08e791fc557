import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { ENDING, message, notification, OPENING, OURS, turnEnds } from "../helpers/conversation.js";
import { PLAYED, type Step } from "../helpers/fixture.js";
import { scriptIn, startIn, withFolder } from "../helpers/play.js";
import { startOnTerminal } from "../helpers/run-cli.js";

const COMMAND: Step = notification("item/completed", {
  ...OURS,
  item: {
    type: "commandExecution",
    id: "c",
    command: "make test",
    status: "failed",
    exitCode: 2,
    durationMs: 120,
  },
});
const DONE = [...OPENING, COMMAND, message("All done."), ...ENDING];
const INTERRUPTED: readonly Step[] = [
  { from: "client", message: { id: 3, method: "turn/interrupt" } },
  { from: "server", message: { id: 3, result: {} } },
  turnEnds("interrupted"),
];
const delta = (id: string, text: string): Step =>
  notification("item/agentMessage/delta", { ...OURS, itemId: id, delta: text });
const WORDS = "An answer of more words than fit into one row.";
const STREAMED = [
  ...OPENING,
  delta(`raw-${WORDS}`, WORDS.slice(0, 21)),
  delta(`raw-${WORDS}`, WORDS.slice(21)),
  message(WORDS),
  COMMAND,
  delta("raw-All done.", "All d"),
  message("All done."),
  ...ENDING,
];
const RUN = ["run", ...PLAYED, "Go"];
const SPINNER = /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/;
const COLOUR = /\x1b\[[0-9;]*m/;

test("a terminal shows a spinner while the model thinks, and Ctrl-C ends the run in order", async () => {
  await withFolder(async (cwd) => {
    const env = await scriptIn(cwd, [...OPENING, ...INTERRUPTED]);
    const terminal = startOnTerminal(RUN, { cwd, env });
    // The turn has begun.
    await terminal.shows(new RegExp(`${SPINNER.source}\\S* thinking`));
    terminal.type("\x03");
    const { screen, ...rest } = await terminal.done;
    const lines = shown(screen)
      .split("\r\n")
      .filter((line) => line !== "");
    expect({ ...rest, said: lines.slice(-3) }).toEqual({
      exit: 130,
      left: [],
      said: [
        "error: stopped by SIGINT",
        "resume with: turnpipe resume thread-1",
        "✗ failed  exit 130 · 7ms",
      ],
    });
  });
});

test("a terminal shows the answer while it is written, once, and its words whole", async () => {
  await withFolder(async (cwd) => {
    const env = { ...(await scriptIn(cwd, STREAMED)), NO_COLOR: "1" };
    const { screen, ...rest } = await startOnTerminal(RUN, { cwd, env, columns: 40 }).done;
    expect({ ...rest, screen: shown(screen).split("\r\n") }).toEqual({
      exit: 0,
      left: [],
      screen: [
        "scripted  read-only · /workdir ·",
        "  thread thread-1",
        "",
        "An answer of more words than fit into",
        "one row.",
        "",
        "✗ make test  exit 2 · 120ms",
        "",
        "All done.",
        "",
        "✓ done  7ms · 1 command failed",
        "",
      ],
    });
  });
});

test("stdout gets the final message alone when only stderr is a terminal", async () => {
  await withFolder(async (cwd) => {
    const env = await scriptIn(cwd, DONE);
    const { done } = startOnTerminal(RUN, { cwd, env, redirect: "> answer.txt" });
    const { screen, ...rest } = await done;
    const answer = await readFile(join(cwd, "answer.txt"), "utf8");
    expect({ ...rest, answer, progress: screen.includes("make test") }).toEqual({
      exit: 0,
      left: [],
      answer: "All done.\n",
      progress: true,
    });
  });
});

test.each([
  ["NO_COLOR forbids it", { NO_COLOR: "1" }, [], false],
  ["nothing speaks against it", { NO_COLOR: undefined }, [], true],
  ["the flag forbids it", { NO_COLOR: undefined }, ["--color", "never"], false],
  ["the flag asks for it against NO_COLOR", { NO_COLOR: "1" }, ["--color", "always"], true],
] as const)("a terminal has colour or none: %s", async (_, wish, flags, colour) => {
  await withFolder(async (cwd) => {
    const env = { ...(await scriptIn(cwd, DONE)), ...wish };
    const { screen, ...rest } = await startOnTerminal([...RUN, ...flags], { cwd, env }).done;
    expect({ ...rest, colour: COLOUR.test(screen) }).toEqual({ exit: 0, left: [], colour });
  });
});

test("without a terminal there is one plain line per item and no spinner", async () => {
  await withFolder(async (dir) => {
    const run = await (await startIn(dir, DONE, ["run", "Go"], NO_WISH)).done;
    expect({
      ...run,
      stderr: run.stderr.split("\n"),
      escapes: run.stderr.includes("\x1b"),
    }).toEqual({
      exit: 0,
      stdout: "All done.\n",
      stderr: [
        "scripted  read-only · /workdir · thread thread-1",
        "✗ make test  exit 2 · 120ms",
        "✓ done  7ms · 1 command failed",
        "",
      ],
      escapes: false,
      left: [],
    });
  });
});

test("--quiet leaves the answer and nothing else", async () => {
  await withFolder(async (dir) => {
    expect(await (await startIn(dir, DONE, ["run", "-q", "Go"])).done).toEqual({
      exit: 0,
      stdout: "All done.\n",
      stderr: "",
      left: [],
    });
  });
});

test("a failed turn leaves stdout empty and says why on stderr, even when quiet", async () => {
  await withFolder(async (dir) => {
    const steps = [...OPENING, message("Half"), turnEnds("failed"), ...ENDING.slice(1)];
    const loud = await (await startIn(dir, steps, ["run", "Go"])).done;
    const quiet = await (await startIn(dir, steps, ["run", "--quiet", "Go"])).done;
    const said = [loud, quiet].map(({ exit, stdout, stderr }) => ({
      exit,
      stdout,
      why: stderr.includes("turn failed"),
    }));
    expect(said).toEqual([
      { exit: 1, stdout: "", why: true },
      { exit: 1, stdout: "", why: true },
    ]);
  });
});

/** Whoever runs the tests may have asked for colour, or for none. */
const NO_WISH = { env: { NO_COLOR: undefined } };

/** A screen as one reads it: spinner, echo of the keyboard, and what moves the cursor left out. */
const shown = (screen: string): string =>
  screen.replaceAll(/\^C|[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏][^\x1b\r\n]*|\x1b\[[0-9;?]*[A-Za-z]/g, "");
