import { describe, expect, test } from "vitest";

import { resolutionOf } from "../../src/approvals/resolution.js";
import { responseTo, type Decision } from "../../src/approvals/response.js";
import { parseServerRequest } from "../../src/protocol/server-requests.js";

const DECISIONS = ["accept", "acceptForSession", "decline", "cancel"] as const;

const question = (method: string, params: unknown = {}) =>
  parseServerRequest({ id: 7, method, params });

/** The replies to a question for each of the four decisions, in their order. */
const replies = (method: string, params: unknown = {}, more: Partial<Decision> = {}) =>
  DECISIONS.map((decision) =>
    responseTo(question(method, params), { decision, reason: "because", ...more }),
  );

const results = (...all: unknown[]) => all.map((result) => ({ result }));

const said = (...words: string[]) => results(...words.map((decision) => ({ decision })));

test.each(["item/commandExecution/requestApproval", "item/fileChange/requestApproval"])(
  "%s is answered with the decision itself",
  (method) => {
    expect(replies(method)).toEqual(said("accept", "acceptForSession", "decline", "cancel"));
  },
);

test.each(["applyPatchApproval", "execCommandApproval"])(
  "the legacy %s is answered in the old words",
  (method) => {
    expect(replies(method)).toEqual(said("approved", "approved_for_session", "denied", "abort"));
  },
);

describe("permissions", () => {
  const METHOD = "item/permissions/requestApproval";
  const NONE = { permissions: {}, scope: "turn" };

  test("are granted as they were asked for, for the turn or for the session", () => {
    const permissions = { network: { enabled: true }, fileSystem: { write: ["/x"] } };
    expect(replies(METHOD, { permissions })).toEqual(
      results({ permissions, scope: "turn" }, { permissions, scope: "session" }, NONE, NONE),
    );
  });

  test.each([{}, { permissions: null }, null, undefined, "odd", []])(
    "of a question with %j are none",
    (params) => {
      expect(replies(METHOD, params)).toEqual(
        results(NONE, { permissions: {}, scope: "session" }, NONE, NONE),
      );
    },
  );
});

describe("answers to questions", () => {
  const METHOD = "item/tool/requestUserInput";

  test("go out by the ids of the questions, and only with a yes", () => {
    const whole = { answers: { colour: { answers: ["red"] }, sizes: { answers: ["s", "m"] } } };
    const none = { answers: {} };
    expect(replies(METHOD, {}, { answers: { colour: ["red"], sizes: ["s", "m"] } })).toEqual(
      results(whole, whole, none, none),
    );
  });

  test("are none where none were given", () => {
    const none = { answers: {} };
    expect(replies(METHOD)).toEqual(results(none, none, none, none));
  });
});

describe("an elicitation", () => {
  const METHOD = "mcpServer/elicitation/request";
  const DECLINED = { action: "decline", content: null, _meta: null };
  const CANCELLED = { action: "cancel", content: null, _meta: null };

  test("takes its content with a yes only, and for the session says so beside it", () => {
    const content = { name: "Ada", age: 36 };
    expect(replies(METHOD, { mode: "form" }, { content })).toEqual(
      results(
        { action: "accept", content, _meta: null },
        { action: "accept", content, _meta: { persist: "session" } },
        DECLINED,
        CANCELLED,
      ),
    );
  });

  test("about a tool call has no content", () => {
    expect(replies(METHOD, { _meta: { codex_approval_kind: "mcp_tool_call" } })).toEqual(
      results(
        { action: "accept", content: null, _meta: null },
        { action: "accept", content: null, _meta: { persist: "session" } },
        DECLINED,
        CANCELLED,
      ),
    );
  });
});

test("a tool of the client is never run, whatever is decided", () => {
  const result = {
    contentItems: [{ type: "inputText", text: "this client runs no tools of its own" }],
    success: false,
  };
  expect(replies("item/tool/call", { tool: "x" })).toEqual(results(result, result, result, result));
});

test.each<[method: string, code: number]>([
  ["account/chatgptAuthTokens/refresh", -32_000],
  ["attestation/generate", -32_000],
  ["currentTime/read", -32_000],
  ["item/brandNew/requestApproval", -32_601],
  ["constructor", -32_601],
])("%s has no honest result, so it is an error whatever is decided", (method, code) => {
  const message = `${method} is not supported by turnpipe`;
  expect(replies(method)).toEqual([undefined, undefined, undefined, undefined]);
  expect(
    DECISIONS.map((decision) => resolutionOf(question(method), { decision, reason: "because" })),
  ).toEqual(
    DECISIONS.map(() => ({
      response: { error: { code, message } },
      decision: "unsupported",
      reason: message,
    })),
  );
});

test("an answer carries its decision and its reason along", () => {
  expect(
    resolutionOf(question("execCommandApproval"), { decision: "acceptForSession", reason: "fine" }),
  ).toEqual({
    response: { result: { decision: "approved_for_session" } },
    decision: "acceptForSession",
    reason: "fine",
  });
});
