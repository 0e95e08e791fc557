import { expect, test } from "vitest";

import {
  createVeil,
  isSearch,
  isTurnEnd,
  loggedIn,
  threadOpened,
  type Spoken,
} from "../../src/protocol/recorded.js";

const client = (message: unknown): Spoken => ({ from: "client", message });
const server = (message: unknown): Spoken => ({ from: "server", message });
const veiled = (...talk: readonly Spoken[]): unknown[] => talk.map(createVeil());
const HIDDEN = "[redacted]";

test("a key, and what a login is answered, is not written down", () => {
  expect(
    veiled(
      client({ id: 1, method: "account/login/start", params: { type: "apiKey", apiKey: "sk" } }),
      server({ id: 1, result: { type: "chatgpt", loginId: "l", authUrl: "https://a?b=c" } }),
      server({ method: "account/login/completed", params: { loginId: "l", success: true } }),
    ),
  ).toEqual([
    { id: 1, method: "account/login/start", params: { type: "apiKey", apiKey: HIDDEN } },
    { id: 1, result: { type: "chatgpt", loginId: HIDDEN, authUrl: HIDDEN } },
    { method: "account/login/completed", params: { loginId: HIDDEN, success: true } },
  ]);
});

test("neither is what a server asks of a login, nor what it is answered", () => {
  expect(
    veiled(
      server({ id: 1, method: "account/chatgptAuthTokens/refresh", params: { reason: "old" } }),
      client({ id: 1, result: { accessToken: "t", deep: [{ id: "x" }] } }),
      server({ id: 2, method: "attestation/generate", params: null }),
      client({ id: 2, error: { code: -32000, message: "not supported" } }),
    ),
  ).toEqual([
    { id: 1, method: "account/chatgptAuthTokens/refresh", params: { reason: HIDDEN } },
    { id: 1, result: { accessToken: HIDDEN, deep: [{ id: HIDDEN }] } },
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
  expect(veiled(client({ id: 1, method: "config/read" }), server({ id: 1, result }))[1]).toEqual({
    id: 1,
    result: {
      config: {
        ...result.config,
        mcp_servers: { a: { command: "a", env: { HOME: HIDDEN }, bearer_token: HIDDEN } },
        model_providers: {
          p: { http_headers: { "X-Key": HIDDEN }, api_key: HIDDEN, env_key: "NAME" },
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
  expect(veiled(spoken)).toEqual([spoken.message]);
});

test("a reply of one side is not taken for one of the other", () => {
  const question = server({ id: 1, method: "account/chatgptAuthTokens/refresh", params: {} });
  const reply = server({ id: 1, result: { thread: "t" } });
  const talk = [client({ id: 1, method: "thread/start" }), question, reply];
  expect(veiled(...talk)[2]).toEqual(reply.message);
});

test("the thread that was opened is known by the call that opened it", () => {
  const opens = (method: string) => [
    server({ method, params: { threadId: "theirs" } }),
    client({ id: 1, method: "thread/list", params: {} }),
    client({ id: 2, method, params: { threadId: "ours" } }),
    client({ id: 3, method, params: { threadId: "later" } }),
  ];
  const methods = ["thread/resume", "thread/fork", "thread/read", "thread/start"];
  expect(methods.map((method) => threadOpened(opens(method)))).toEqual([
    ...["ours", "ours", "ours"],
    undefined,
  ]);
});

test("logins, searches and ends are told from other messages", () => {
  const messages = ["account/login/start", "thread/list", "turn/completed", undefined].map(
    (method) => ({ method }),
  );
  expect({
    login: messages.map((message) => loggedIn([client(message)])),
    theirs: loggedIn([server({ method: "account/login/start" })]),
    search: messages.map(isSearch),
    end: messages.map(isTurnEnd),
  }).toEqual({
    login: [true, false, false, false],
    theirs: false,
    search: [false, true, false, false],
    end: [false, false, true, false],
  });
});
