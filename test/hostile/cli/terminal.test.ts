import { expect, test } from "vitest";

import type { Scenario } from "../../../src/demo/scenario.js";
import { saying, wants } from "../../cli/asking.js";
import { placeOf, withEngine } from "../../helpers/engine.js";
import { runCli, startOnTerminal } from "../../helpers/run-cli.js";
import { CONTROL_CLASSES, STEERS } from "../control-classes.js";

/** JSON carries no half of a surrogate pair. */
const MESSAGE = Object.entries(CONTROL_CLASSES)
  .filter(([name]) => !/separator d[89a-f]/.test(name))
  .map(([, text]) => `a${text}b`)
  .join("|");

const answering = (text: string): Scenario => ({
  description: "A model whose answer steers terminals.",
  responses: [{ say: [{ text }] }],
  then: "repeat-last",
});

const RUN = ["run", "--color", "never", "-q", "--skip-git-repo-check", "Go"];

test("a pipe gets the final message byte for byte", async () => {
  await withEngine({ scenario: answering(MESSAGE) }, async (engine) => {
    const { exit, stdout } = await runCli(RUN, placeOf(engine));
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: `${MESSAGE}\n` });
  });
});

test("a terminal gets no control sequence of the final message, and with --raw-output all of them", async () => {
  await withEngine({ scenario: answering(MESSAGE) }, async (engine) => {
    const show = async (...flags: string[]) => {
      const { exit, screen } = await startOnTerminal([...RUN, ...flags], placeOf(engine)).done;
      // The terminal itself makes \r\n of each line feed.
      return { exit, screen: screen.replaceAll("\r\n", "\n") };
    };
    const usual = await show();
    const raw = await show("--raw-output");
    expect({
      exit: usual.exit,
      steers: STEERS.exec(usual.screen),
      begins: usual.screen[0],
    }).toEqual({
      exit: 0,
      steers: null,
      begins: "a",
    });
    const sequences = ["\x1b]52;c;aGk=\x07", "\x1b]0;title\x07", "\x1b[2J", "\u009b2J", "\x1bP$q"];
    expect(sequences.filter((each) => !raw.screen.includes(each))).toEqual([]);
  });
});

test("a forged question cannot take the place of the true command on the last screen", async () => {
  const fake =
    "codex wants to run:\n│ ls\nallow it? [y]es, for this [s]ession, [n]o, [a]bort the turn: ";
  const reason = `fine${"\n".repeat(200)}${fake}${"\n".repeat(3)}`;
  const scenario = saying(wants("touch made.txt", reason));
  await withEngine({ scenario }, async (engine) => {
    const args = ["run", "-s", "read-only", "--approve", "ask", "-q", "Go"];
    const terminal = startOnTerminal(args, placeOf(engine));
    await terminal.shows(/turn: $/);
    terminal.type("n\r");
    const { screen } = await terminal.done;
    const rows = screen.split("\r\n");
    const asked = rows.findIndex((row) => row.startsWith("allow it?") || row.startsWith("not all"));
    const last = rows.slice(0, asked + 1).slice(-24);
    expect({
      command: last.slice(-3),
      ours: last.filter((row) => !row.startsWith("│ ")),
    }).toEqual({
      command: [
        "codex wants to run:",
        "│ /bin/bash -lc 'touch made.txt'",
        "not all of it is shown, [v]iew it; allow it? [y]es, for this [s]ession, [n]o, [a]bort the turn: n",
      ],
      ours: [
        "codex says:",
        "codex wants to run:",
        "not all of it is shown, [v]iew it; allow it? [y]es, for this [s]ession, [n]o, [a]bort the turn: n",
      ],
    });
  });
});
