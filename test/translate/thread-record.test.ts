import { expect, test } from "vitest";

import { ThreadRecord } from "../../src/dialect/records.js";
import { threadRecord } from "../../src/translate/thread-record.js";
import { storedThreadStarted } from "../../src/translate/thread-started.js";
import { VERSION } from "../../src/version.js";

const BARE = {
  id: "t-1",
  name: null,
  preview: "",
  cwd: null,
  model: null,
  model_provider: null,
  effort: null,
  source: "unknown",
  created_at: null,
  updated_at: null,
  archived: false,
  forked_from: null,
  parent: null,
  git: null,
  codex_version: null,
  path: null,
};

test("everything a server knows of a thread has its place", () => {
  const thread = {
    id: "t-1",
    name: "The release",
    preview: "Make\nit so",
    cwd: "/repo",
    model: "gpt",
    modelProvider: "openai",
    reasoningEffort: "high",
    source: "vscode",
    createdAt: 1_700_000_000,
    updatedAt: 1_700_000_060,
    forkedFromId: "t-0",
    parentThreadId: "t-9",
    gitInfo: { branch: "main", sha: "abc", originUrl: "https://example.org/x.git" },
    cliVersion: "0.166.0",
    path: "/home/sessions/x.jsonl",
  };
  const record = threadRecord(thread, { archived: true });
  expect(record).toEqual({
    id: "t-1",
    name: "The release",
    preview: "Make\nit so",
    cwd: "/repo",
    model: "gpt",
    model_provider: "openai",
    effort: "high",
    source: "vscode",
    created_at: "2023-11-14T22:13:20.000Z",
    updated_at: "2023-11-14T22:14:20.000Z",
    archived: true,
    forked_from: "t-0",
    parent: "t-9",
    git: { branch: "main", sha: "abc", origin_url: "https://example.org/x.git" },
    codex_version: "0.166.0",
    path: "/home/sessions/x.jsonl",
  });
  expect(ThreadRecord.parse(record)).toEqual(record);
});

test.each([
  ["an old server leaves out", {}],
  [
    "a new one says it does not know",
    { name: null, preview: null, cwd: null, model: null, gitInfo: null, createdAt: null },
  ],
])("what %s is null", (_, known) => {
  const record = threadRecord({ id: "t-1", ...known }, { archived: false });
  expect(record).toEqual(BARE);
  expect(ThreadRecord.parse(record)).toEqual(BARE);
});

test.each([
  ["exec", "exec"],
  [{ subAgent: "review" }, "subAgent"],
  [{ custom: { name: "x" } }, "custom"],
  [{}, "unknown"],
  [null, "unknown"],
])("the source %j is called %s", (source, called) => {
  expect(threadRecord({ id: "t-1", source }, { archived: false })).toEqual({
    ...BARE,
    source: called,
  });
});

test("a repository without a branch or a remote still has its commit", () => {
  const thread = { id: "t-1", gitInfo: { sha: "abc" } };
  expect(threadRecord(thread, { archived: false })).toEqual({
    ...BARE,
    git: { branch: null, sha: "abc", origin_url: null },
  });
});

test.each([NaN, Infinity, 1e18, -1e18])("the time %d is none", (time) => {
  const thread = { id: "t-1", createdAt: time, updatedAt: time };
  expect(threadRecord(thread, { archived: false })).toEqual(BARE);
});

test("the first line about a thread that is only looked at says null for what is not stored", () => {
  expect(storedThreadStarted(BARE, "0.166.0")).toEqual({
    type: "thread.started",
    thread_id: "t-1",
    model: "",
    model_provider: "",
    effort: null,
    cwd: "",
    sandbox: null,
    approval_policy: null,
    codex_version: "0.166.0",
    turnpipe_version: VERSION,
    instruction_sources: null,
    service_tier: null,
  });
});
