import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";

import type { ThreadOptions } from "@openai/codex-sdk";
import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { MCP_SERVER } from "../helpers/fixture.js";
import type { Asked, Side } from "./side-by-side.js";
import { sideBySide } from "./side-by-side.js";

const ANSWERS: Scenario = {
  description: "The same answer to everything.",
  responses: [{ say: [{ text: "Fine." }] }],
  then: "repeat-last",
};

const OPTIONS: Readonly<Record<string, readonly [ThreadOptions, Record<string, unknown>]>> = {
  "a model, an effort and a source": [
    { model: "gpt-5.5", modelReasoningEffort: "high", threadSource: "my-program" },
    { model: "gpt-5.5", reasoning_effort: "high", thread_source: "my-program" },
  ],
  "a sandbox with network and a policy": [
    {
      sandboxMode: "workspace-write",
      networkAccessEnabled: true,
      approvalPolicy: "on-request",
    },
    { sandbox_mode: "workspace-write" },
  ],
  "no sandbox and live web search": [
    { sandboxMode: "danger-full-access", webSearchMode: "live", approvalPolicy: "never" },
    { sandbox_mode: "danger-full-access" },
  ],
  "reading only and no web search": [
    {
      sandboxMode: "read-only",
      webSearchEnabled: false,
      networkAccessEnabled: false,
      approvalPolicy: "on-failure",
    },
    { sandbox_mode: "read-only" },
  ],
};

test.each(Object.entries(OPTIONS))(
  "with %s the model is asked the same",
  async (_name, [options, expected]) => {
    const { ours } = await sideBySide({ scenario: ANSWERS }, async (side) => {
      await side.stream(side.codex().startThread({ ...side.here, ...options }), "Do it.");
    });
    expect(ours.asked.map(({ turn }) => turn)).toEqual([expect.objectContaining(expected)]);
    expect(ours.asked.map(({ headers }) => headers["originator"])).toEqual(["codex_sdk_ts"]);
  },
);

test("a cyber access program is passed on", async () => {
  const { ours } = await sideBySide({ scenario: ANSWERS }, async (side) => {
    const thread = side.codex().startThread(side.here);
    await side.run(thread, "Do it.", { cyberAccessProgram: "standard" });
    await side.run(thread, "Again.", { cyberAccessProgram: "daybreak_blue" });
  });
  expect(ours.calls.map(({ finalResponse }) => finalResponse)).toEqual(["Fine.", "Fine."]);
});

test("config objects, nested and with lists, and raw overrides reach the engine", async () => {
  const scenario: Scenario = {
    description: "A command that shows a setting, a tool of a configured server, an answer.",
    responses: [
      { say: [{ exec: 'printf "%s|" "$GREETING" "$COUNT"' }] },
      { say: [{ call: "echo", namespace: "mcp__tools", arguments: { text: "heard" } }] },
      { say: [{ text: "Shown." }] },
    ],
  };
  const config = {
    developer_instructions: 'Be "brief".\nAlways = yes, # never no \u{1f600}',
    model_reasoning_summary: "detailed",
    tools: { update_plan: { enabled: true } },
    shell_environment_policy: { set: { GREETING: "good \\ day's" } },
    mcp_servers: {
      tools: { command: "node", args: [MCP_SERVER], required: true },
    },
  };
  const { ours } = await sideBySide({ scenario }, async (side) => {
    const configOverrides = ['shell_environment_policy.set.COUNT="3"'];
    const codex = side.codex({ config, configOverrides });
    await side.stream(codex.startThread(side.here), "Show it.");
  });
  const [asked = ""] = ours.asked.map((request) => JSON.stringify(request));
  const done = ours.lines.join("\n");
  expect({
    shown: done.includes(`"aggregated_output":"good \\\\ day's|3|"`),
    heard: done.includes('"result":{"content":[{"type":"text","text":"heard"}]'),
    told: asked.includes(JSON.stringify(config.developer_instructions).slice(1, -1)),
    summary: asked.includes('"summary":"detailed"'),
    plans: asked.includes("update_plan"),
  }).toEqual({ shown: true, heard: true, told: true, summary: true, plans: true });
});

test("images reach the model, and a missing one is a note to it", async () => {
  const { ours } = await sideBySide({ scenario: ANSWERS }, async (side) => {
    const dot = join(side.root, "a dot, red.png");
    await writeFile(dot, Buffer.from(DOT, "base64"));
    const plain = join(side.root, "dot.png");
    await writeFile(plain, Buffer.from(DOT, "base64"));
    const thread = side.codex().startThread(side.here);
    const text = { type: "text", text: "What is this?" } as const;
    await side.run(thread, [text, { type: "local_image", path: plain }]);
    const missing = { type: "local_image", path: join(side.root, "missing.png") } as const;
    await side.run(thread, [{ type: "local_image", path: dot }, missing, text]);
  });
  const [first, second] = ours.asked.map((asked) => JSON.stringify(asked));
  expect({
    calls: ours.calls.map(({ finalResponse }) => finalResponse),
    first: first?.split("data:image/png;base64,").length,
    second: second?.includes("missing.png"),
  }).toEqual({ calls: ["Fine.", "Fine."], first: 2, second: true });
});

test("an output schema constrains the answer, and another answer is still an answer", async () => {
  const scenario: Scenario = {
    description: "An answer of the right shape, then one of another.",
    responses: [{ say: [{ text: '{"sum":4}' }] }, { say: [{ text: "Four." }] }],
  };
  const outputSchema = {
    type: "object",
    properties: { sum: { type: "integer" } },
    required: ["sum"],
    additionalProperties: false,
  };
  const { ours } = await sideBySide({ scenario }, async (side) => {
    const thread = side.codex().startThread(side.here);
    await side.run(thread, "2 + 2?", { outputSchema });
    await side.run(thread, "In words?", { outputSchema });
  });
  const format = { type: "json_schema", strict: true, name: "codex_output_schema" };
  expect({
    calls: ours.calls.map(({ finalResponse }) => finalResponse),
    formats: ours.asked.map(({ body }) => (body["text"] as { format?: unknown }).format),
  }).toEqual({
    calls: ['{"sum":4}', "Four."],
    formats: [
      { ...format, schema: outputSchema },
      { ...format, schema: outputSchema },
    ],
  });
});

test("additional directories can be written to, and no others", async () => {
  const scenario: Scenario = {
    description: "A file in each of three folders, then an answer.",
    config: {
      "sandbox_workspace_write.exclude_slash_tmp": "true",
      "sandbox_workspace_write.exclude_tmpdir_env_var": "true",
    },
    responses: [
      { say: [{ exec: "for dir in more most other; do touch ../$dir/file; done 2>&1; true" }] },
      { say: [{ text: "Tried." }] },
    ],
  };
  const { ours } = await sideBySide({ scenario }, async (side) => {
    const [more, most, other] = await folders(side, ["more", "most", "other"]);
    const additionalDirectories = [more ?? "", relative(side.engine.workdir, most ?? "")];
    const options = {
      ...side.here,
      sandboxMode: "workspace-write",
      additionalDirectories,
    } as const;
    await side.run(side.codex().startThread(options), "Write.");
    const written = await Promise.all([more, most, other].map((dir) => readdir(dir ?? "")));
    expect(written).toEqual([["file"], ["file"], []]);
  });
  expect(ours.calls.map(({ finalResponse }) => finalResponse)).toEqual(["Tried."]);
});

test("a directory outside any repository works when its check is skipped, and only then", async () => {
  const { ours } = await sideBySide({ scenario: ANSWERS }, async (side) => {
    const [bare = ""] = await folders(side, ["bare"]);
    const codex = side.codex();
    await side.run(codex.startThread({ workingDirectory: bare }), "Do it.");
    const workingDirectory = relative(process.cwd(), bare);
    await side.run(codex.startThread({ workingDirectory, skipGitRepoCheck: true }), "Do it.");
  });
  expect({
    calls: ours.calls.map(({ finalResponse, thrown }) => finalResponse ?? thrown?.message),
    exits: ours.exits,
    where: ours.asked.map(workdirIn),
  }).toEqual({
    calls: ["Codex Exec exited with code ", "Fine."],
    exits: [
      "Codex Exec exited with code 2: Reading prompt from stdin...\n" +
        "Not inside a trusted directory and --skip-git-repo-check was not specified.\n",
    ],
    where: ["/place/bare"],
  });
});

/** A picture of one red dot. */
const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

const folders = (side: Side, names: readonly string[]): Promise<string[]> =>
  Promise.all(
    names.map(async (name) => {
      const dir = join(side.root, name);
      await mkdir(dir);
      return dir;
    }),
  );

const workdirIn = ({ body }: Asked): string | undefined =>
  /<cwd>(.*?)<\/cwd>/.exec(JSON.stringify(body))?.[1];
