import { expect, test } from "vitest";

import {
  isThreadList,
  isTurnCompleted,
  hasLogin,
  openedThreadId,
  type RecordedMessage,
} from "../../src/protocol/recorded-messages.js";

const client = (message: unknown): RecordedMessage => ({ from: "client", message });
const server = (message: unknown): RecordedMessage => ({ from: "server", message });

test("the thread that was opened is known by the call that opened it", () => {
  const opens = (method: string) => [
    server({ method, params: { threadId: "theirs" } }),
    client({ id: 1, method: "thread/list", params: {} }),
    client({ id: 2, method, params: { threadId: "ours" } }),
    client({ id: 3, method, params: { threadId: "later" } }),
  ];
  const methods = ["thread/resume", "thread/fork", "thread/read", "thread/start"];
  expect(methods.map((method) => openedThreadId(opens(method)))).toEqual([
    ...["ours", "ours", "ours"],
    undefined,
  ]);
});

test("logins, searches and ends are told from other messages", () => {
  const messages = ["account/login/start", "thread/list", "turn/completed", undefined].map(
    (method) => ({ method }),
  );
  expect({
    login: messages.map((message) => hasLogin([client(message)])),
    theirs: hasLogin([server({ method: "account/login/start" })]),
    search: messages.map(isThreadList),
    end: messages.map(isTurnCompleted),
  }).toEqual({
    login: [true, false, false, false],
    theirs: false,
    search: [false, true, false, false],
    end: [false, false, true, false],
  });
});
