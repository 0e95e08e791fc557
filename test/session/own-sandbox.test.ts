import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { StoredThread } from "../../src/protocol/results.js";
import { ownSandbox } from "../../src/session/own-sandbox.js";
import { ownFolder } from "../commands/world.js";

const WRITING = { type: "workspace-write", network_access: true, writable_roots: ["/a"] };

test.each<[string, readonly object[], string | null]>([
  ["is read-only", [policy({ type: "read-only" })], "read-only"],
  ["may write", [policy(WRITING)], "workspace-write"],
  ["may do everything", [policy({ type: "danger-full-access" })], "danger-full-access"],
  ["is that of the last turn", [policy(WRITING), policy({ type: "read-only" })], "read-only"],
  ["is not told by a turn without one", [policy(WRITING), {}, policy(null)], "workspace-write"],
  ["is not told by what is no text", [policy(WRITING), policy({ type: 5 })], "workspace-write"],
  ["is left to a server that knows its name", [policy(WRITING), profile(":workspace")], null],
  ["is named again after a profile", [profile(":workspace"), policy(WRITING)], "workspace-write"],
  ["is nothing we could ask for", [policy(WRITING), policy({ type: "external-sandbox" })], null],
  ["is not told at all", [], null],
])("the sandbox of a thread %s", async (_, turns, sandbox) => {
  expect(await ownSandbox(storing({ id: "t", path: fileOf(turns) }), "t")).toBe(sandbox);
});

test("a copy without turns has the sandbox of its source", async () => {
  const server = storing(
    { id: "c", path: fileOf([]), forkedFromId: "b" },
    { id: "b", path: null, forkedFromId: "a" },
    { id: "a", path: fileOf([policy(WRITING)]), forkedFromId: "gone" },
  );
  expect(await ownSandbox(server, "c")).toBe("workspace-write");
});

test.each<[string, StoredThread]>([
  ["is not there", { id: "other" }],
  ["has no file", { id: "t" }],
  ["has a file that is gone", { id: "t", path: "/nowhere/gone.jsonl" }],
  ["is a copy of one that is gone", { id: "t", forkedFromId: "gone" }],
  ["is a copy of itself", { id: "t", forkedFromId: "t" }],
])("of a thread that %s no sandbox is known", async (_, thread) => {
  expect(await ownSandbox(storing(thread), "t")).toBeNull();
});

function policy(sandbox_policy: unknown) {
  return { sandbox_policy };
}

function profile(id: string) {
  return { ...policy(WRITING), active_permission_profile: { id } };
}

function fileOf(turns: readonly object[]): string {
  const path = join(ownFolder(), "rollout.jsonl");
  const lines = turns.map((payload) => JSON.stringify({ type: "turn_context", payload }));
  writeFileSync(path, lines.join("\n"));
  return path;
}

const storing = (...threads: readonly StoredThread[]) => ({
  readThread: (id: string): Promise<StoredThread> => {
    const found = threads.find((thread) => thread.id === id);
    return found ? Promise.resolve(found) : Promise.reject(new Error("no rollout found"));
  },
});
