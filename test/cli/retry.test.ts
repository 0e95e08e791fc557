import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { placeOf, type Engine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import { printedSchema } from "../helpers/printed-schema.js";
import { runCli } from "../helpers/run-in-process.js";
import { sharedEngines } from "../helpers/shared-engine.js";

const withEngine = sharedEngines();

type Response = Scenario["responses"][number];

const http = (status: number, more: object = {}): Response => ({
  http: { status, body: { error: { message: "no room" } }, ...more },
});
const DONE: Response = { say: [{ text: "Done." }] };
const scenario = (...responses: readonly Response[]): Scenario => ({
  description: "A model that is not always there.",
  responses: [...responses],
  then: "repeat-last",
});

/** How a run went: each line is one that the printed schema knows. */
async function tried(engine: Engine, args: readonly string[]) {
  const run = await runCli(["run", "--json", ...args, "Go"], placeOf(engine));
  const events = readLines<Event>(run.stdout);
  const check = await printedSchema("events");
  expect(events.flatMap(check)).toEqual([]);
  const last = events.at(-1);
  return {
    exit: run.exit,
    left: run.left,
    stderr: run.stderr,
    types: events.map(({ type }) => type),
    retries: events.filter(({ type }) => type === "retry.scheduled"),
    final: last?.["final_message"],
    cause: (last?.["error"] as { cause?: string } | undefined)?.cause ?? last?.["cause"],
    models: engine.model.requests.map(({ body }) => (body as { model?: string }).model),
    prompts: engine.model.requests.map(({ body }) => JSON.stringify(body).split('"Go"').length - 1),
  };
}

const retry = (attempt: number, more: object) => ({
  type: "retry.scheduled",
  attempt,
  cause: "overloaded",
  message: expect.any(String) as string,
  http_status: null,
  resets_at: null,
  delay_ms: expect.any(Number) as number,
  model: null,
  ...more,
});

const MODEL = "gpt-6-sol";
const STARTED = ["thread.started", "turn.started"];

test.each<[string, Response, object]>([
  ["503", http(503), { http_status: 503 }],
  ["429", http(429), { cause: "rate_limit", http_status: 429 }],
  [
    "a stream that broke",
    { say: [{ text: "Do", unfinished: true }], end: "cut" },
    { cause: "connection" },
  ],
])("--retry tries again after %s, and the model is asked once", async (_, fails, how) => {
  await withEngine({ scenario: scenario(fails, DONE) }, async (engine) => {
    const run = await tried(engine, ["--retry", "2"]);
    expect(run).toEqual({
      exit: 0,
      left: [],
      stderr: "",
      types: [
        ...STARTED,
        "error",
        "retry.scheduled",
        "turn.started",
        "item.completed",
        "turn.completed",
      ],
      retries: [retry(1, how)],
      final: "Done.",
      cause: "completed",
      models: [MODEL, MODEL],
      prompts: [1, 1],
    });
  });
});

test("a thread that is kept nowhere is tried again, too; nothing can be taken out of it", async () => {
  await withEngine({ scenario: scenario(http(503), DONE) }, async (engine) => {
    const { exit, final, prompts } = await tried(engine, ["--ephemeral", "--retry", "1"]);
    expect({ exit, final, prompts }).toEqual({ exit: 0, final: "Done.", prompts: [1, 2] });
  });
});

test("a resumed thread keeps what it had, and the model is asked once more", async () => {
  await withEngine({ scenario: scenario(DONE, http(503), DONE) }, async (engine) => {
    const first = await runCli(["run", "--json", "Begin"], placeOf(engine));
    const id = String(readLines<Event>(first.stdout)[0]?.["thread_id"]);
    const { exit } = await runCli(["resume", "--retry", "1", id, "Go"], placeOf(engine));
    const asked = engine.model.requests.map(({ body }) =>
      ["Begin", "Done.", "Go"].filter((text) => JSON.stringify(body).includes(`"${text}"`)),
    );
    expect({ exit, asked }).toEqual({
      exit: 0,
      asked: [["Begin"], ["Begin", "Done.", "Go"], ["Begin", "Done.", "Go"]],
    });
  });
});

test("without --retry nothing is tried again", async () => {
  await withEngine({ scenario: scenario(http(503), DONE) }, async (engine) => {
    const { exit, cause, models, retries } = await tried(engine, []);
    expect({ exit, cause, models, retries }).toEqual({
      exit: 6,
      cause: "overloaded",
      models: [MODEL],
      retries: [],
    });
  });
});

test("models step in one after the other, and the last failure is the end", async () => {
  await withEngine({ scenario: scenario(http(503)) }, async (engine) => {
    const flags = ["--retry", "1", "--fallback-model", "gpt-6-one,gpt-6-two"];
    const { types, prompts, ...run } = await tried(engine, flags);
    const busy = { http_status: 503 };
    expect(run).toEqual({
      exit: 6,
      left: [],
      stderr: "",
      retries: [
        retry(1, busy),
        retry(2, { ...busy, model: "gpt-6-one", delay_ms: 0 }),
        retry(3, busy),
        retry(4, { ...busy, model: "gpt-6-two", delay_ms: 0 }),
        retry(5, busy),
      ],
      final: null,
      cause: "overloaded",
      models: [MODEL, MODEL, "gpt-6-one", "gpt-6-one", "gpt-6-two", "gpt-6-two"],
    });
    expect({
      threads: types.filter((type) => type === "thread.started").length,
      ends: types.filter((type) => /^turn\.(completed|failed)$/.test(type)),
      prompts,
    }).toEqual({ threads: 1, ends: ["turn.failed"], prompts: [1, 1, 1, 1, 1, 1] });
  });
});

const limits = (percent: number, resetInMs: number) => ({
  "x-codex-primary-used-percent": String(percent),
  "x-codex-primary-window-minutes": "300",
  "x-codex-primary-reset-at": String(Math.ceil((Date.now() + resetInMs) / 1000)),
});
const LIMIT = {
  error: { message: "The usage limit has been reached", type: "usage_limit_reached" },
};
const limited = (resetInMs: number): Response => ({
  http: { status: 429, headers: limits(100, resetInMs), body: LIMIT },
});

test("a usage limit is waited out with --wait-for-quota, if it ends in time", async () => {
  await withEngine({ scenario: scenario(limited(3000), DONE) }, async (engine) => {
    const run = await tried(engine, ["--wait-for-quota", "4s"]);
    const { exit, final, retries } = run;
    const [{ resets_at = null } = {}] = retries as { resets_at?: unknown }[];
    expect({ exit, final, retries }).toEqual({
      exit: 0,
      final: "Done.",
      retries: [
        retry(1, {
          cause: "usage_limit",
          http_status: null,
          resets_at: expect.any(String) as string,
        }),
      ],
    });
    expect(resets_at).toMatch(/Z$/);
  });
});

test.each([
  ["without --wait-for-quota", ["--retry", "3"]],
  ["where it lasts longer", ["--wait-for-quota", "5s"]],
])("a usage limit is the end %s", async (_, args) => {
  await withEngine({ scenario: scenario(limited(3_600_000), DONE) }, async (engine) => {
    const { exit, cause, retries, models } = await tried(engine, args);
    expect({ exit, cause, retries, models }).toEqual({
      exit: 6,
      cause: "usage_limit",
      retries: [],
      models: [MODEL],
    });
  });
});

test("a rate limit is no matter of the account's window, unless that is full", async () => {
  const busy = http(429, { headers: limits(42, 3_600_000) });
  await withEngine({ scenario: scenario(busy, DONE) }, async (engine) => {
    const { exit, retries } = await tried(engine, ["--retry", "1"]);
    expect({ exit, retries }).toEqual({
      exit: 0,
      retries: [retry(1, { cause: "rate_limit", http_status: 429 })],
    });
  });
});

const ACTS: readonly Response[] = [{ say: [{ exec: "echo once >> done.txt" }] }, http(503), DONE];

test.each([
  ["that was told", "workspace-write"],
  ["that the sandbox stopped, of which the server tells nothing", "read-only"],
])("what was done is not done twice: after a command %s", async (_, sandbox) => {
  await withEngine({ scenario: scenario(...ACTS) }, async (engine) => {
    const run = await tried(engine, ["-s", sandbox, "--retry", "3", "--fallback-model", "other"]);
    const { exit, cause, retries, stderr, models } = run;
    expect({ exit, cause, retries, stderr, asked: models.length }).toEqual({
      exit: 6,
      cause: "overloaded",
      retries: [],
      stderr:
        "warning: not retried: the turn may have run commands or changed files (--retry-unsafe retries anyway)\n",
      asked: 2,
    });
  });
});

test("--retry-unsafe tries again, and the model knows what it did", async () => {
  await withEngine({ scenario: scenario(...ACTS) }, async (engine) => {
    const { exit, retries, final } = await tried(engine, ["--retry", "1", "--retry-unsafe"]);
    const told = JSON.stringify(engine.model.requests.at(-1)?.body).includes(
      "echo once >> done.txt",
    );
    expect({ exit, retries, final, told }).toEqual({
      exit: 0,
      retries: [retry(1, { http_status: 503 })],
      final: "Done.",
      told: true,
    });
  });
});

test("people see each attempt in a line", async () => {
  await withEngine({ scenario: scenario(http(503), http(503), DONE) }, async (engine) => {
    const args = ["run", "--retry", "1", "--fallback-model", "gpt-6-one", "Go"];
    const { exit, stdout, stderr } = await runCli(args, placeOf(engine));
    const [, ...lines] = stderr
      .replaceAll(/\b\d+(\.\d+)?m?s\b/g, "TIME")
      .replace(/url: .*/, "URL")
      .split("\n");
    expect({ exit, stdout, lines }).toEqual({
      exit: 0,
      stdout: "Done.\n",
      lines: [
        "error: unexpected status 503 Service Unavailable: no room, URL",
        "attempt 1 failed, trying again in TIME",
        "attempt 2 failed, trying again at once with gpt-6-one",
        expect.stringMatching(/^warning: Model metadata for `gpt-6-one` not found/) as string,
        "✓ done  TIME · tokens 100 in, 20 out",
        "",
      ],
    });
  });
});
