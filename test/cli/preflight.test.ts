import { readdir } from "node:fs/promises";

import { describe, expect, test } from "vitest";

import {
  completed,
  ENDING,
  failed,
  GREETING,
  message,
  NO_THREAD,
  OPENING,
  said,
  server,
  STARTED,
} from "../helpers/conversation.js";
import { placeOf, withEngine, type Engine } from "../helpers/engine.js";
import { readLines, type Event, type Step, type WireMessage } from "../helpers/fixture.js";
import { heardIn, playIn, startIn, untilHeard, withFolder } from "../helpers/play.js";
import { runCli } from "../helpers/run-in-process.js";
import { brokenSandbox, NO_SANDBOX } from "./doctor-rows.js";

const OPENAI = ["-c", 'model_provider="openai"'];
const NO_LOGIN = failed({ message: "not logged in", cause: "unauthorized", exit: 4 }, NO_THREAD);
const BROKEN = failed({ message: NO_SANDBOX.summary, cause: "sandbox", exit: 9 }, NO_THREAD);
const SAYS = `turnpipe: ${NO_SANDBOX.summary}\nhint: ${NO_SANDBOX.hint}\n`;

describe("on a real codex", () => {
  test("a turn runs where everything works", async () => {
    await engine(async (here) => {
      const ran = await cli(here, ["run", "--json", "--preflight", "Go"]);
      expect({ ...outline(ran), asked: here.model.requests.length }).toEqual({
        exit: 0,
        stderr: "",
        left: [],
        types: ["thread.started", "turn.started", "item.completed", "turn.completed"],
        asked: 1,
      });
    });
  });

  test.each([[[]], [["-s", "read-only"]]])(
    "a sandbox that does not work is exit 9 before there is a thread: %j",
    async (flags) => {
      await engine(async (here) => {
        const env = await brokenSandbox(here);
        const ran = await cli(here, ["run", "--json", "--preflight", ...flags, "Go"], env);
        expect({ ...ran, asked: here.model.requests, stored: await threadsOf(here) }).toEqual({
          exit: 9,
          stderr: SAYS,
          left: [],
          events: [BROKEN],
          asked: [],
          stored: [],
        });
      });
    },
  );

  test("a sandbox that is not used need not work", async () => {
    await engine(async (here) => {
      const env = await brokenSandbox(here);
      const runs = [
        await cli(here, ["run", "--json", "--preflight", "-s", "danger-full-access", "Go"], env),
        await cli(
          here,
          ["run", "--json", "--preflight", "-c", "sandbox_mode=danger-full-access", "Go"],
          env,
        ),
        await cli(here, ["run", "--json", "Go"], env),
      ];
      expect(runs.map(({ exit }) => exit)).toEqual([0, 0, 0]);
    });
  });

  test("a stored thread stays as it was", async () => {
    await engine(async (here) => {
      await cli(here, ["run", "--json", "Go"]);
      const env = await brokenSandbox(here);
      const ran = await cli(here, ["resume", "--last", "--json", "--preflight", "More"], env);
      expect({ ...ran, asked: here.model.requests.length }).toEqual({
        exit: 9,
        stderr: SAYS,
        left: [],
        events: [BROKEN],
        asked: 1,
      });
    });
  });

  test.each([
    ["without a flag", []],
    ["with --preflight", ["--preflight"]],
  ])("nobody logged in where somebody has to be is exit 4, %s, before a turn", async (_, flags) => {
    await engine(async (here) => {
      const ran = await cli(here, ["run", "--json", ...flags, ...OPENAI, "Go"]);
      expect({ ...ran, stored: await threadsOf(here) }).toEqual({
        exit: 4,
        stderr:
          "turnpipe: not logged in\nhint: log in with: turnpipe login (or set CODEX_API_KEY)\n",
        left: [],
        events: [NO_LOGIN],
        stored: [],
      });
    });
  });

  test("people read it on stderr, and stdout stays empty", async () => {
    await engine(async (here) => {
      const place = placeOf(here);
      const env = { ...place.env, ...(await brokenSandbox(here)) };
      const { stderr, ...rest } = await runCli(["run", "--preflight", "Go"], { ...place, env });
      const says = [NO_SANDBOX.summary, `hint: ${NO_SANDBOX.hint}\n`].map((text) =>
        stderr.includes(text),
      );
      expect({ ...rest, says }).toEqual({ exit: 9, stdout: "", left: [], says: [true, true] });
    });
  });
});

const client = (wire: WireMessage): Step => ({ from: "client", message: wire });
const LOGIN: readonly Step[] = [
  client({ id: 1, method: "account/read" }),
  server({ id: 1, result: { account: null, requiresOpenaiAuth: false } }),
];
const TRIED = client({ id: 2, method: "command/exec" });
const ARGS = ["run", "--json", "--preflight", "Go"];

describe("on a server of the test's own", () => {
  test.each<[string, Step, string]>([
    [
      "a command that does nothing fails",
      server({ id: 2, result: { exitCode: 7, stdout: "", stderr: "" } }),
      "a test command exited with status 7",
    ],
    [
      "it cannot be begun",
      server({ id: 2, error: { code: -32603, message: "failed to spawn command" } }),
      "failed to spawn command",
    ],
  ])("no thread is asked for when %s", async (_, response, why) => {
    await withFolder(async (dir) => {
      const text = `the sandbox does not work here: ${why}`;
      const ran = await playIn(dir, [...GREETING, ...LOGIN, TRIED, response], ARGS);
      expect({ ...ran, told: await toldIn(dir) }).toEqual({
        exit: 9,
        events: [failed({ message: text, cause: "sandbox", exit: 9 }, NO_THREAD)],
        stderr: `turnpipe: ${text}\nhint: ${NO_SANDBOX.hint}\n`,
        left: [],
        told: ["initialize", "initialized", "account/read", "command/exec"],
      });
    });
  });

  test("one that cannot try the sandbox is warned of, and the turn runs", async () => {
    await withFolder(async (dir) => {
      const error = { code: -32601, message: "method not found" };
      const steps = [
        ...GREETING,
        ...LOGIN,
        TRIED,
        server({ id: 2, error }),
        ...renumbered([...OPENING.slice(3), message("Done"), ...ENDING]),
      ];
      expect(await playIn(dir, steps, ARGS)).toEqual({
        exit: 0,
        events: [...STARTED, said("Done"), completed("Done")],
        stderr:
          "warning: --preflight cannot check the sandbox: this codex cannot run a command without a turn\n",
        left: [],
      });
    });
  });

  test("a signal while it is asked ends the run with one line", async () => {
    await withFolder(async (dir) => {
      const running = await startIn(dir, [...GREETING, ...LOGIN, TRIED], ARGS);
      await untilHeard(dir, "command/exec");
      running.kill("SIGINT");
      const { stdout, ...rest } = await running.done;
      const text = "stopped by SIGINT";
      expect({ ...rest, events: readLines<Event>(stdout) }).toEqual({
        exit: 130,
        stderr: `turnpipe: ${text}\n`,
        left: [],
        events: [failed({ message: text, cause: "interrupted", exit: 130 }, NO_THREAD)],
      });
    });
  });
});

/** The calls of a conversation behind the two of a preflight. */
const renumbered = (steps: readonly Step[]): Step[] =>
  steps.map((step) => {
    if (!("message" in step) || typeof step.message.id !== "number") return step;
    return { ...step, message: { ...step.message, id: step.message.id + 2 } };
  });

async function cli(
  here: Engine,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
) {
  const { cwd, env } = placeOf(here);
  const { stdout, ...rest } = await runCli(args, { cwd, env: { ...env, ...more } });
  return { ...rest, events: readLines<Event>(stdout) };
}

function outline({ events, ...rest }: Awaited<ReturnType<typeof cli>>) {
  return { ...rest, types: events.map(({ type }) => type) };
}

const toldIn = async (dir: string): Promise<unknown[]> =>
  (await heardIn(dir)).map(({ method }) => method);

const threadsOf = async ({ codexHome }: Engine): Promise<string[]> =>
  (await readdir(codexHome, { recursive: true })).filter((name) => name.includes("rollout-"));

const engine = (use: (here: Engine) => Promise<void>): Promise<void> =>
  withEngine({ scenario: SAME }, use);

const SAME = {
  description: "The same answer to everything.",
  responses: [{ say: [{ text: "Done." }] }],
  then: "repeat-last" as const,
};
