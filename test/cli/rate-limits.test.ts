import { text } from "node:stream/consumers";

import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { placeOf, type Engine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import { withLoopback } from "../helpers/loopback.js";
import { runCli } from "../helpers/run-in-process.js";
import { sharedEngines } from "../helpers/shared-engine.js";

const withEngine = sharedEngines();

const ANSWERS: Scenario = {
  description: "The same answer to everything.",
  responses: [{ say: [{ text: "Done." }] }],
  then: "repeat-last",
};
const HEADERS = {
  "x-codex-primary-used-percent": "42",
  "x-codex-primary-window-minutes": "300",
  "x-codex-primary-reset-at": "2000000000",
  "x-codex-secondary-used-percent": "7",
  "x-codex-secondary-window-minutes": "10080",
  "x-codex-secondary-reset-at": "2000043200",
  "x-codex-credits-has-credits": "true",
  "x-codex-credits-unlimited": "false",
  "x-codex-credits-balance": "3",
};
const PRIMARY = {
  used_percent: 42,
  remaining_percent: 58,
  window_minutes: 300,
  resets_at: "2033-05-18T03:33:20.000Z",
};
const LIMITS = {
  limit_id: "codex",
  name: null,
  plan: null,
  primary: PRIMARY,
  secondary: {
    used_percent: 7,
    remaining_percent: 93,
    window_minutes: 10_080,
    resets_at: "2033-05-18T15:33:20.000Z",
  },
  credits: { has_credits: true, unlimited: false, balance: "3" },
  reached: null,
};

test("limits that come with the answer stand in the last line of a completed turn", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    await withHeaders(engine, HEADERS, async (flags) => {
      expect(await lastOf(engine, ["run", "--json", ...flags, "Go"])).toEqual({
        exit: 0,
        last: expect.objectContaining({ type: "turn.completed", rate_limits: LIMITS }) as unknown,
      });
    });
  });
});

test("half of them are half of them, and none are none", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const half = Object.fromEntries(Object.entries(HEADERS).slice(0, 3));
    const limits: unknown[] = [];
    for (const headers of [half, {}]) {
      await withHeaders(engine, headers, async (flags) => {
        const { last } = await lastOf(engine, ["run", "--json", ...flags, "Go"]);
        limits.push(last?.["rate_limits"]);
      });
    }
    expect(limits).toEqual([{ ...LIMITS, secondary: null, credits: null }, null]);
  });
});

test("limits that come with a refusal stand in the last line of a failed turn", async () => {
  const scenario: Scenario = {
    description: "The usage limit is reached.",
    responses: [
      {
        http: {
          status: 429,
          headers: { ...HEADERS, "x-codex-primary-used-percent": "100" },
          body: {
            error: {
              message: "The usage limit has been reached",
              type: "usage_limit_reached",
              plan_type: "plus",
              resets_at: 2_000_000_000,
            },
          },
        },
      },
    ],
    then: "repeat-last",
  };
  await withEngine({ scenario }, async (engine) => {
    const { exit, last } = await lastOf(engine, ["run", "--json", "Go"]);
    const { cause, resets_at } = last?.["error"] as Record<string, unknown>;
    expect({ exit, type: last?.type, cause, resets_at, limits: last?.["rate_limits"] }).toEqual({
      exit: 6,
      type: "turn.failed",
      cause: "usage_limit",
      resets_at: "2033-05-18T03:33:20.000Z",
      limits: { ...LIMITS, primary: { ...PRIMARY, used_percent: 100, remaining_percent: 0 } },
    });
  });
});

/** A door to the engine's model that adds headers to all it says, and the flags that lead there. */
const withHeaders = (
  { model }: Engine,
  headers: Readonly<Record<string, string>>,
  use: (flags: readonly string[]) => Promise<void>,
): Promise<void> =>
  withLoopback(
    async (request, response) => {
      const { method = "GET", url = "" } = request;
      const body = method === "POST" ? await text(request) : null;
      const answer = await fetch(new URL(url, model.url), { method, body });
      const type = answer.headers.get("content-type") ?? "text/plain";
      response.writeHead(answer.status, { "content-type": type, ...headers });
      response.end(await answer.text());
    },
    (url) => use(["-c", `model_providers.mock.base_url="${url}/v1"`]),
  );

async function lastOf(engine: Engine, args: readonly string[]) {
  const { exit, stdout } = await runCli(args, placeOf(engine));
  return { exit, last: readLines<Event>(stdout).at(-1) };
}
