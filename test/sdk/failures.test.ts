import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { execa } from "execa";
import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { placeOf, withEngine } from "../helpers/engine.js";
import { untilRuns } from "../helpers/processes.js";
import { BIN } from "../helpers/run-cli.js";
import { sideBySide } from "./side-by-side.js";

const SLEEPING: Scenario = {
  description: "A command that outlives any test.",
  responses: [{ say: [{ exec: "sleep 300" }] }],
};
const SILENT: Scenario = {
  description: "A message, and then a stream that never ends.",
  responses: [{ say: [{ text: "Wait." }], end: "hang" }],
};
const ABORTED = {
  name: "AbortError",
  message: "The operation was aborted",
  code: "ABORT_ERR",
};
const ENDED = { name: "Error", message: "Codex Exec exited with code " };

test.each([
  ["http-401", /^unexpected status 401 Unauthorized: Incorrect API key provided\./],
  ["http-429-usage-limit", /usage limit/],
  ["http-500", /experiencing high demand/],
  ["failed-server-error", /The model broke down/],
])("%s: run throws the same error", async (scenario, message) => {
  const { ours } = await sideBySide({ scenario }, async (side) => {
    await side.run(side.codex().startThread(side.here), "Do it.");
  });
  expect(ours.calls).toEqual([
    {
      threadId: "uuid-0",
      thrown: { name: "Error", message: expect.stringMatching(message) as string },
    },
  ]);
});

test("a failing turn streams the same events, then throws with a better status", async () => {
  const { theirs, ours } = await sideBySide({ scenario: "http-401" }, async (side) => {
    await side.stream(side.codex().startThread(side.here), "Do it.");
  });
  expect({ calls: ours.calls, ours: ours.exits, theirs: theirs.exits }).toEqual({
    calls: [{ threadId: "uuid-0", thrown: ENDED }],
    ours: ["Codex Exec exited with code 4: Reading prompt from stdin...\n"],
    theirs: ["Codex Exec exited with code 1: Reading prompt from stdin...\n"],
  });
});

test("a thread survives a failing turn", async () => {
  const scenario: Scenario = {
    description: "A refusal, then an answer.",
    responses: [
      { http: { status: 500, body: { error: { message: "Broken." } } } },
      { say: [{ text: "Better." }] },
    ],
  };
  const { ours } = await sideBySide({ scenario }, async (side) => {
    const thread = side.codex().startThread(side.here);
    await side.run(thread, "Try.");
    await side.run(thread, "Try again.");
  });
  expect(ours.calls).toEqual([
    {
      threadId: "uuid-0",
      thrown: {
        name: "Error",
        message: expect.stringMatching(/experiencing high demand/) as string,
      },
    },
    { threadId: "uuid-0", finalResponse: "Better.", usage: expect.any(Object) as unknown },
  ]);
});

test("a thread that is not stored, a setting codex refuses and an empty prompt throw its words", async () => {
  const { theirs, ours } = await sideBySide({ scenario: "plain" }, async (side) => {
    await side.run(side.codex().resumeThread(NOBODY, side.here), "Go on.");
    const untrusted = { ...side.here, approvalPolicy: "untrusted" } as const;
    await side.run(side.codex().startThread(untrusted), "Do it.");
    await side.run(side.codex().startThread(side.here), "");
    const nowhere = { workingDirectory: join(side.root, "nowhere") };
    await side.run(side.codex().startThread(nowhere), "Do it.");
  });
  expect({ calls: ours.calls, exits: ours.exits }).toEqual({
    calls: [
      { threadId: expect.any(String) as string, thrown: ENDED },
      { threadId: null, thrown: ENDED },
      { threadId: null, thrown: ENDED },
      { threadId: null, thrown: ENDED },
    ],
    exits: theirs.exits.map((told) => told.replace("code 1:", "code 2:")),
  });
});

test("a program that refuses to start has read a long prompt, so that the SDK survives", async () => {
  await withEngine({ scenario: "plain" }, async (engine) => {
    const bare = join(engine.codexHome, "..", "bare");
    await mkdir(bare);
    const { env } = placeOf(engine);
    const run = async (program: string) => {
      // In a process of its own: what nobody catches would end this one.
      const args = ["--input-type=module", "--eval", CALLER, program, bare];
      const told = await execa(process.execPath, args, {
        ...{ cwd: ROOT, env: { ...env, XDG_CONFIG_HOME: "/nowhere" }, extendEnv: false },
        ...{ reject: false, timeout: 30_000 },
      });
      return { exitCode: told.exitCode, stdout: told.stdout };
    };
    const caught = { exitCode: 0, stdout: "caught Codex Exec exited with code" };
    expect({ theirs: await run(engine.codexPath), ours: await run(BIN) }).toEqual({
      theirs: caught,
      ours: caught,
    });
  });
});

test("an abort rejects a run and ends its commands", async () => {
  const { ours } = await sideBySide({ scenario: SLEEPING }, async (side) => {
    const abort = new AbortController();
    const thread = side.codex().startThread({ ...side.here, sandboxMode: "danger-full-access" });
    const running = side.run(thread, "Sleep.", { signal: abort.signal });
    await untilRuns(side.marker, "sleep 300");
    abort.abort();
    await running;
  });
  expect(ours.calls).toEqual([{ threadId: "uuid-0", thrown: ABORTED }]);
});

test("an abort ends a stream of events while the model is silent", async () => {
  const { ours } = await sideBySide({ scenario: SILENT }, async (side) => {
    const abort = new AbortController();
    await side.stream(side.codex().startThread(side.here), "Speak.", {
      signal: abort.signal,
      heard: ({ type }) => {
        if (type === "item.completed") abort.abort();
      },
    });
  });
  expect(ours.calls).toEqual([{ threadId: "uuid-0", thrown: ABORTED }]);
});

test("a signal that was aborted before rejects at once and asks nobody", async () => {
  const { ours } = await sideBySide({ scenario: SILENT }, async (side) => {
    const signal = AbortSignal.abort();
    await side.run(side.codex().startThread(side.here), "Speak.", { signal });
  });
  expect({ calls: ours.calls, asked: ours.asked }).toEqual({
    calls: [{ threadId: null, thrown: ABORTED }],
    asked: [],
  });
});

test("a reader that leaves its stream leaves no process", async () => {
  const { ours } = await sideBySide({ scenario: SILENT }, async (side) => {
    await side.stream(side.codex().startThread(side.here), "Speak.", { until: "item.completed" });
  });
  expect(ours.calls).toEqual([{ threadId: "uuid-0" }]);
});

const NOBODY = "00000000-0000-4000-8000-000000000000";
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const CALLER = `
  import { Codex } from "@openai/codex-sdk";
  const [codexPathOverride, workingDirectory] = process.argv.slice(1);
  const thread = new Codex({ codexPathOverride }).startThread({ workingDirectory });
  await thread.run("x".repeat(900_000)).catch(({ message }) => {
    console.log("caught", message.replace(/ code .*/s, " code"));
  });
`;
