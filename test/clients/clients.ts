import type { Scenario } from "../../src/demo/scenario.js";
import type { Packages } from "./install.js";

/** One thing a client is asked to do. */
export interface Check {
  readonly name: string;
  /** The function of the driver, when it has another name. */
  readonly does?: string;
  /** What the model answers, or the name of a scenario in fixtures/scenarios. */
  readonly scenario: Scenario | string;
  /** A text that proves it worked, in what the client gave or in what the model was asked. */
  readonly has: string;
  /** All in which turnpipe is meant to differ: its exit statuses name the cause. */
  readonly differs?: readonly string[];
  /** Part of every test run: the client installs in seconds, and nothing else shows the same. */
  readonly inTests?: true;
}

/** A program of others that runs `codex exec`. */
export interface Client {
  readonly name: string;
  readonly version: string;
  /** Packages it needs beside it. */
  readonly beside?: Packages;
  /** The release of Node it needs, when that is not the oldest of ours. */
  readonly node?: string;
  /** It passes --ignore-user-config: the model's address then has to come from elsewhere. */
  readonly ignoresConfig?: boolean;
  /** The script in this folder that drives it. */
  readonly driver: string;
  readonly checks: readonly Check[];
}

/** Answers, each at its own price. */
const answers = (...texts: readonly string[]): Scenario => ({
  description: "Some answers, each at its own price.",
  responses: texts.map((text, index) => ({
    say: [{ text }],
    usage: { input: 100 * (index + 1), cached: 10, output: 5 + index, reasoning: 1 },
  })),
});

const TALK = answers("One.", "Two.", "Three.");

/** A model that never ends its response. */
const HANGS: Scenario = {
  description: "A message, and a response that never ends.",
  responses: [{ say: [{ text: "One moment.", phase: "commentary" }], end: "hang" }],
};

const REFUSED: Scenario = {
  description: "The model refuses the request.",
  responses: [
    { http: { status: 400, body: { error: { message: "No such thing.", type: "bad_request" } } } },
  ],
};

const LONG: Scenario = {
  description: "An answer longer than a pipe holds.",
  responses: [
    {
      say: [{ text: { repeat: "A long answer. ", times: 6_000 } }],
      usage: { input: 100, cached: 10, output: 5, reasoning: 1 },
    },
  ],
};

/** The plan's usage is used up: codex exits 1, turnpipe 6. */
const LIMITED = "http-429-usage-limit";

/** The oldest of the long-term releases that all clients of these versions run on. */
const NODE = "24.21.0";

export const CLIENTS: readonly Client[] = [
  {
    name: "@openai/codex-sdk",
    version: "0.163.0",
    driver: "codex-sdk",
    checks: [
      { name: "run", scenario: TALK, has: '"finalResponse":"One."' },
      { name: "stream", scenario: "patch-update-delete-move", has: "turn.completed" },
      { name: "resume", scenario: TALK, has: '["First.","One.","Second.","Two.","Third."]' },
      { name: "schema", scenario: answers('{"answer":"One."}'), has: "One." },
      { name: "images", scenario: TALK, has: "input_image" },
      { name: "abort", scenario: HANGS, has: "aborted" },
      { name: "refused", does: "run", scenario: REFUSED, has: "No such thing." },
      { name: "limited", does: "run", scenario: LIMITED, has: "usage limit" },
    ],
  },
  {
    name: "@openai/agents-extensions",
    version: "0.18.0",
    beside: {
      "@modelcontextprotocol/client": "2.0.0",
      "@openai/agents": "0.18.0",
      "@openai/codex-sdk": "0.163.0",
      zod: "4.3.6",
    },
    driver: "agents-extensions",
    checks: [
      { name: "tool", scenario: "patch-update-delete-move", has: "Changed three files." },
      { name: "session", scenario: TALK, has: '["First.","One.","Second."]' },
      { name: "refused", does: "tool", scenario: REFUSED, has: "No such thing." },
    ],
  },
  {
    name: "ai-sdk-provider-codex-cli",
    version: "1.4.1",
    beside: { ai: "6.0.264", zod: "4.3.6" },
    driver: "ai-sdk-codex-cli",
    checks: [
      { name: "text", scenario: TALK, has: '"text":"One."' },
      { name: "stream", scenario: TALK, has: "text-delta" },
      { name: "object", scenario: answers('{"answer":"One."}'), has: "One.", inTests: true },
      { name: "long", does: "text", scenario: LONG, has: "A long answer.", inTests: true },
      { name: "refused", does: "text", scenario: REFUSED, has: "Codex CLI exited with code 1" },
      {
        name: "limited",
        does: "text",
        scenario: LIMITED,
        has: "AI_APICallError",
        differs: [
          'value.returned.thrown.message: "Codex CLI exited with code 6" instead of "Codex CLI exited with code 1"',
        ],
      },
    ],
  },
  {
    name: "@tanstack/ai-codex",
    version: "0.2.3",
    beside: {
      "@tanstack/ai": "0.42.0",
      "@tanstack/ai-sandbox": "0.2.4",
      "@tanstack/ai-sandbox-local-process": "0.2.0",
    },
    driver: "tanstack-ai-codex",
    checks: [
      { name: "stream", scenario: "patch-update-delete-move", has: "Changed three files." },
      { name: "session", scenario: TALK, has: '["First.","One.","Second."]' },
      { name: "refused", does: "stream", scenario: REFUSED, has: "No such thing." },
    ],
  },
  {
    name: "@ai-hero/sandcastle",
    version: "0.12.0",
    driver: "sandcastle",
    checks: [
      { name: "once", scenario: TALK, has: "One." },
      { name: "session", scenario: TALK, has: '"Second.","Two.","Another."]', inTests: true },
      { name: "refused", does: "once", scenario: REFUSED, has: "codex exited with code 1" },
      {
        name: "limited",
        does: "once",
        scenario: LIMITED,
        has: "AgentError",
        differs: [
          'value.returned.thrown.message: "codex exited with code 6:\\nReading prompt from stdin...\\n" instead of "codex exited with code 1:\\nReading prompt from stdin...\\n"',
        ],
      },
    ],
  },
  {
    name: "codex-mcp-server",
    version: "1.4.10",
    driver: "codex-mcp-server",
    checks: [
      { name: "once", scenario: TALK, has: "One." },
      { name: "session", scenario: TALK, has: '["First.","One.","Second."]' },
      { name: "search", scenario: "web-search", has: "Search for: tea." },
      { name: "review", scenario: TALK, has: "One." },
      { name: "help", scenario: TALK, has: "Usage: codex" },
      { name: "refused", does: "once", scenario: REFUSED, has: "No such thing." },
    ],
  },
  {
    name: "@trishchuk/codex-mcp-tool",
    version: "2.5.0",
    driver: "codex-mcp-tool",
    checks: [
      { name: "once", scenario: TALK, has: "tokens used" },
      { name: "clean", scenario: TALK, has: "One." },
      { name: "sandbox", scenario: TALK, has: "One." },
      { name: "search", scenario: TALK, has: "One." },
      { name: "session", scenario: TALK, has: '["First.","One.","Second."]', inTests: true },
      { name: "health", scenario: TALK, has: "0.166.0" },
      { name: "refused", does: "once", scenario: REFUSED, has: "No such thing." },
    ],
  },
  {
    name: "ask-codex-mcp",
    version: "0.3.11",
    ignoresConfig: true,
    driver: "ask-codex-mcp",
    checks: [
      { name: "once", scenario: TALK, has: "One.", inTests: true },
      { name: "edit", scenario: answers('{"edits":[]}'), has: "no edits" },
      // It passes --sandbox to `exec resume`, which codex refuses.
      { name: "session", scenario: TALK, has: "unexpected argument '--sandbox'" },
      { name: "refused", does: "once", scenario: REFUSED, has: '"isError":true' },
    ],
  },
  {
    name: "@paperclipai/adapter-codex-local",
    version: "2026.916.1",
    node: NODE,
    driver: "paperclip",
    checks: [
      { name: "turn", scenario: "patch-update-delete-move", has: "Changed three files." },
      { name: "lost", scenario: TALK, has: '"lost":true' },
      { name: "refused", does: "turn", scenario: REFUSED, has: "No such thing." },
      { name: "limited", does: "turn", scenario: LIMITED, has: "usage limit" },
    ],
  },
  {
    name: "@openai/codex-security",
    version: "0.4.0",
    node: NODE,
    ignoresConfig: true,
    driver: "codex-security",
    checks: [
      { name: "validate", scenario: TALK, has: "One." },
      { name: "schema", scenario: answers('{"answer":"One."}'), has: "One." },
      { name: "refused", does: "validate", scenario: REFUSED, has: "No such thing." },
      {
        name: "limited",
        does: "validate",
        scenario: LIMITED,
        has: "usage limit",
        differs: ["value.returned.status: 6 instead of 1"],
      },
    ],
  },
  {
    name: "promptfoo",
    version: "0.123.1",
    beside: { "@openai/codex-sdk": "0.163.0" },
    node: NODE,
    driver: "promptfoo",
    checks: [
      { name: "once", scenario: "patch-update-delete-move", has: "Changed three files." },
      { name: "stream", scenario: "patch-update-delete-move", has: "Changed three files." },
      { name: "session", scenario: TALK, has: '["First.","One.","Second."]' },
      { name: "refused", does: "once", scenario: REFUSED, has: "No such thing." },
    ],
  },
];
