import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { sideBySide } from "./side-by-side.js";

const TALK: Scenario = {
  description: "Three answers, each at its own price.",
  responses: [
    { say: [{ text: "One." }], usage: { input: 100, cached: 10, output: 5, reasoning: 1 } },
    { say: [{ text: "Two." }], usage: { input: 200, cached: 20, output: 6, reasoning: 2 } },
    { say: [{ text: "Three." }], usage: { input: 300, cached: 30, output: 7, reasoning: 3 } },
  ],
};

test.each([
  ["plain", "Hello from the script."],
  ["several-messages", "All is well."],
  ["patch-update-delete-move", "Changed three files."],
  ["empty-answer", ""],
])("%s: run returns the same turn", async (scenario, finalResponse) => {
  const { ours } = await sideBySide({ scenario }, async (side) => {
    const thread = side.codex().startThread({ ...side.here, sandboxMode: "workspace-write" });
    await side.run(thread, "Do it.");
  });
  expect(ours.calls).toEqual([
    { threadId: "uuid-0", finalResponse, usage: expect.any(Object) as unknown },
  ]);
});

test.each(["unicode", "mcp-call", "web-search"])(
  "%s: runStreamed yields the same events",
  async (scenario) => {
    const { ours } = await sideBySide({ scenario }, async (side) => {
      const thread = side.codex().startThread({ ...side.here, sandboxMode: "workspace-write" });
      await side.stream(thread, "Do it.");
    });
    const types = ours.lines.map((line) => (JSON.parse(line) as { type: string }).type);
    expect({ first: types[0], last: types.at(-1), calls: ours.calls }).toEqual({
      first: "thread.started",
      last: "turn.completed",
      calls: [{ threadId: "uuid-0" }],
    });
  },
);

test("a thread that runs three times goes on, and its usage adds up", async () => {
  const { ours } = await sideBySide({ scenario: TALK }, async (side) => {
    const thread = side.codex().startThread(side.here);
    await side.run(thread, "First.");
    await side.stream(thread, "Second.");
    await side.run(thread, "Third.");
  });
  expect(ours.calls).toEqual([
    { threadId: "uuid-0", finalResponse: "One.", usage: usage(100, 10, 5, 1) },
    { threadId: "uuid-0" },
    { threadId: "uuid-0", finalResponse: "Three.", usage: usage(600, 60, 18, 6) },
  ]);
  expect(ours.asked.map(({ body }) => spoken(body))).toEqual([
    ["First."],
    ["First.", "One.", "Second."],
    ["First.", "One.", "Second.", "Two.", "Third."],
  ]);
});

test("resumeThread goes on with a stored thread, with options of its own", async () => {
  const { ours } = await sideBySide({ scenario: TALK }, async (side) => {
    const first = side.codex().startThread(side.here);
    await side.run(first, "First.");
    const again = side.codex().resumeThread(first.id ?? "", {
      ...side.here,
      sandboxMode: "workspace-write",
      modelReasoningEffort: "high",
      threadSource: "for new threads only",
    });
    await side.stream(again, [
      { type: "text", text: "Second," },
      { type: "text", text: "in two parts." },
    ]);
  });
  expect(ours.calls).toEqual([
    { threadId: "uuid-0", finalResponse: "One.", usage: usage(100, 10, 5, 1) },
    { threadId: "uuid-0" },
  ]);
  expect(ours.asked.map(({ body }) => spoken(body))).toEqual([
    ["First."],
    ["First.", "One.", "Second,\n\nin two parts."],
  ]);
  expect(ours.asked.map(({ turn }) => [turn["sandbox_mode"], turn["reasoning_effort"]])).toEqual([
    ["read-only", "medium"],
    ["workspace-write", "high"],
  ]);
});

test("a resumed name that nobody has starts a new thread", async () => {
  const { ours } = await sideBySide({ scenario: TALK }, async (side) => {
    await side.run(side.codex().resumeThread("no-such-name", side.here), "First.");
  });
  expect(ours.calls).toEqual([
    { threadId: "uuid-0", finalResponse: "One.", usage: usage(100, 10, 5, 1) },
  ]);
});

test("a prompt arrives as it was given", async () => {
  const prompt = ' --json "quoted" $HOME `x`\r\n\n-\n\u2028 \u{1f600} e\u0301\t\n';
  const { ours } = await sideBySide({ scenario: TALK }, async (side) => {
    const thread = side.codex().startThread(side.here);
    await side.run(thread, prompt);
    await side.run(thread, `${"long ".repeat(100_000)}prompt`);
  });
  expect(ours.asked.map(({ body }) => spoken(body).at(-1))).toEqual([
    prompt,
    `${"long ".repeat(100_000)}prompt`,
  ]);
});

const usage = (input: number, cached: number, output: number, reasoning: number) => ({
  input_tokens: input,
  cached_input_tokens: cached,
  cache_write_input_tokens: 0,
  output_tokens: output,
  reasoning_output_tokens: reasoning,
});

/** What the person and the model said so far, without what codex puts before it. */
function spoken(body: Readonly<Record<string, unknown>>): string[] {
  const input = body["input"] as { role?: string; content?: { text?: string }[] }[];
  return input
    .filter(({ role }) => role === "user" || role === "assistant")
    .map(({ content }) => content?.map(({ text }) => text).join("") ?? "")
    .filter((text) => !text.startsWith("<environment_context>"));
}
