import { describe, expect, test } from "vitest";

import type { ThreadResult } from "../../src/protocol/results.js";
import { threadStarted } from "../../src/translate/thread-started.js";
import { VERSION } from "../../src/version.js";

const RESULT: ThreadResult = {
  thread: { id: "t-1", cwd: "/thread", ephemeral: false, preview: "" },
  model: "gpt-6-sol",
  modelProvider: "openai",
  serviceTier: null,
  cwd: "/repo",
  reasoningEffort: "high",
  approvalPolicy: "never",
  sandbox: { type: "workspaceWrite", writableRoots: [], networkAccess: false },
  instructionSources: ["/repo/AGENTS.md", { url: "https://example.org" }],
};

const show = (more: object = {}) =>
  threadStarted({ ...RESULT, ...more }, { codexVersion: "0.166.0" });

test("the first line says with what the thread really runs, in this order", () => {
  expect(JSON.stringify(show())).toBe(
    JSON.stringify({
      type: "thread.started",
      thread_id: "t-1",
      model: "gpt-6-sol",
      model_provider: "openai",
      effort: "high",
      cwd: "/repo",
      sandbox: "workspace-write",
      approval_policy: "never",
      codex_version: "0.166.0",
      turnpipe_version: VERSION,
      instruction_sources: ["/repo/AGENTS.md", '{"url":"https://example.org"}'],
      service_tier: null,
    }),
  );
});

test("a server that says little gets a line with every field still", () => {
  const little = { thread: { id: "t-1" }, approvalPolicy: "never" };
  expect(threadStarted(little, { codexVersion: "0.118.0" })).toEqual({
    type: "thread.started",
    thread_id: "t-1",
    model: "",
    model_provider: "",
    effort: null,
    cwd: "",
    sandbox: "",
    approval_policy: "never",
    codex_version: "0.118.0",
    turnpipe_version: VERSION,
    instruction_sources: [],
    service_tier: null,
  });
});

describe("single words", () => {
  test.each([
    ["readOnly", "read-only"],
    ["workspaceWrite", "workspace-write"],
    ["dangerFullAccess", "danger-full-access"],
    ["externalSandbox", "external-sandbox"],
    ["brandNew", "brandNew"],
  ])("the sandbox %s is called %s", (type, sandbox) => {
    expect(show({ sandbox: { type } })).toEqual({ ...show(), sandbox });
  });

  test("an approval policy that is no word is granular", () => {
    expect(show({ approvalPolicy: { granular: { rules: true } } })).toEqual({
      ...show(),
      approval_policy: "granular",
    });
  });

  test("an approval policy that is missing is left empty", () => {
    expect(show({ approvalPolicy: undefined })).toEqual({ ...show(), approval_policy: "" });
  });

  test("the thread's own directory stands in for a missing one", () => {
    expect(show({ cwd: null })).toEqual({ ...show(), cwd: "/thread" });
  });
});

test("an effort the turn asks for stands in the place of the thread's", () => {
  expect(threadStarted(RESULT, { codexVersion: "0.166.0", effort: "low" })).toMatchObject({
    effort: "low",
  });
});
