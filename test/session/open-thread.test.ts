import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import type { HistoryCalls } from "../../src/protocol/history-calls.js";
import type { AppServer } from "../../src/protocol/app-server.js";
import type { ThreadParams } from "../../src/protocol/params.js";
import type { CodexSettings, StoredThread } from "../../src/protocol/results.js";
import { Features } from "../../src/protocol/versions/features.js";
import { RpcError } from "../../src/rpc/peer.js";
import type { ThreadQuery } from "../../src/session/find-thread.js";
import { openThread, type ThreadRequest } from "../../src/session/open-thread.js";
import { ownFolder } from "../commands/world.js";
import { threadParams } from "../helpers/requests.js";

const OWN = threadParams("/here");
const THERE = { ...OWN, serverIsThere: true };
const COPY = { ...OWN, model: "theirs", modelProvider: "mine" };
/** Of exec: whether anybody may be asked is still open. */
const OPEN = threadParams("/here", { approvalPolicy: null });
const SETTINGS: CodexSettings = {
  model: "today",
  model_provider: "mock",
  model_reasoning_effort: "high",
  sandbox_mode: "read-only",
};
const LIKE_EXEC: ThreadParams = {
  ...OPEN,
  approvalPolicy: "never",
  model: "today",
  modelProvider: "mock",
  sandbox: "read-only",
};
const BY_ID: ThreadQuery = { by: "id", id: "t-0" };
const MISSING = {
  id: BY_ID,
  name: { by: "name", name: 'a "b"', anywhere: false },
  last: { by: "last", anywhere: false },
} as const;
const ELSEWHERE = "threads of other directories are found with --all, or by their id";

describe("by our own rules", () => {
  const opened = (id: string) => ({
    started: { thread: { id } },
    approvalPolicy: "never",
    effort: null,
  });

  test("a new thread is started as it was wished for", async () => {
    const { server, asked } = serving();
    const thread = await openThread(server, { kind: "new", params: OWN, rules: "own" });
    expect({ thread, asked }).toEqual({ thread: opened("new"), asked: [["startThread", THERE]] });
  });

  test("resume goes by the id, without settings", async () => {
    const { server, asked } = serving();
    const request: ThreadRequest = { kind: "resume", query: BY_ID, params: OWN, rules: "own" };
    expect({ thread: await openThread(server, request), asked }).toEqual({
      thread: opened("resume"),
      asked: [
        ["readThread", "t-0"],
        ["resumeThread", "t-0", OWN],
      ],
    });
  });

  test.each(["resume", "fork"] as const)("%s keeps the sandbox of the thread", async (kind) => {
    const { server, asked } = serving({ file: ranIn("workspace-write") });
    await openThread(server, { kind, query: BY_ID, params: OWN, rules: "own" });
    expect(asked.at(-1)).toEqual([
      `${kind}Thread`,
      "t-0",
      { ...(kind === "fork" ? COPY : OWN), sandbox: "workspace-write" },
    ]);
  });

  test.each(["resume", "fork"] as const)("%s takes the sandbox that is named", async (kind) => {
    const { server, asked } = serving({ file: ranIn("workspace-write") });
    const params = { ...OWN, sandbox: "read-only" as const };
    await openThread(server, { kind, query: BY_ID, params, rules: "own" });
    expect(asked.at(-1)).toEqual([
      `${kind}Thread`,
      "t-0",
      { ...(kind === "fork" ? COPY : OWN), sandbox: "read-only" },
    ]);
  });

  test("what is no turn of anybody's runs in the sandbox of the thread", async () => {
    const { server, asked } = serving({ file: ranIn("workspace-write") });
    await openThread(server, { kind: "reopen", query: BY_ID, cwd: "/here" });
    expect(asked).toEqual([
      ["readThread", "t-0"],
      ["reopenThread", "t-0", "workspace-write"],
    ]);
  });

  test("a copy keeps the model, the provider and the effort of its thread", async () => {
    const { server, asked } = serving();
    const params = { ...OWN, model: null };
    const request: ThreadRequest = { kind: "fork", query: BY_ID, params, rules: "own" };
    expect({ thread: await openThread(server, request), asked }).toEqual({
      thread: { ...opened("fork"), effort: "low" },
      asked: [
        ["readThread", "t-0"],
        ["readThread", "t-0"],
        ["forkThread", "t-0", { ...params, model: "theirs", modelProvider: "mine" }],
      ],
    });
  });

  test("a copy with another model has no effort of the old one", async () => {
    const { server, asked } = serving();
    const params = { ...OWN, model: "ours" };
    const request: ThreadRequest = { kind: "fork", query: BY_ID, params, rules: "own" };
    expect({ thread: await openThread(server, request), asked }).toEqual({
      thread: opened("fork"),
      asked: [
        ["readThread", "t-0"],
        ["readThread", "t-0"],
        ["forkThread", "t-0", { ...params, modelProvider: "mine" }],
      ],
    });
  });

  test("the last thread is found and resumed", async () => {
    const { server, asked } = serving({ stored: [{ id: "t-7", cwd: "/here" }] });
    const request: ThreadRequest = {
      kind: "resume",
      query: MISSING.last,
      params: OWN,
      rules: "own",
    };
    expect({ thread: await openThread(server, request), asked }).toEqual({
      thread: opened("resume"),
      asked: [["listThreads"], ["readThread", "t-7"], ["resumeThread", "t-7", OWN]],
    });
  });

  test("a wish that names no thread starts one", async () => {
    const { server, asked } = serving();
    const request: ThreadRequest = { kind: "resume", query: undefined, params: OWN, rules: "own" };
    await openThread(server, request);
    expect(asked).toEqual([["startThread", THERE]]);
  });
});

describe("by the rules of codex exec", () => {
  test("a new thread is started, and its settings are known", async () => {
    const { server, asked } = serving();
    const thread = await openThread(server, { kind: "new", params: OPEN, rules: "exec" });
    expect({ thread, asked }).toEqual({
      thread: {
        started: { thread: { id: "new" } },
        approvalPolicy: "never",
        effort: "high",
        settings: SETTINGS,
      },
      asked: [
        ["readConfig", "/here"],
        ["startThread", { ...OPEN, approvalPolicy: "never" }],
      ],
    });
  });

  test.each(["resume", "fork"] as const)("%s says today's settings", async (kind) => {
    const { server, asked } = serving();
    const request: ThreadRequest = { kind, query: BY_ID, params: OPEN, rules: "exec" };
    expect({ thread: await openThread(server, request), asked }).toEqual({
      thread: {
        started: { thread: { id: kind } },
        approvalPolicy: "never",
        effort: "high",
        settings: SETTINGS,
      },
      asked: [
        ["readConfig", "/here"],
        [`${kind}Thread`, "t-0", LIKE_EXEC],
      ],
    });
  });

  test("an automatic reviewer is asked in the turn too", async () => {
    const { server } = serving({ settings: { approvals_reviewer: "auto_review" } });
    expect(await openThread(server, { kind: "new", params: OPEN, rules: "exec" })).toEqual({
      started: { thread: { id: "new" } },
      approvalPolicy: "on-request",
      effort: null,
      settings: { approvals_reviewer: "auto_review" },
    });
  });

  test.each([["name"], ["last"]] as const)("none to resume by %s is a new one", async (by) => {
    const { server, asked } = serving();
    const request: ThreadRequest = {
      kind: "resume",
      query: MISSING[by],
      params: OPEN,
      rules: "exec",
    };
    await openThread(server, request);
    expect(asked).toEqual([["readConfig", "/here"], ["listThreads"], ["startThread", LIKE_EXEC]]);
  });

  test("none to branch is an error", async () => {
    const { server } = serving();
    const query: ThreadQuery = { ...MISSING.name, anywhere: true };
    const request: ThreadRequest = { kind: "fork", query, params: OPEN, rules: "exec" };
    await expect(openThread(server, request)).rejects.toEqual(
      new CliError("input", 'Session not found: a "b"'),
    );
  });

  test("a server that refuses its settings has none", async () => {
    const { server, asked } = serving({ settings: refusal("config/read", "Method not found") });
    const request: ThreadRequest = { kind: "resume", query: BY_ID, params: OPEN, rules: "exec" };
    const params = {
      ...OPEN,
      approvalPolicy: "never",
      modelProvider: "openai",
      permissions: ":read-only",
    };
    expect({ thread: await openThread(server, request), asked }).toEqual({
      thread: {
        started: { thread: { id: "resume" } },
        approvalPolicy: "never",
        effort: null,
        settings: {},
      },
      asked: [
        ["readConfig", "/here"],
        ["resumeThread", "t-0", params],
      ],
    });
  });

  test("a server that dies over its settings is dead", async () => {
    const dead = new CliError("server_crashed", "it died");
    const { server, asked } = serving({ settings: dead });
    const request: ThreadRequest = { kind: "new", params: OPEN, rules: "exec" };
    await expect(openThread(server, request)).rejects.toBe(dead);
    expect(asked).toEqual([["readConfig", "/here"]]);
  });
});

describe("a thread in the archive", () => {
  const requests = [
    { kind: "resume", query: BY_ID, params: OWN, rules: "own" },
    { kind: "fork", query: BY_ID, params: OWN, rules: "own" },
    { kind: "reopen", query: BY_ID, cwd: "/here" },
  ] as const;

  test.each(requests)(
    "is not opened by a server that would not refuse it: $kind",
    async (request) => {
      const { server, asked } = serving({ file: ARCHIVED, version: "0.135.0" });
      await expect(openThread(server, request)).rejects.toEqual(
        new CliError("refused", "the thread t-0 is archived", {
          hint: "unarchive it first: turnpipe threads unarchive t-0",
        }),
      );
      expect(asked).toEqual([["readThread", "t-0"]]);
    },
  );
});

describe("a thread that is not there", () => {
  test.each<[string, ThreadQuery, CliError]>([
    ["by id", MISSING.id, missing("there is no stored thread t-0")],
    ["by name", MISSING.name, missing('there is no stored thread named "a \\"b\\""', ELSEWHERE)],
    [
      "by name, anywhere",
      { ...MISSING.name, anywhere: true },
      missing('there is no stored thread named "a \\"b\\""'),
    ],
    ["as the last", MISSING.last, missing("there is no stored thread", ELSEWHERE)],
    [
      "as the last, anywhere",
      { ...MISSING.last, anywhere: true },
      missing("there is no stored thread"),
    ],
  ])("%s is an error", async (_, query, error) => {
    const { server } = serving({ opening: refusal("thread/resume", "no rollout found for t-0") });
    const request: ThreadRequest = { kind: "resume", query, params: OWN, rules: "own" };
    const thrown = await openThread(server, request).catch((caught: unknown) => caught);
    expect({ thrown, hint: (thrown as CliError).hint }).toEqual({
      thrown: error,
      hint: error.hint,
    });
  });

  test.each([
    ["resume", "no rollout found for thread id t-0"],
    ["fork", "No rollout found for thread id t-0"],
    ["resume", "thread not found: t-0"],
  ] as const)("is told by a refused %s: %s", async (kind, message) => {
    const { server } = serving({ opening: refusal(`thread/${kind}`, message) });
    const request: ThreadRequest = { kind, query: BY_ID, params: OPEN, rules: "exec" };
    await expect(openThread(server, request)).rejects.toEqual(
      missing("there is no stored thread t-0"),
    );
  });
});

describe("what is wrong with a thread that is there", () => {
  test.each<Error>([
    refusal("thread/resume", "the model is not allowed"),
    new CliError("server_crashed", "thread not found in this crash"),
  ])("is passed on: %s", async (error) => {
    const { server } = serving({ opening: error });
    const request: ThreadRequest = { kind: "resume", query: BY_ID, params: OWN, rules: "own" };
    await expect(openThread(server, request)).rejects.toBe(error);
  });
});

interface Serving {
  settings?: CodexSettings | Error;
  stored?: readonly StoredThread[];
  /** The file of its one thread. */
  file?: string;
  /** Why an old thread cannot be opened. */
  opening?: Error;
  version?: string;
}

/** A server whose threads are called after how they were opened. */
function serving({
  settings = SETTINGS,
  stored = [],
  file,
  opening,
  version = "0.166.0",
}: Serving = {}) {
  const asked: unknown[][] = [];
  const old = (kind: string) =>
    opening === undefined ? Promise.resolve({ thread: { id: kind } }) : Promise.reject(opening);
  const part: Partial<AppServer> = {
    features: new Features(version),
    readConfig(...args) {
      asked.push(["readConfig", ...args]);
      return settings instanceof Error ? Promise.reject(settings) : Promise.resolve(settings);
    },
    async *listThreads() {
      asked.push(["listThreads"]);
      yield* stored;
    },
    readThread: (...args) => {
      asked.push(["readThread", ...args]);
      return Promise.resolve({
        id: "t-0",
        model: "theirs",
        modelProvider: "mine",
        reasoningEffort: "low",
        path: file,
      });
    },
    history: () =>
      Promise.resolve({
        reopenThread: (...args: readonly unknown[]) => {
          asked.push(["reopenThread", ...args]);
          return old("reopen");
        },
      } as unknown as HistoryCalls),
    startThread: (...args) => {
      asked.push(["startThread", ...args]);
      return Promise.resolve({ thread: { id: "new" } });
    },
    resumeThread: (...args) => {
      asked.push(["resumeThread", ...args]);
      return old("resume");
    },
    forkThread: (...args) => {
      asked.push(["forkThread", ...args]);
      return old("fork");
    },
  };
  return { server: part as AppServer, asked };
}

/** The file of a thread in the archive. */
const ARCHIVED = "/home/archived_sessions/rollout.jsonl";

/** The file of a thread that ran in a sandbox. */
function ranIn(type: string): string {
  const path = join(ownFolder(), "rollout.jsonl");
  writeFileSync(
    path,
    JSON.stringify({ type: "turn_context", payload: { sandbox_policy: { type } } }),
  );
  return path;
}

function refusal(method: string, message: string): RpcError {
  return new RpcError(method, { code: -32600, message });
}

function missing(message: string, hint?: string): CliError {
  return new CliError("input", message, { hint });
}
