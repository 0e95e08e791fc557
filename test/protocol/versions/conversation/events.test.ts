import { expect, test } from "vitest";

import { ConversationEvents } from "../../../../src/protocol/versions/conversation/events.js";

/** What events come to: methods and params without the ids that are the same in all. */
function translated(...events: readonly object[]): unknown[] {
  const conversation = new ConversationEvents("T");
  return events
    .flatMap((msg) => conversation.translate({ id: "0", msg }))
    .map(({ method, params }) => {
      const { threadId, turnId = "0", ...rest } = params as Record<string, unknown>;
      expect([threadId, turnId]).toEqual(["T", "0"]);
      return [method, rest];
    });
}

const STARTED = ["turn/started", { turn: { id: "0", items: [], status: "inProgress" } }];
const ended = (status: string, error: unknown = null) => [
  "turn/completed",
  { turn: { id: "0", items: [], status, error } },
];

test("messages and reasoning of a server that sends items come with its ids", () => {
  expect(
    translated(
      { type: "task_started" },
      { type: "item_started", item: { UserMessage: { id: "u", content: [] } } },
      { type: "item_started", item: { Reasoning: { id: "r", summary_text: [], raw_content: [] } } },
      { type: "reasoning_content_delta", item_id: "r", delta: "Think." },
      { type: "agent_reasoning_delta", delta: "Think." },
      {
        type: "item_completed",
        item: { type: "Reasoning", id: "r", summary_text: ["Think."], raw_content: [] },
      },
      { type: "agent_reasoning", text: "Think." },
      { type: "item_started", item: { AgentMessage: { id: "m", content: [] } } },
      { type: "agent_message_content_delta", item_id: "m", delta: "Done." },
      { type: "agent_message_delta", delta: "Done." },
      {
        type: "item_completed",
        item: { AgentMessage: { id: "m", content: [{ Text: { text: "Done." } }] } },
      },
      { type: "agent_message", message: "Done." },
      { type: "task_complete", last_agent_message: "Done." },
    ),
  ).toEqual([
    STARTED,
    ["item/started", { item: { type: "reasoning", id: "r", summary: [], content: [] } }],
    ["item/reasoning/summaryTextDelta", { itemId: "r", delta: "Think.", summaryIndex: 0 }],
    ["item/completed", { item: { type: "reasoning", id: "r", summary: ["Think."], content: [] } }],
    ["item/started", { item: { type: "agentMessage", id: "m", text: "" } }],
    ["item/agentMessage/delta", { itemId: "m", delta: "Done." }],
    ["item/completed", { item: { type: "agentMessage", id: "m", text: "Done." } }],
    ended("completed"),
  ]);
});

test("texts of a server that sends no items become items", () => {
  expect(
    translated(
      { type: "task_started" },
      { type: "agent_reasoning", text: "Think." },
      { type: "agent_message_delta", delta: "Do" },
      { type: "agent_message_delta", delta: "ne." },
      { type: "agent_message", message: "Done." },
      { type: "agent_message", message: "More." },
      { type: "task_complete" },
    ),
  ).toEqual([
    STARTED,
    ["item/completed", { item: { type: "reasoning", id: "message-0-1", summary: ["Think."] } }],
    ["item/started", { item: { type: "agentMessage", id: "message-0-2", text: "" } }],
    ["item/agentMessage/delta", { itemId: "message-0-2", delta: "Do" }],
    ["item/agentMessage/delta", { itemId: "message-0-2", delta: "ne." }],
    ["item/completed", { item: { type: "agentMessage", id: "message-0-2", text: "Done." } }],
    ["item/completed", { item: { type: "agentMessage", id: "message-0-3", text: "More." } }],
    ended("completed"),
  ]);
});

test("a command has its line, its output and its end", () => {
  const item = {
    type: "commandExecution",
    id: "c",
    command: "bash -lc 'echo hi'",
    cwd: "/w",
    status: "inProgress",
    aggregatedOutput: null,
    exitCode: null,
  };
  expect(
    translated(
      {
        type: "exec_command_begin",
        call_id: "c",
        command: ["bash", "-lc", "echo hi"],
        cwd: "/w",
      },
      { type: "exec_command_output_delta", call_id: "c", stream: "stdout", chunk: "aGkK" },
      {
        type: "exec_command_end",
        call_id: "c",
        aggregated_output: "hi\n",
        exit_code: 3,
        duration: { secs: 1, nanos: 5_000_000 },
      },
    ),
  ).toEqual([
    ["item/started", { item }],
    ["item/commandExecution/outputDelta", { itemId: "c", delta: "hi\n" }],
    [
      "item/completed",
      {
        item: {
          ...item,
          status: "failed",
          aggregatedOutput: "hi\n",
          exitCode: 3,
          durationMs: 1005,
        },
      },
    ],
  ]);
});

test("a patch has its changes, in both spellings", () => {
  const added = { type: "add", content: "x\n" };
  const updated = { update: { unified_diff: "@@\n", move_path: "/w/c" } };
  const item = {
    type: "fileChange",
    id: "p",
    changes: [
      { path: "/w/a", kind: { type: "add" }, diff: "x\n" },
      { path: "/w/b", kind: { type: "update", move_path: "/w/c" }, diff: "@@\n" },
    ],
    status: "inProgress",
  };
  expect(
    translated(
      { type: "patch_apply_begin", call_id: "p", changes: { "/w/a": added, "/w/b": updated } },
      { type: "patch_apply_end", call_id: "p", success: true },
    ),
  ).toEqual([
    ["item/started", { item }],
    ["item/completed", { item: { ...item, status: "completed" } }],
  ]);
});

test("calls of MCP tools and web searches are items", () => {
  const invocation = { server: "s", tool: "t", arguments: { a: 1 } };
  const called = { type: "mcpToolCall", id: "m", server: "s", tool: "t", arguments: { a: 1 } };
  const open = { ...called, status: "inProgress", result: null, error: null };
  const search = { type: "webSearch", id: "w", query: "", action: { type: "search", query: "" } };
  expect(
    translated(
      { type: "mcp_tool_call_begin", call_id: "m", invocation },
      {
        type: "mcp_tool_call_end",
        call_id: "m",
        invocation,
        duration: { secs: 0, nanos: 2_000_000 },
        result: { Ok: { content: [{ type: "text", text: "x" }], is_error: false } },
      },
      { type: "mcp_tool_call_end", call_id: "m", invocation, result: { Err: "no such tool" } },
      { type: "web_search_begin", call_id: "w" },
      { type: "web_search_end", call_id: "w", query: "tea" },
    ),
  ).toEqual([
    ["item/started", { item: open }],
    [
      "item/completed",
      {
        item: {
          ...open,
          status: "completed",
          result: { content: [{ type: "text", text: "x" }], structuredContent: null },
          durationMs: 2,
        },
      },
    ],
    [
      "item/completed",
      { item: { ...open, status: "failed", error: { message: "no such tool" }, durationMs: null } },
    ],
    ["item/started", { item: search }],
    [
      "item/completed",
      { item: { ...search, query: "tea", action: { type: "search", query: "tea" } } },
    ],
  ]);
});

test("a plan, a diff and a retried error are those of the turn", () => {
  expect(
    translated(
      {
        type: "plan_update",
        explanation: "Why.",
        plan: [
          { step: "a", status: "in_progress" },
          { step: "b", status: "pending" },
        ],
      },
      { type: "turn_diff", unified_diff: "diff" },
      { type: "stream_error", message: "Reconnecting... 1/5" },
    ),
  ).toEqual([
    [
      "turn/plan/updated",
      {
        explanation: "Why.",
        plan: [
          { step: "a", status: "inProgress" },
          { step: "b", status: "pending" },
        ],
      },
    ],
    ["turn/diff/updated", { diff: "diff" }],
    ["error", { error: { message: "Reconnecting... 1/5", codexErrorInfo: null }, willRetry: true }],
  ]);
});

test("tokens are reported once, after the tools that the answer called", () => {
  const usage = { input_tokens: 100, cached_input_tokens: 10, output_tokens: 20 };
  const counted = {
    type: "token_count",
    info: { total_token_usage: usage, last_token_usage: usage, model_context_window: 9 },
  };
  const tokens = {
    inputTokens: 100,
    cachedInputTokens: 10,
    outputTokens: 20,
    reasoningOutputTokens: 0,
  };
  const command = { type: "exec_command_begin", call_id: "c", command: ["ls"] };
  const events = translated({ type: "token_count", info: null }, counted, command, counted);
  expect(events.slice(1)).toEqual([
    [
      "thread/tokenUsage/updated",
      { tokenUsage: { total: tokens, last: tokens, modelContextWindow: 9 } },
    ],
  ]);
});

test("a turn with an error has failed, one that was aborted is interrupted", () => {
  const error = {
    message: "exceeded retry limit, last status: 401 Unauthorized",
    codexErrorInfo: { httpConnectionFailed: { httpStatusCode: 401 } },
  };
  expect(
    translated(
      { type: "task_started" },
      { type: "error", message: error.message },
      { type: "task_complete" },
      { type: "task_started" },
      { type: "turn_aborted", reason: "interrupted" },
    ),
  ).toEqual([
    STARTED,
    ["error", { error, willRetry: false }],
    ended("failed", error),
    STARTED,
    ended("interrupted"),
  ]);
});

test("a command that was declined ends with the turn, if the server does not say so", () => {
  const conversation = new ConversationEvents("T");
  const events = (msg: object) =>
    conversation.translate({ id: "0", msg }).map(({ method }) => method);
  events({ type: "exec_command_begin", call_id: "c", command: ["ls"], cwd: "/w" });
  events({ type: "exec_command_begin", call_id: "d", command: ["sleep", "9"], cwd: "/w" });
  conversation.declined("c");
  expect(events({ type: "turn_aborted", reason: "interrupted" })).toEqual([
    "item/completed",
    "turn/completed",
  ]);
});

test("a review gives its findings as the reviewer's answer, and as text", () => {
  const output = {
    findings: [
      {
        title: "[P1] Bug",
        body: "It breaks.",
        code_location: { absolute_file_path: "/w/a", line_range: { start: 2, end: 3 } },
      },
    ],
    overall_explanation: "Wrong.",
  };
  const review = "Wrong.\n\nReview comment:\n\n- [P1] Bug — /w/a:2-3\n  It breaks.";
  const content = [{ type: "output_text", text: JSON.stringify(output) }];
  expect(
    translated(
      { type: "entered_review_mode", user_facing_hint: "current changes" },
      { type: "task_started" },
      { type: "exited_review_mode", review_output: output },
      { type: "task_complete" },
    ).filter((each) => (each as unknown[])[0] !== "item/started"),
  ).toEqual([
    [
      "item/completed",
      { item: { type: "enteredReviewMode", id: "entered", review: "current changes" } },
    ],
    [
      "turn/started",
      { turn: { id: "0-review", rootTurnId: "0", items: [], status: "inProgress" } },
    ],
    ["rawResponseItem/completed", { item: { type: "message", role: "assistant", content } }],
    ["item/completed", { item: { type: "exitedReviewMode", id: "exited", review } }],
    ["item/completed", { item: { type: "agentMessage", id: "message-0-1", text: review } }],
    ended("completed"),
  ]);
});

test("unknown events and those of no shape are passed over", () => {
  const conversation = new ConversationEvents("T");
  const types = ["background", "constructor", "toString", "__proto__", "hasOwnProperty"];
  const broken = [{}, { msg: null }, { id: 1, msg: { type: 2 } }];
  const all = [...broken, ...types.map((type) => ({ msg: { type } }))];
  expect(all.flatMap((params) => conversation.translate(params))).toEqual([]);
});

test("words of a command that are no texts are left out", () => {
  const [, started] = translated(
    { type: "task_started" },
    { type: "exec_command_begin", call_id: "a", command: ["echo", { toString: 1 }, "b c"] },
  );
  expect(started).toEqual([
    "item/started",
    { item: expect.objectContaining({ command: "echo '' 'b c'" }) as unknown },
  ]);
});
