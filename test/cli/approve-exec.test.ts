import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { ApprovalRequest } from "../../src/dialect/approval.js";
import { placeOf, type Engine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import { untilRuns } from "../helpers/processes.js";
import { startCli } from "../helpers/run-in-process.js";
import { sharedEngines } from "../helpers/shared-engine.js";
import {
  asked,
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

const withEngine = sharedEngines();

test("the program is given each request as it is documented, one after the other", async () => {
  await withEngine({ scenario: THREE }, async (engine) => {
    // A second program beside the first would find its mark, and say no.
    const program =
      'mkdir busy && cat >> ../asked.jsonl && rmdir busy && echo \'{"decision":"accept"}\'';
    const run = await asked(engine, ["--approve", `exec:${program}`]);
    const given = readLines<unknown>(
      await readFile(join(engine.workdir, "../asked.jsonl"), "utf8"),
    );
    const told = { thread_id: run.thread, turn_id: expect.any(String) as string };
    expect({
      given,
      parsed: given.map((each) => ApprovalRequest.parse(each)),
      made: run.made,
    }).toEqual({
      given: [
        {
          kind: "command",
          ...told,
          item_id: "call_1_1",
          reason: "need it",
          command: "/bin/bash -lc 'touch made.txt'",
          cwd: engine.workdir,
          host: null,
        },
        {
          kind: "file_change",
          ...told,
          item_id: "call_2_1",
          reason: null,
          changes: [
            {
              path: join(engine.workdir, "new.txt"),
              kind: "add",
              move_path: null,
              diff: "hello\n",
            },
          ],
          grant_root: null,
        },
        {
          kind: "mcp",
          ...told,
          item_id: null,
          reason: null,
          server: "tools",
          tool: "echo",
          arguments: { text: "hi" },
        },
      ],
      parsed: given,
      made: ["made.txt", "new.txt"],
    });
  });
});

test("a program decides each request by itself, and its words are told", async () => {
  await withEngine({ scenario: THREE }, async (engine) => {
    const program = `
      case "$(cat)" in
        *'"kind":"file_change"'*) echo '{"decision":"decline","reason":"not today"}';;
        *) echo '{"decision":"accept","reason":"fine"}';;
      esac`;
    const {
      exit,
      work: done,
      decided,
      made,
      left,
      stderr,
    } = await asked(engine, ["--fail-on", "declined", "--approve", `exec:${program}`]);
    expect({ exit, done, decided, made, left, stderr }).toEqual({
      exit: 3,
      done: work({ commands_ok: 1, declined: 1 }),
      decided: [
        decision(0, "command", "accept", "fine", RUN),
        decision(1, "fileChange", "decline", "not today", `change: ${engine.workdir}/new.txt`),
        decision(2, "elicitation", "accept", "fine", CALL),
      ],
      made: ["made.txt"],
      left: [],
      stderr: "",
    });
  });
});

const YES = `echo '{"decision":"accept"}'`;
const NO_DECISION = "the program's output is not a valid decision";

test.each([
  ["fails", "exit 3", "exit 3 failed: exit 3"],
  ["says yes and fails", `${YES}; exit 1`, `${YES}; exit 1 failed: exit 1`],
  ["is not there", "exec 2>/dev/null; /nowhere/x", "exec 2>/dev/null; /nowhere/x failed: exit 127"],
  ["says nothing", "cat > ../asked", NO_DECISION],
  ["says no JSON", "echo yes", NO_DECISION],
  ["says another decision", `echo '{"decision":"approved"}'`, NO_DECISION],
  ["says more than a decision", `echo '{"decision":"accept","always":true}'`, NO_DECISION],
  ["says yes twice", `${YES}; ${YES}`, NO_DECISION],
  ["says yes behind a huge output", `head -c 3000000 /dev/zero; ${YES}`, NO_DECISION],
  ["says yes before a huge output", `${YES}; head -c 3000000 /dev/zero`, NO_DECISION],
])("a program that %s is a no", async (_, program, reason) => {
  await withEngine({ scenario: ONE }, async (engine) => {
    expect(await decidedBy(engine, ["--approve", `exec:${program}`])).toEqual(no(reason));
  });
});

test.each([
  ["says yes and goes on for ever", `${YES}; sleep 300`],
  ["waits with its children", "sleep 300 & (sleep 300 & sleep 300) & wait"],
  ["does not listen to a signal", "trap '' TERM INT HUP; while :; do sleep 1; done"],
  ["never stops talking", "yes"],
])("a program that %s is a no when its time is up, and is gone", async (_, program) => {
  await withEngine({ scenario: ONE }, async (engine) => {
    const args = ["--approve-timeout", "1s", "--approve", `exec:${program}`];
    expect(await decidedBy(engine, args)).toEqual(no("no decision within 1 s"));
  });
});

test.each([
  ["closes its stdin", `exec <&-; ${YES}`],
  ["leaves a process that holds its stdout", `sleep 300 & ${YES}`],
  ["pretty-prints", `printf '\\n{\\n  "decision": "accept"\\n}\\n\\n'`],
  ["also writes to stderr", `head -c 300000 /dev/zero >&2; ${YES}`],
])("a program that %s may still say yes", async (_, program) => {
  await withEngine({ scenario: ONE }, async (engine) => {
    expect(await decidedBy(engine, ["--approve", `exec:${program}`])).toEqual({
      exit: 0,
      stderr: "",
      left: [],
      decided: [decision(0, "command", "accept", "decided by the program", RUN)],
      made: ["made.txt"],
    });
  });
});

test("a program need not read a request that is larger than a pipe", async () => {
  const big = `*** Begin Patch\n*** Add File: new.txt\n+${"x".repeat(300_000)}\n*** End Patch\n`;
  await withEngine({ scenario: saying({ patch: big }) }, async (engine) => {
    const { exit, left, made, stderr } = await asked(engine, ["--approve", `exec:${YES}`]);
    const well = { exit: 0, left: [], made: ["new.txt"], stderr: "" };
    expect({ exit, left, made, stderr }).toEqual(well);
  });
});

test("a program that fails is told with what it said about it", async () => {
  await withEngine({ scenario: ONE }, async (engine) => {
    await writeFile(join(engine.workdir, "ask.sh"), "echo the database is away >&2; exit 4\n");
    const { decided } = await asked(engine, ["--approve", "exec:sh ask.sh"]);
    expect(decided.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^sh ask\.sh failed: .*the database is away/),
    ]);
  });
});

test("a program that a signal ended is told so", async () => {
  await withEngine({ scenario: ONE }, async (engine) => {
    const { decided } = await asked(engine, ["--approve", "exec:kill -9 $$"]);
    expect(decided.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^kill -9 \$\$ failed: .+/),
    ]);
  });
});

test("what a program allows for the session is not asked again", async () => {
  const twice = [wants("touch made.txt"), wants("touch made.txt"), wants("touch new.txt")];
  await withEngine({ scenario: saying(...twice) }, async (engine) => {
    const program = `exec:echo '{"decision":"acceptForSession"}'`;
    const { decided, work: done } = await asked(engine, ["--approve", program]);
    const why = "decided by the program";
    expect({ decided, done }).toEqual({
      decided: [
        decision(0, "command", "acceptForSession", why, RUN),
        decision(1, "command", "acceptForSession", why, "run: /bin/bash -lc 'touch new.txt'"),
      ],
      done: work({ commands_ok: 3 }),
    });
  });
});

const CANCEL = `exec:echo '{"decision":"cancel","reason":"no way"}'`;
const ABORTED = {
  message: "the turn was aborted at an approval request: no way",
  cause: "failed",
  retryable: false,
  http_status: null,
  resets_at: null,
};

test.each([
  ["a command", wants("touch made.txt")],
  ["a change", PATCH],
  ["a tool call", ECHO],
])("cancel instead of %s ends the turn, and says why", async (_, part) => {
  await withEngine({ scenario: saying(part, wants("touch made.txt")) }, async (engine) => {
    const {
      exit,
      end,
      error,
      work: done,
      decided,
      made,
      left,
      items,
    } = await asked(engine, ["--approve", CANCEL]);
    // The interrupt may reach codex before it reports the tool call as failed, or after that.
    const reported = items.filter((item) => (item as Event).type === "mcp_tool_call").length;
    expect({ exit, end, error, done, decisions: decided.length, made, left }).toEqual({
      exit: 1,
      end: "turn.failed",
      error: ABORTED,
      done: work({ declined: 1, mcp_failed: reported }),
      decisions: 1,
      made: [],
      left: [],
    });
  });
});

test.each([
  ["SIGINT", 130, "interrupted"],
  ["SIGTERM", 143, "terminated"],
] as const)(
  "%s while a program thinks ends the run and the program",
  async (signal, exit, cause) => {
    await withEngine({ scenario: THREE }, async (engine) => {
      const program = "exec:sleep 301 & sleep 300";
      const running = startCli(["run", ...ASKING, "--approve", program, "Go"], placeOf(engine));
      await untilRuns(running.marker, "sleep 300");
      const since = Date.now();
      running.kill(signal);
      const run = outcome(engine, await running.done);
      expect({
        exit: run.exit,
        terminals: run.terminals,
        end: run.end,
        cause: (run.error as { cause?: string } | undefined)?.cause,
        stderr: run.stderr,
        made: run.made,
        left: run.left,
        prompt: Date.now() - since < 8_000,
      }).toEqual({
        exit,
        terminals: 1,
        end: "turn.failed",
        cause,
        stderr: `turnpipe: stopped by ${signal}\n`,
        made: [],
        left: [],
        prompt: true,
      });
    });
  },
);

test("a program runs where the agent works, with the environment of the run", async () => {
  await withEngine({ scenario: ONE }, async (engine) => {
    await writeFile(join(engine.workdir, "allow.sh"), `printf '{"decision":"%s"}' "$WISH"\n`);
    const run = await asked(engine, ["--approve", "exec:sh ./allow.sh"], {
      env: { WISH: "accept" },
    });
    expect(run.made).toEqual(["made.txt"]);
  });
});

/** What came of it, where one command was asked for. */
async function decidedBy(engine: Engine, args: readonly string[]) {
  const { exit, stderr, left, decided, made } = await asked(engine, args);
  return { exit, stderr, left, decided, made };
}

const no = (reason: string) => ({
  exit: 0,
  stderr: "",
  left: [],
  decided: [decision(0, "command", "decline", reason, RUN)],
  made: [],
});
