import { describe, expect, test } from "vitest";

import { forkParams, resumeParams, startParams } from "../../../src/protocol/params.js";
import { threadCalls } from "../../../src/protocol/thread-calls.js";
import { turnCalls } from "../../../src/protocol/turn-calls.js";
import { Features } from "../../../src/protocol/versions/features.js";
import { threadParams, turnParams } from "../../helpers/requests.js";
import { scriptedPeer } from "../../helpers/memory-transport.js";

const OPENED = { result: { thread: { id: "t-1" } } };
const READ = { method: "config/read", params: { cwd: "/repo", includeLayers: false } };

/** What a server of this version is asked for to start a thread. */
async function started(version: string, params: object, replies: readonly object[] = [OPENED]) {
  const { peer, asked } = scriptedPeer(replies as never);
  const calls = threadCalls(peer, new Features(version));
  const wanted = { ...threadParams("/repo"), ...params };
  const error: unknown = await calls.startThread(wanted).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { asked, error };
}

const start = (params: object) => {
  const plain = startParams({ ...threadParams("/repo"), ...params });
  delete plain.historyMode;
  return { method: "thread/start", params: plain };
};

describe("additional directories", () => {
  const roots = { workspaceRoots: ["/repo", "/more"] };

  test.each([
    [{}, ["/more"]],
    [{ sandbox_workspace_write: { writable_roots: ["/theirs", "/more"] } }, ["/theirs", "/more"]],
  ])(
    "are a setting up to 0.130, beside those of the user's config %j",
    async (config, writable) => {
      const replies = [{ result: { config } }, OPENED];
      expect(await started("0.130.0", { ...roots, config: { a: 1 } }, replies)).toEqual({
        asked: [
          READ,
          start({ ...roots, config: { a: 1, "sandbox_workspace_write.writable_roots": writable } }),
        ],
        error: null,
      });
    },
  );

  test.each(["resumeThread", "forkThread"] as const)("are sent on %s as well", async (call) => {
    const { peer, asked } = scriptedPeer([{ result: { config: {} } }, OPENED]);
    const calls = threadCalls(peer, new Features("0.105.0"));
    const params = { ...threadParams("/repo"), ...roots };
    await calls[call]("t-1", params);
    const known = { ...params, config: { "sandbox_workspace_write.writable_roots": ["/more"] } };
    const sent = call === "forkThread" ? forkParams : resumeParams;
    expect(asked).toMatchObject([READ, { params: sent("t-1", known) }]);
  });

  test("cost no request where there are none, and are a field from 0.131 on", async () => {
    expect([await started("0.105.0", {}), await started("0.131.0", roots)]).toEqual([
      { asked: [start({})], error: null },
      { asked: [start(roots)], error: null },
    ]);
  });
});

describe("a permission profile", () => {
  const profile = (permissions: string) => ({ permissions });

  test.each([
    ["0.131.0", ":read-only", { permissions: ":read-only" }],
    ["0.130.0", ":read-only", { permissions: { type: "profile", id: ":read-only" } }],
    ["0.128.0", "mine", { permissions: { type: "profile", id: "mine" } }],
    ["0.125.0", ":read-only", { sandbox: "read-only" }],
    ["0.105.0", ":workspace", { sandbox: "workspace-write" }],
    ["0.125.0", "mine", {}],
  ])("is spelled for %s: %s", async (version, name, sent) => {
    expect(await started(version, profile(name))).toEqual({ asked: [start(sent)], error: null });
  });
});

test("an automatic reviewer is not silently left out", async () => {
  const params = { approvalsReviewer: "auto_review" };
  expect([await started("0.114.0", params), await started("0.115.0", params)]).toMatchObject([
    {
      asked: [],
      error: {
        kind: "refused",
        message: "codex 0.114.0 does not support approvalsReviewer",
        hint: "requires codex 0.115.0 or newer: npm i -g @openai/codex@latest",
      },
    },
    { asked: [start(params)], error: null },
  ]);
});

test("a fork that is not to be stored is an error where it would be", async () => {
  const { peer, asked } = scriptedPeer([OPENED]);
  const calls = threadCalls(peer, new Features("0.114.0"));
  const params = { ...threadParams("/repo"), ephemeral: true };
  await expect(calls.forkThread("t-1", params)).rejects.toMatchObject({
    kind: "refused",
    message: "codex 0.114.0 does not support ephemeral thread/fork",
  });
  expect(asked).toEqual([]);
});

test("an access program is not silently left out of a turn", async () => {
  const { peer, asked } = scriptedPeer([{ result: { turn: { id: "u-1" } } }]);
  const params = { ...turnParams("/repo"), threadId: "t-1", approvalPolicy: "never" };
  const start = (version: string) =>
    turnCalls(peer, new Features(version)).startTurn({ ...params, cyberAccessProgram: "standard" });
  await expect(start("0.150.0")).rejects.toMatchObject({
    message: "codex 0.150.0 does not support cyberAccessProgram",
    hint: "requires codex 0.151.0 or newer: npm i -g @openai/codex@latest",
  });
  expect([asked.length, await start("0.151.0")]).toEqual([0, "u-1"]);
});
