import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { demoScenario } from "../../src/demo/catalog.js";
import { withEngine } from "../helpers/engine.js";

const REAL = { timeout: 60_000 };

test("the real codex says hello from the script", REAL, async () => {
  const scenario = demoScenario("hello") ?? expect.fail("no hello");
  const seen = await withEngine({ scenario }, async (engine) => {
    const { events, exitCode } = await engine.exec(["Say hello"]);
    const requests = engine.model.requests.map(({ method, path }) => `${method} ${path}`);
    return { events, exitCode, requests };
  });
  expect(seen).toEqual({
    events: [
      { type: "thread.started", thread_id: expect.any(String) as string },
      { type: "turn.started" },
      {
        type: "item.completed",
        item: {
          id: "item_0",
          type: "agent_message",
          text: "Hello! I am a scripted model: no account, no network, the same answer every time.",
        },
      },
      {
        type: "turn.completed",
        usage: {
          input_tokens: 1200,
          cached_input_tokens: 1024,
          cache_write_input_tokens: 0,
          output_tokens: 18,
          reasoning_output_tokens: 0,
        },
      },
    ],
    exitCode: 0,
    requests: ["POST /v1/responses"],
  });
});

test("the engine is cleared away when its user fails", REAL, async () => {
  let seen = { workdir: "", url: "" };
  const failing = withEngine({ scenario: "plain" }, async ({ workdir, model }) => {
    seen = { workdir, url: model.url };
    return Promise.reject(new Error("the test failed"));
  });
  await expect(failing).rejects.toThrow("the test failed");
  expect(existsSync(seen.workdir)).toBe(false);
  await expect(fetch(seen.url)).rejects.toThrow("fetch failed");
});
