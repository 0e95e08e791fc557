import { expect, test } from "vitest";

import {
  openingWithoutTrust,
  requireIdle,
  requireServerDirectory,
} from "../../src/session/connected-thread.js";
import { threadParams } from "../../src/session/thread-params.js";
import type { SandboxMode } from "../../src/protocol/params.js";

const params = (sandbox: SandboxMode | null, config: Record<string, unknown> | null = null) =>
  threadParams({
    ...{ cwd: "/nowhere/project", approvalPolicy: "never", ephemeral: false, sandbox, config },
    workspaceRoots: ["/nowhere/project", "/more"],
  });

const WRITABLE = {
  type: "workspaceWrite",
  writableRoots: ["/more"],
  networkAccess: false,
  excludeTmpdirEnvVar: false,
  excludeSlashTmp: false,
};

test.each([
  ["a flag", params("workspace-write"), {}, WRITABLE],
  ["-c", params(null, { sandbox_mode: "workspace-write" }), {}, WRITABLE],
  [
    "the server's config",
    params(null),
    {
      sandbox_mode: "workspace-write",
      sandbox_workspace_write: { writable_roots: ["/its"], network_access: true },
    },
    { ...WRITABLE, writableRoots: ["/more", "/its"], networkAccess: true },
  ],
  ["danger", params("danger-full-access"), {}, { type: "dangerFullAccess" }],
])("a thread that %s lets write is opened read-only, and its turn gets the sandbox", (...row) => {
  const [, given, settings, sandboxPolicy] = row;
  expect(openingWithoutTrust(given, settings)).toEqual({
    params: { ...given, sandbox: "read-only" },
    sandboxPolicy,
  });
});

test.each([
  ["read-only", params("read-only"), {}],
  ["of which nothing is said", params(null), {}],
  [
    "in a directory with a trust level",
    params("workspace-write"),
    { projects: { "/nowhere/project": { trust_level: "untrusted" } } },
  ],
])("a thread %s is opened as it is", (_, given, settings) => {
  expect(openingWithoutTrust(given, settings)).toEqual({ params: given });
});

const server = (kind: "directory" | "file" | "missing" | "unknown") => ({
  history: () => Promise.resolve({ pathKind: () => Promise.resolve(kind) } as never),
});

test.each([
  ["missing", "/a: no such directory on the server"],
  ["file", "/a: not a directory on the server"],
] as const)("a directory that is %s on the server is bad input", async (kind, message) => {
  await expect(requireServerDirectory(server(kind), "/a")).rejects.toMatchObject({
    kind: "input",
    message,
  });
});

test("a server that cannot say what a path is gets the benefit of the doubt", async () => {
  await requireServerDirectory(server("unknown"), "/a");
  await requireServerDirectory(server("directory"), "/a");
});

test("a thread on which somebody's turn runs is not resumed", () => {
  const thread = (type: string) => ({ thread: { id: "t", status: { type } } });
  requireIdle(thread("idle"));
  expect(() => {
    requireIdle(thread("active"));
  }).toThrow("another client of the server runs a turn on thread t");
});
