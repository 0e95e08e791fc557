import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { placeOf, withEngine, type Engine } from "../helpers/engine.js";
import type { Event } from "../helpers/fixture.js";
import { BIN, spawnCli, textOf, startOnTerminal } from "../helpers/run-cli.js";
import {
  ASKING,
  CALL,
  decision,
  ECHO,
  ONE,
  outcome,
  PATCH,
  RUN,
  saying,
  THREE,
  wants,
  work,
} from "./asking.js";

const SAID = "answered on the terminal";
const CHOICES = "allow it? [y]es, for this [s]ession, [n]o, [a]bort the turn: ";

test("somebody at the terminal sees what is asked for, and allows it", async () => {
  await withEngine({ scenario: THREE }, async (engine) => {
    const { workdir } = engine;
    const { run, screen } = await answered(engine, ["y\r", "YES\r", " y \r"]);
    expect({ run, screen }).toEqual({
      run: {
        ...WELL,
        work: work({ commands_ok: 1, files_changed: 1 }),
        decided: [
          decision(0, "command", "accept", SAID, RUN),
          decision(1, "fileChange", "accept", SAID, `change: ${workdir}/new.txt`),
          decision(2, "elicitation", "accept", SAID, CALL),
        ],
        made: ["made.txt", "new.txt"],
      },
      screen: [
        "codex says:",
        "│ reason: need it",
        `│ in: ${workdir}`,
        "codex wants to run:",
        "│ /bin/bash -lc 'touch made.txt'",
        `${CHOICES}y`,
        "codex says:",
        `│ add ${workdir}/new.txt:`,
        "│ hello",
        "codex wants to change:",
        `│ add ${workdir}/new.txt`,
        `${CHOICES}YES`,
        "codex wants to call a tool:",
        '│ tools/echo {"text":"hi"}',
        `${CHOICES} y `,
        "",
      ],
    });
  });
});

test("what was piped in is part of the prompt, and no answer", async () => {
  await withEngine({ scenario: ONE }, async (engine) => {
    const { run } = await answered(engine, ["n\r"], { stdin: "y\ny\n" });
    const prompt = JSON.stringify(engine.model.requests[0]);
    expect({
      made: run.made,
      piped: prompt.includes("Go\\n\\n<stdin>\\ny\\ny\\n</stdin>"),
    }).toEqual({
      made: [],
      piped: true,
    });
  });
});

test("no is a no, and --fail-on declined is exit 3", async () => {
  await withEngine({ scenario: THREE }, async (engine) => {
    const args = ["--fail-on", "declined"];
    const { run } = await answered(engine, ["n\r", "no\r", "N\r"], { args });
    expect(run).toEqual({
      ...WELL,
      exit: 3,
      work: work({ declined: 3, mcp_failed: 1 }),
      decided: [
        decision(0, "command", "decline", SAID, RUN),
        decision(1, "fileChange", "decline", SAID, `change: ${engine.workdir}/new.txt`),
        decision(2, "elicitation", "decline", SAID, CALL),
      ],
      made: [],
    });
  });
});

test("what is allowed for the session is not asked again", async () => {
  const scenario = saying(wants("touch made.txt"), wants("touch made.txt"), PATCH);
  await withEngine({ scenario }, async (engine) => {
    const { run } = await answered(engine, ["s\r", "n\r"]);
    expect(run).toEqual({
      ...WELL,
      work: work({ commands_ok: 2, declined: 1 }),
      decided: [
        decision(0, "command", "acceptForSession", SAID, RUN),
        decision(1, "fileChange", "decline", SAID, `change: ${engine.workdir}/new.txt`),
      ],
      made: ["made.txt"],
    });
  });
});

test("what is no answer is asked again", async () => {
  await withEngine({ scenario: ONE }, async (engine) => {
    const { run, screen } = await answered(engine, ["\r", "yep\r", "y\r"]);
    expect({ made: run.made, asked: screen.slice(5) }).toEqual({
      made: ["made.txt"],
      asked: [CHOICES, "y, s, n or a: yep", "y, s, n or a: y", ""],
    });
  });
});

test.each([
  ["a command", wants("touch made.txt")],
  ["a change", PATCH],
  ["a tool call", ECHO],
])("abort instead of %s ends the turn, and says so", async (_, part) => {
  await withEngine({ scenario: saying(part, { text: "Went on." }) }, async (engine) => {
    const { run, items } = await answered(engine, ["a\r"]);
    // The interrupt may reach codex before it reports the tool call as failed, or after that.
    const reported = items.filter((item) => (item as Event).type === "mcp_tool_call").length;
    expect({ ...run, decided: run.decided.map((each) => each["decision"]) }).toEqual({
      ...WELL,
      exit: 1,
      end: "turn.failed",
      error: {
        message: `the turn was aborted at an approval request: ${SAID}`,
        cause: "failed",
        retryable: false,
        http_status: null,
        resets_at: null,
      },
      work: work({ declined: 1, mcp_failed: reported }),
      decided: ["cancel"],
      made: [],
    });
  });
});

test("Ctrl-C at the question is the end of the run", async () => {
  await withEngine({ scenario: THREE }, async (engine) => {
    const { run } = await answered(engine, ["\x03"]);
    const { exit, end, terminals, stderr, left, made, error } = run;
    expect({ exit, end, terminals, stderr, left, made, error }).toEqual({
      exit: 130,
      end: "turn.failed",
      terminals: 1,
      stderr: "turnpipe: stopped by SIGINT\n",
      left: [],
      made: [],
      error: {
        message: "stopped by SIGINT",
        cause: "interrupted",
        retryable: false,
        http_status: null,
        resets_at: null,
      },
    });
  });
});

test("Ctrl-D is no answer, which is a no, and the next question has a line of its own", async () => {
  await withEngine({ scenario: THREE }, async (engine) => {
    const { run, screen } = await answered(engine, ["\x04", "y\r", "\x04"]);
    const { decided, made, exit, left } = run;
    expect({ exit, left, made, decided: decided.map((each) => each["reason"]) }).toEqual({
      exit: 0,
      left: [],
      made: ["new.txt"],
      decided: ["no answer was given", SAID, "no answer was given"],
    });
    expect(screen).toContain(`│ add ${engine.workdir}/new.txt`);
  });
});

test("a closed terminal ends the run in order, and nothing stays", async () => {
  // The end of the terminal declines the command; the signal may come a moment later.
  const scenario: Scenario = {
    ...ONE,
    responses: [...ONE.responses.slice(0, 1), { say: [], end: "hang" }],
  };
  await withEngine({ scenario }, async (engine) => {
    const asking = await start(engine, {});
    await asking.shows(/turn: $/);
    asking.hangUp();
    const { left } = await asking.done;
    const run = outcome(engine, { exit: null, left, ...(await streams(engine)) });
    const { end, terminals, stderr, made, error } = run;
    expect({ left, end, terminals, stderr, made, error }).toEqual({
      left: [],
      end: "turn.failed",
      terminals: 1,
      stderr: "turnpipe: stopped by SIGHUP\n",
      made: [],
      error: {
        message: "stopped by SIGHUP",
        cause: "hangup",
        retryable: false,
        http_status: null,
        resets_at: null,
      },
    });
  });
});

test("a question that nobody answers in time is a no", async () => {
  await withEngine({ scenario: ONE }, async (engine) => {
    const { run } = await answered(engine, [], { args: ["--approve-timeout", "1s"] });
    expect(run).toEqual({
      ...WELL,
      work: work({ declined: 1 }),
      decided: [decision(0, "command", "decline", "no decision within 1 s", RUN)],
      made: [],
    });
  });
});

test("a command cannot steer the terminal it is shown on", async () => {
  const evil =
    "touch made.txt # \x1b[2J\x1b[1;1H\x1b]0;title\x07\x1b[8m\rls\u202etxt\u009b2K\x08\x08";
  await withEngine({ scenario: saying(wants(evil)) }, async (engine) => {
    const { run, raw } = await answered(engine, ["n\r"]);
    // The terminal itself makes \r\n of each line.
    const shown = raw.replaceAll("\r\n", "\n");
    const steering = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/u;
    expect({ steers: steering.test(shown), shown: shown.includes("touch made.txt #") }).toEqual({
      steers: false,
      shown: true,
    });
    expect(run.made).toEqual([]);
  });
});

test("on a terminal alone, nothing is drawn over the question", async () => {
  await withEngine({ scenario: ONE }, async (engine) => {
    const args = ["run", "-s", "read-only", "--approve", "ask", "Go"];
    const asking = startOnTerminal(args, { ...placeOf(engine), columns: 200 });
    await asking.shows(/turn: /);
    asking.type("y\r");
    const { exit, left, screen } = await asking.done;
    const [, behind = ""] = screen.split("[a]bort the turn: ");
    expect({
      exit,
      left,
      typed: behind.startsWith("y\r\n"),
      told: screen.includes(`allowed: ${RUN} (${SAID})`),
    }).toEqual({
      exit: 0,
      left: [],
      typed: true,
      told: true,
    });
  });
});

test("without a terminal there is nobody to ask, and the words say what to do", async () => {
  await withEngine({ scenario: ONE }, async (engine) => {
    const command = [process.execPath, BIN, "run", ...ASKING, "--approve", "ask", "Go"];
    // A session of its own has no terminal, wherever the tests run.
    const program = ["setsid", "--wait", ...command] as [string, ...string[]];
    const { child, ended } = spawnCli(program, ["ignore", "pipe", "pipe"], placeOf(engine));
    const texts = [child.stdout, child.stderr].map((stream) => textOf(stream as Readable));
    const [{ exit, left }, stdout, stderr] = [await ended, await texts[0]!, await texts[1]!];
    const { decided, made } = outcome(engine, { exit, left, stdout, stderr });
    const why = "there is no terminal to ask on (--approve rules or exec:CMD need none)";
    expect({ exit, left, stderr, decided, made }).toEqual({
      exit: 0,
      left: [],
      stderr: "",
      decided: [decision(0, "command", "decline", why, RUN)],
      made: [],
    });
  });
});

const WELL = {
  exit: 0,
  stderr: "",
  left: [],
  end: "turn.completed",
  terminals: 1,
  error: undefined,
};

interface Sitting {
  readonly args?: readonly string[];
  readonly stdin?: string;
  readonly columns?: number;
}

/** Starts a run whose stdin, stdout and stderr are no terminal, though somebody sits at one. */
async function start(engine: Engine, { args = [], stdin = "", columns = 200 }: Sitting) {
  await writeFile(join(engine.codexHome, "in"), stdin);
  const redirect = "< ../home/in > ../home/out 2> ../home/err";
  const command = ["run", ...ASKING, "--approve", "ask", ...args, "Go"];
  return startOnTerminal(command, { ...placeOf(engine), redirect, columns });
}

const streams = async ({ codexHome }: Engine) => ({
  stdout: await readFile(join(codexHome, "out"), "utf8"),
  stderr: await readFile(join(codexHome, "err"), "utf8"),
});

/** Types one answer to each question, each after it is shown. */
async function answered(engine: Engine, answers: readonly string[], sitting: Sitting = {}) {
  const asking = await start(engine, sitting);
  for (const [before, keys] of answers.entries()) {
    await asking.shows(new RegExp(`(?:(?:turn|or a): [^]*){${before + 1}}`));
    asking.type(keys);
  }
  const { screen: raw, exit, left } = await asking.done;
  const all = outcome(engine, { exit, left, ...(await streams(engine)) });
  const { stderr, end, terminals, error, work: done, decided, made } = all;
  const run = { exit, stderr, left, end, terminals, error, work: done, decided, made };
  return { run, items: all.items, raw, screen: raw.split("\r\n") };
}
