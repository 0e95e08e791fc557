import { describe, expect, test } from "vitest";

import {
  forkParams,
  listParams,
  resumeParams,
  startParams,
  type ThreadParams,
} from "../../src/protocol/params.js";
import { threadParams } from "../helpers/requests.js";

const FULL: ThreadParams = {
  model: "gpt-6-sol",
  modelProvider: "mock",
  cwd: "/repo",
  workspaceRoots: ["/repo", "/more"],
  approvalPolicy: "on-request",
  approvalsReviewer: "auto_review",
  sandbox: "workspace-write",
  permissions: ":workspace",
  ephemeral: false,
  threadSource: "bot",
  config: { bypass_hook_trust: true },
};

const SAID = {
  model: "gpt-6-sol",
  modelProvider: "mock",
  cwd: "/repo",
  runtimeWorkspaceRoots: ["/repo", "/more"],
  approvalPolicy: "on-request",
  approvalsReviewer: "auto_review",
  sandbox: "workspace-write",
  permissions: ":workspace",
  config: { bypass_hook_trust: true },
};

/** All that is said when nobody has a wish. */
const BARE = {
  model: null,
  cwd: "/repo",
  runtimeWorkspaceRoots: ["/repo"],
  approvalPolicy: "never",
};

/** As it goes over the wire: what is undefined is not there. */
const wire = (params: object): unknown => JSON.parse(JSON.stringify(params));

describe("every wish goes over the wire", () => {
  test("for a new thread", () => {
    expect(wire(startParams(FULL))).toEqual({
      ...SAID,
      ephemeral: false,
      historyMode: "paginated",
      threadSource: "bot",
    });
  });

  test("for a new thread where the server is, but for its directory", () => {
    expect(wire(startParams({ ...FULL, serverIsThere: true }))).toEqual({
      ...SAID,
      cwd: undefined,
      ephemeral: false,
      historyMode: "paginated",
      threadSource: "bot",
    });
  });

  test.each([resumeParams, forkParams])("for an old thread with its directory: %o", (params) => {
    expect(wire(params("t-1", { ...FULL, serverIsThere: true }))).toEqual(
      wire(params("t-1", FULL)),
    );
  });

  test("for an old thread, but for how it is stored and who began it", () => {
    expect(wire(resumeParams("t-1", FULL))).toEqual({
      threadId: "t-1",
      ...SAID,
      excludeTurns: true,
    });
  });

  test("for a branch", () => {
    expect(wire(forkParams("t-1", FULL))).toEqual({
      threadId: "t-1",
      ...SAID,
      ephemeral: false,
      threadSource: "bot",
      excludeTurns: true,
      deferGoalContinuation: true,
    });
  });
});

describe("a wish that nobody has is left out", () => {
  const none = threadParams("/repo");

  test("for a new thread", () => {
    expect(wire(startParams(none))).toEqual({
      ...BARE,
      ephemeral: false,
      historyMode: "paginated",
      threadSource: "user",
    });
  });

  test("for an old thread", () => {
    expect(wire(resumeParams("t-1", none))).toEqual({
      threadId: "t-1",
      ...BARE,
      excludeTurns: true,
    });
  });

  test("for a branch", () => {
    expect(wire(forkParams("t-1", none))).toEqual({
      threadId: "t-1",
      ...BARE,
      ephemeral: false,
      threadSource: "user",
      excludeTurns: true,
      deferGoalContinuation: true,
    });
  });
});

describe("a thread that is not stored", () => {
  const fleeting = threadParams("/repo", { ephemeral: true });

  test("has no history to page", () => {
    expect(wire(startParams(fleeting))).toEqual({ ...BARE, ephemeral: true, threadSource: "user" });
  });

  test("has no goal to put off, as a branch", () => {
    expect(wire(forkParams("t-1", fleeting))).toEqual({
      threadId: "t-1",
      ...BARE,
      ephemeral: true,
      threadSource: "user",
      excludeTurns: true,
      deferGoalContinuation: false,
    });
  });
});

describe("the list of threads", () => {
  const asked = { limit: 100, sortKey: "updated_at", archived: false };

  test("is asked for from its beginning, of the provider in use", () => {
    const filter = { modelProviders: undefined, sourceKinds: ["cli"], searchTerm: undefined };
    expect(wire(listParams(filter, null))).toEqual({
      sourceKinds: ["cli"],
      cursor: null,
      ...asked,
    });
  });

  test("is asked for from a cursor on, of every provider and with a word", () => {
    const filter = { modelProviders: [], sourceKinds: ["cli", "exec"], searchTerm: "fix" };
    expect(wire(listParams(filter, "page-2"))).toEqual({
      modelProviders: [],
      sourceKinds: ["cli", "exec"],
      searchTerm: "fix",
      cursor: "page-2",
      ...asked,
    });
  });
});
