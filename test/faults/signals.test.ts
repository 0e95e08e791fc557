import { setTimeout as pause } from "node:timers/promises";

import { expect, test } from "vitest";

import { randomFrom } from "../fuzz/random.js";
import { placeOf, withEngine } from "../helpers/engine.js";
import { lineProblems, stderrProblems } from "../helpers/event-lines.js";
import { untilRuns } from "../helpers/processes.js";
import { startCli } from "../helpers/run-cli.js";

const EXITS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
const SEED = 7;
const MOMENTS = 25;
/** A run of this scenario takes about as long, and prints as many lines. */
const RUN_MS = 900;
const LINES = 14;
/** No run is over by then: it has a command that sleeps for so long, and more to say. */
const SURE_MS = 300;
/** The start of that command; its output, which comes next, may come in one piece after the sleep. */
const SURE_LINES = 7;

/** Chosen once and for all: by what was printed, or by the time since there is a server. */
const random = randomFrom(SEED);
const CASES = Array.from({ length: MOMENTS }, (_, number) => ({
  number,
  signal: random.pick(["SIGINT", "SIGTERM", "SIGHUP"] as const),
  ...(random.next() < 0.5
    ? { by: "line", at: 1 + random.below(LINES) }
    : { by: "ms", at: random.below(RUN_MS) }),
}));

test.concurrent.each(CASES)(
  "$number: $signal at $by $at of a run of the real engine ends it in order",
  async ({ signal, by, at }) => {
    await withEngine({ scenario: "include-everything" }, async (engine) => {
      const args = ["run", "--json", "--include", "deltas,usage", "-s", "danger-full-access", "Go"];
      const running = startCli(args, placeOf(engine));
      if (by === "line") await running.lines(at);
      else {
        await untilRuns(running.marker, `${engine.codexPath} app-server`);
        await pause(at);
      }
      running.kill(signal);
      const { exit, left, stdout, stderr } = await running.done;
      // A signal that comes when all is done changes nothing; Node gives it back its default
      // action for the moment between the last line and the end of the process.
      const isLate = at > (by === "line" ? SURE_LINES : SURE_MS);
      const isDone = isLate && (exit === 0 || exit === signal) && !lineProblems(stdout, 0).length;
      const status = isDone ? 0 : exit;
      const expected = isDone ? 0 : EXITS[signal];
      const problems = [...lineProblems(stdout, status), ...stderrProblems(stderr)];
      expect({ exit: status, left, problems }).toEqual({ exit: expected, left: [], problems: [] });
    });
  },
);
