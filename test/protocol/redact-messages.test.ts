import { expect, test } from "vitest";

import type { RecordedMessage } from "../../src/protocol/recorded-messages.js";
import { createMessageRedactor } from "../../src/protocol/redact-messages.js";
import { REDACTED } from "../../src/redact/redacted.js";

const client = (message: unknown): RecordedMessage => ({ from: "client", message });
const server = (message: unknown): RecordedMessage => ({ from: "server", message });
const redacted = (...talk: readonly RecordedMessage[]): unknown[] =>
  talk.map(createMessageRedactor());

test("a key, and what a login is answered, is not written down", () => {
  expect(
    redacted(
      client({ id: 1, method: "account/login/start", params: { type: "apiKey", apiKey: "sk" } }),
      server({ id: 1, result: { type: "chatgpt", loginId: "l", authUrl: "https://a?b=c" } }),
      server({ method: "account/login/completed", params: { loginId: "l", success: true } }),
    ),
  ).toEqual([
    { id: 1, method: "account/login/start", params: { type: "apiKey", apiKey: REDACTED } },
    { id: 1, result: { type: "chatgpt", loginId: REDACTED, authUrl: REDACTED } },
    { method: "account/login/completed", params: { loginId: REDACTED, success: true } },
  ]);
});

test("neither is what a server asks of a login, nor what it is answered", () => {
  expect(
    redacted(
      server({ id: 1, method: "account/chatgptAuthTokens/refresh", params: { reason: "old" } }),
      client({ id: 1, result: { accessToken: "t", deep: [{ id: "x" }] } }),
      server({ id: 2, method: "attestation/generate", params: null }),
      client({ id: 2, error: { code: -32000, message: "not supported" } }),
    ),
  ).toEqual([
    { id: 1, method: "account/chatgptAuthTokens/refresh", params: { reason: REDACTED } },
    { id: 1, result: { accessToken: REDACTED, deep: [{ id: REDACTED }] } },
    { id: 2, method: "attestation/generate", params: null },
    { id: 2, error: { code: -32000, message: "not supported" } },
  ]);
});

test("of settings, what looks secret and what is handed to others is left out", () => {
  const result = {
    config: {
      model: "m",
      model_max_output_tokens: 5,
      mcp_servers: { a: { command: "a", env: { HOME: "/h" }, bearer_token: "b" } },
      model_providers: { p: { http_headers: { "X-Key": "k" }, api_key: "a", env_key: "NAME" } },
      projects: { "/w": { trust_level: "trusted" } },
    },
  };
  expect(redacted(client({ id: 1, method: "config/read" }), server({ id: 1, result }))[1]).toEqual({
    id: 1,
    result: {
      config: {
        ...result.config,
        mcp_servers: { a: { command: "a", env: { HOME: REDACTED }, bearer_token: REDACTED } },
        model_providers: {
          p: { http_headers: { "X-Key": REDACTED }, api_key: REDACTED, env_key: "NAME" },
        },
      },
    },
  });
});

test.each([
  [server({ method: "item/started", params: { item: { password: "p", type: "x" } } })],
  [server({ id: 7, result: { accessToken: "of nobody" } })],
  [server(null)],
  [server("text")],
  [client({ method: "initialized" })],
])("everything else stays as it is: %j", (spoken) => {
  expect(redacted(spoken)).toEqual([spoken.message]);
});

test("a reply of one side is not taken for one of the other", () => {
  const serverRequest = server({ id: 1, method: "account/chatgptAuthTokens/refresh", params: {} });
  const response = server({ id: 1, result: { thread: "t" } });
  const talk = [client({ id: 1, method: "thread/start" }), serverRequest, response];
  expect(redacted(...talk)[2]).toEqual(response.message);
});

test("answers are not written down, of whatever type they are; what was decided is", () => {
  const form = { action: "accept", content: { pin: 1234, ok: true, deep: ["a"] }, _meta: null };
  expect(
    redacted(
      server({ id: 1, method: "item/tool/requestUserInput", params: { questions: [] } }),
      client({ id: 1, result: { answers: { a: { answers: ["one", "two"] } } } }),
      server({ id: 2, method: "mcpServer/elicitation/request", params: { message: "m" } }),
      client({ id: 2, result: form }),
      server({ id: 3, method: "mcpServer/elicitation/request", params: {} }),
      client({ id: 3, result: { action: "cancel", content: null } }),
    ).filter((_, at) => at % 2 === 1),
  ).toEqual([
    { id: 1, result: { answers: { a: { answers: [REDACTED, REDACTED] } } } },
    {
      id: 2,
      result: { ...form, content: { pin: REDACTED, ok: REDACTED, deep: [REDACTED] } },
    },
    { id: 3, result: { action: "cancel", content: null } },
  ]);
});

test("settings that a thread is started with are redacted, too", () => {
  const config = { model: "m", mcp_servers: { a: { url: "https://u:p-w@h/", env: { A: "b" } } } };
  expect(
    redacted(client({ id: 1, method: "thread/start", params: { cwd: "/w", config } })),
  ).toEqual([
    {
      id: 1,
      method: "thread/start",
      params: {
        cwd: "/w",
        config: {
          model: "m",
          mcp_servers: { a: { url: "https://u:[redacted]@h/", env: { A: REDACTED } } },
        },
      },
    },
  ]);
});
