import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { OPENING } from "../../helpers/conversation.js";
import type { Step } from "../../helpers/fixture.js";
import { startProcessIn as startIn, untilHeard, withFolder } from "../../helpers/play.js";
import type { Running } from "../../helpers/run-cli.js";

const FORKER = fileURLToPath(new URL("forker.sh", import.meta.url));
/** It ends by itself in any case. */
const TIMES = 3000;
const SECONDS = 10;

/** How each of a long line of processes starts the next, before it leaves. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  "in its group": ["/usr/bin/env"],
  "in a session of its own": ["/usr/bin/setsid"],
  "without its environment": ["/usr/bin/env", "-i"],
  "without its environment, in a session of its own": ["/usr/bin/env", "-i", "/usr/bin/setsid"],
};

const HANG: Step = { hang: true };
const ENDS: Readonly<Record<string, { last: Step; stop?: (running: Running) => void }>> = {
  "by SIGTERM": { last: HANG, stop: (running) => running.kill("SIGTERM") },
  "by SIGINT": { last: HANG, stop: (running) => running.kill("SIGINT") },
  "by two signals": {
    last: HANG,
    stop: (running) => {
      running.kill("SIGTERM");
      running.kill("SIGINT");
    },
  },
  "by a server that ignores SIGTERM": {
    last: { hang: true, ignore: ["SIGTERM"] },
    stop: (running) => running.kill("SIGHUP"),
  },
};

/** Each way with two of the ends. */
const CASES = Object.keys(WAYS).flatMap((way, at) =>
  Object.keys(ENDS)
    .filter((_, end) => end % 2 === at % 2)
    .map((end) => ({ way, end })),
);

/** How many processes have this text on their command line. */
const alive = (token: string): number =>
  readdirSync("/proc").filter((name) => /^\d+$/.test(name) && commandOf(name).includes(token))
    .length;

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1");
  } catch {
    return "";
  }
}

// One after another: four lines of processes at once leave no time to search for them.
test.each(CASES)(
  "a process that forks $way while the run is ended $end is found",
  async ({ way, end }) => {
    await withFolder(async (dir) => {
      const token = randomUUID();
      const until = String(Math.floor(Date.now() / 1000) + SECONDS);
      const start = [FORKER, token, String(TIMES), until, ...(WAYS[way] ?? [])];
      const { last, stop } = ENDS[end]!;
      const steps: Step[] = [...OPENING, { start: ["/bin/sh", ...start] }, { note: "forks" }, last];
      const running = await startIn(dir, steps, ["run", "--json", "Go"]);
      await untilHeard(dir, "forks");
      while (alive(token) === 0) await pause(1);
      stop?.(running);
      await running.done;
      // A line that goes on is seen in one of these moments at least.
      const seen: number[] = [];
      for (let look = 0; look < 5; look++) {
        seen.push(alive(token));
        await pause(10);
      }
      expect(seen).toEqual([0, 0, 0, 0, 0]);
    });
  },
);
