import { expect, test } from "vitest";

import {
  failed,
  GREETING,
  message,
  NO_THREAD,
  OPENING,
  said,
  STARTED,
  THREAD_START,
  turnEnds,
  TURN_START,
} from "../helpers/conversation.js";
import { readLines, type Event, type Step } from "../helpers/fixture.js";
import { startProcessIn as startIn, untilHeard, withFolder } from "../helpers/play.js";
import type { CliOptions, Finished, Running } from "../helpers/run-cli.js";

const JSON_RUN = ["run", "--json", "Go"];
const HANG: Step = { hang: true };
const INTERRUPT: readonly Step[] = [
  { from: "client", message: { id: 3, method: "turn/interrupt" } },
  { from: "server", message: { id: 3, result: {} } },
];

test.each([
  ["SIGINT", "interrupted", 130],
  ["SIGTERM", "terminated", 143],
  ["SIGHUP", "hangup", 129],
] as const)(
  "%s interrupts the turn, and the server has the last word",
  async (signal, cause, exit) => {
    const steps = [...OPENING, ...INTERRUPT, message("Last words"), turnEnds("interrupted")];
    const run = await signalled(steps, async (running) => {
      await running.line(/turn\.started/);
      running.kill(signal);
    });
    expect(run).toEqual({
      exit,
      events: [
        ...STARTED,
        said("Last words"),
        {
          ...failed({ message: `stopped by ${signal}`, cause, exit }),
          duration_ms: 7,
          final_message: "Last words",
        },
      ],
      stderr: `turnpipe: stopped by ${signal}\n`,
      left: [],
    });
  },
);

test("a signal before the server says hello ends the run, with a last line", async () => {
  const run = await signalled([GREETING[0]!, HANG], async (running, dir) => {
    await untilHeard(dir, "initialize");
    running.kill("SIGTERM");
  });
  expect(run).toEqual({
    exit: 143,
    events: [failed({ message: "stopped by SIGTERM", cause: "terminated", exit: 143 }, NO_THREAD)],
    stderr: "turnpipe: stopped by SIGTERM\n",
    left: [],
  });
});

test("a signal while the prompt is read from stdin ends the run", async () => {
  const waiting = async (running: Running, dir: string): Promise<void> => {
    await untilHeard(dir, "initialized");
    running.kill("SIGINT");
  };
  const run = await signalled([...GREETING, HANG], waiting, ["run", "--json"], { stdin: "open" });
  expect(run).toEqual({
    exit: 130,
    events: [failed({ message: "stopped by SIGINT", cause: "interrupted", exit: 130 }, NO_THREAD)],
    stderr: "turnpipe: stopped by SIGINT\n",
    left: [],
  });
});

test("a signal before the turn exists names the thread that was left", async () => {
  const steps = [...GREETING, ...THREAD_START, TURN_START[0]!, HANG];
  const run = await signalled(steps, async (running, dir) => {
    await untilHeard(dir, "turn/start");
    running.kill("SIGINT");
  });
  const why = { message: "stopped by SIGINT", cause: "interrupted", exit: 130 };
  expect(run).toEqual({
    exit: 130,
    events: [...STARTED.slice(0, 1), failed(why, { turn_id: null })],
    stderr: "turnpipe: stopped by SIGINT\n",
    left: [],
  });
});

test("a turn that does not end when it is told to is left after a grace", async () => {
  const stubborn: Step = { hang: true, ignore: ["SIGTERM"] };
  const run = await signalled([...OPENING, stubborn], async (running) => {
    await running.line(/turn\.started/);
    running.kill("SIGINT");
  });
  expect(run).toEqual({
    exit: 130,
    events: [...STARTED, failed({ message: "stopped by SIGINT", cause: "interrupted", exit: 130 })],
    stderr: "turnpipe: stopped by SIGINT\n",
    left: [],
  });
});

test("a second signal ends everything at once, by that very signal", async () => {
  const stubborn: Step = { hang: true, ignore: ["SIGTERM", "SIGINT"] };
  const run = await signalled([...OPENING, stubborn], async (running, dir) => {
    await running.line(/turn\.started/);
    running.kill("SIGINT");
    await untilHeard(dir, "turn/interrupt");
    running.kill("SIGTERM");
  });
  expect(run).toEqual({ exit: "SIGTERM", events: STARTED, stderr: "", left: [] });
});

type Signalled = Pick<Finished, "exit" | "stderr" | "left"> & { events: readonly Event[] };

/** Starts a run on a script, lets `disturb` watch and signal it, and tells how it ended. */
async function signalled(
  steps: readonly Step[],
  disturb: (running: Running, dir: string) => Promise<void>,
  args: readonly string[] = JSON_RUN,
  options: CliOptions = {},
): Promise<Signalled> {
  return withFolder(async (dir) => {
    const running = await startIn(dir, steps, args, options);
    await disturb(running, dir);
    const { stdout, ...rest } = await running.done;
    return { ...rest, events: readLines<Event>(stdout) };
  });
}
