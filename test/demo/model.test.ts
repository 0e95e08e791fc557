import { expect, onTestFinished, test } from "vitest";
import { startModel, type ScriptedModel } from "../../src/demo/model.js";
import type { Response, Scenario } from "../../src/demo/scenario.js";

async function play(responses: Response[], then?: Scenario["then"]): Promise<ScriptedModel> {
  const model = await startModel({ description: "", responses, then });
  onTestFinished(() => model.close());
  return model;
}

const post = (model: ScriptedModel, body: unknown = {}) =>
  fetch(`${model.url}/responses`, { method: "POST", body: JSON.stringify(body) });

const ask = async (model: ScriptedModel, body?: unknown) => (await post(model, body)).text();

/** What a response finally said, or the error it ended with. */
const said = async (model: ScriptedModel, body?: unknown) =>
  /"output_text","text":"([^"]*)"|"code":"([^"]*)"/
    .exec(await ask(model, body))
    ?.slice(1)
    .join("");

test("a stream is created, said and completed, event by event", async () => {
  const model = await play([
    {
      say: [{ text: "Hi", pieces: 2 }, { exec: "ls" }],
      usage: { input: 9, cached: 4, output: 3, reasoning: 1 },
    },
  ]);
  const response = await post(model);
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "text/event-stream",
  ]);
  expect(await response.text()).toBe(`event: response.created
data: {"type":"response.created","response":{"id":"resp_1"}}

event: response.output_item.added
data: {"type":"response.output_item.added","output_index":0,"item":{"type":"message","role":"assistant","id":"msg_1_1","content":[]}}

event: response.output_text.delta
data: {"type":"response.output_text.delta","item_id":"msg_1_1","output_index":0,"content_index":0,"delta":"H"}

event: response.output_text.delta
data: {"type":"response.output_text.delta","item_id":"msg_1_1","output_index":0,"content_index":0,"delta":"i"}

event: response.output_item.done
data: {"type":"response.output_item.done","output_index":0,"item":{"type":"message","role":"assistant","id":"msg_1_1","content":[{"type":"output_text","text":"Hi"}]}}

event: response.output_item.done
data: {"type":"response.output_item.done","output_index":1,"item":{"type":"function_call","id":"fc_1_2","call_id":"call_1_2","name":"exec_command","arguments":"{\\"cmd\\":\\"ls\\"}"}}

event: response.completed
data: {"type":"response.completed","response":{"id":"resp_1","usage":{"input_tokens":9,"input_tokens_details":{"cached_tokens":4},"output_tokens":3,"output_tokens_details":{"reasoning_tokens":1},"total_tokens":12}}}

`);
});

const created = `event: response.created
data: {"type":"response.created","response":{"id":"resp_1"}}

`;

test.each<[string, Response, string]>([
  ["cut", { say: [], end: "cut" }, created],
  [
    "incomplete",
    { say: [], end: "incomplete" },
    `${created}event: response.incomplete
data: {"type":"response.incomplete","response":{"id":"resp_1","incomplete_details":{"reason":"max_output_tokens"}}}

`,
  ],
  [
    "failed",
    { say: [], end: { failed: { code: "server_error", message: "Broken." } } },
    `${created}event: response.failed
data: {"type":"response.failed","response":{"id":"resp_1","error":{"code":"server_error","message":"Broken."}}}

`,
  ],
])("a stream that is %s ends without being completed", async (_end, response, expected) => {
  expect(await ask(await play([response]))).toBe(expected);
});

test.each([
  [{ error: { message: "Slow down." } }, "application/json", '{"error":{"message":"Slow down."}}'],
  ["Slow down.", "text/plain; charset=utf-8", "Slow down."],
])("a failure keeps its status, headers and body (%j)", async (body, type, text) => {
  const model = await play([{ http: { status: 429, headers: { "retry-after": "3" }, body } }]);
  const response = await post(model);
  const { status, headers } = response;
  expect([status, headers.get("retry-after"), headers.get("content-type")]).toEqual([
    429,
    "3",
    type,
  ]);
  expect(await response.text()).toBe(text);
});

test("a spent script answers 500 and says that it is over", async () => {
  const model = await play([{ say: [{ text: "once" }] }]);
  await ask(model);
  const response = await post(model);
  expect([response.status, await response.json()]).toEqual([
    500,
    {
      error: {
        message: "the scenario is over: it has no response for this request",
        type: "server_error",
        code: "scenario_over",
      },
    },
  ]);
});

test("a script may repeat its last response, each time with ids of its own", async () => {
  const model = await play([{ say: [] }, { say: [{ text: "again" }] }], "repeat-last");
  const answers = [await ask(model), await ask(model), await ask(model), await ask(model)];
  expect(answers.map((text) => /resp_\w+/.exec(text)?.[0])).toEqual([
    "resp_1",
    "resp_2",
    "resp_2r1",
    "resp_2r2",
  ]);
});

test("a response that waits for a text is kept for the first request that has it", async () => {
  const model = await play([
    { when: "child", say: [{ text: "to the child" }] },
    { say: [{ text: "first" }] },
    { when: "child", say: [{ text: "to the child again" }] },
    { say: [{ text: "second" }] },
  ]);
  const bodies = ["parent", "child", "parent", "child", "child"];
  const answers: unknown[] = [];
  for (const input of bodies) answers.push(await said(model, { input }));
  expect(answers).toEqual([
    "first",
    "to the child",
    "second",
    "to the child again",
    "scenario_over",
  ]);
});

test("a response can repeat what it takes from the request", async () => {
  const model = await play([
    { take: { agent: "agent_id\\W+(\\w+)" }, say: [{ text: "close {agent}" }] },
  ]);
  expect(await said(model, { output: JSON.stringify({ agent_id: "a7" }) })).toBe("close a7");
});

test("every request is kept, and other paths are not found", async () => {
  const model = await play([{ say: [] }]);
  const status = (await fetch(`${model.url}/models`)).status;
  await ask(model, { input: "hi" });
  const seen = model.requests.map(({ method, path, body }) => ({ method, path, body }));
  expect({ status, seen }).toEqual({
    status: 404,
    seen: [
      { method: "GET", path: "/v1/models", body: "" },
      { method: "POST", path: "/v1/responses", body: { input: "hi" } },
    ],
  });
});

test("a hanging stream stays open until the model closes", async () => {
  const model = await play([{ say: [], end: "hang" }]);
  const reader = (await post(model)).body?.getReader();
  const first = await reader?.read();
  expect(Buffer.from(first?.value ?? []).toString()).toBe(created);
  const next = reader?.read();
  const failure = expect(next).rejects.toThrow("terminated");
  await model.close();
  await failure;
});

test("closing ends a stream in the middle of a pause", async () => {
  const model = await play([{ say: [{ text: "late", delay_ms: 3_600_000 }] }]);
  const reader = (await post(model)).body?.getReader();
  await reader?.read();
  await model.close();
  await expect(reader?.read().then(() => reader.read())).rejects.toThrow("terminated");
});

test("a client that leaves does not disturb the next one", async () => {
  const model = await play([{ say: [], end: "hang" }, { say: [{ text: "still here" }] }]);
  const left = new AbortController();
  const { signal } = left;
  await fetch(`${model.url}/responses`, { method: "POST", signal, body: "{}" });
  left.abort();
  expect(await said(model)).toBe("still here");
});
