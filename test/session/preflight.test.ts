import { describe, expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import type { AccountState } from "../../src/protocol/account-calls.js";
import type { AppServer } from "../../src/protocol/app-server.js";
import type { SandboxedCommandResult } from "../../src/protocol/command-calls.js";
import type { SandboxMode } from "../../src/protocol/params.js";
import { RpcError } from "../../src/rpc/peer.js";
import type { ThreadRequest } from "../../src/session/open-thread.js";
import { preflight } from "../../src/session/preflight.js";

const WELL = { exitCode: 0, stderr: "" };
const HINT =
  "on Linux it needs user namespaces; where something else isolates codex: --sandbox danger-full-access";
const broken = (why: string) => ({
  kind: "sandbox",
  message: `the sandbox does not work here: ${why}`,
  hint: HINT,
});

describe("a turn may begin", () => {
  test.each<[string, AccountState]>([
    ["with a login", { account: { type: "apiKey" }, requiresOpenaiAuth: true }],
    ["where none is needed", { account: null, requiresOpenaiAuth: false }],
  ])("%s", async (_, account) => {
    expect(await outcome({ account })).toEqual({ error: null, warnings: [], tried: [TRIED] });
  });

  test.each<[SandboxMode | null, object[]]>([
    ["workspace-write", [{ ...TRIED_IN("workspace-write") }]],
    [null, [{ ...TRIED_IN(null) }]],
    ["danger-full-access", []],
  ])("sandbox %s: tried is exactly that", async (sandbox, tried) => {
    expect(await outcome({ sandbox })).toEqual({ error: null, warnings: [], tried });
  });

  test("on a server that cannot try the sandbox, with a warning", async () => {
    expect(await outcome({ end: undefined })).toEqual({
      error: null,
      warnings: [
        "--preflight cannot check the sandbox: this codex cannot run a command without a turn",
      ],
      tried: [TRIED],
    });
  });
});

describe("a turn may not begin", () => {
  test.each<[string, AccountState]>([
    ["nobody is logged in", { account: null, requiresOpenaiAuth: true }],
    ["the server says nothing about logins", {}],
  ])("where %s, and the sandbox is not tried", async (_, account) => {
    expect(await outcome({ account })).toEqual({
      error: {
        kind: "unauthorized",
        message: "not logged in",
        hint: "log in with: turnpipe login (or set CODEX_API_KEY)",
      },
      warnings: [],
      tried: [],
    });
  });

  test.each<[string, SandboxedCommandResult | Error, string]>([
    ["says why", { exitCode: 1, stderr: "bwrap: no\n  namespaces\n" }, "bwrap: no namespaces"],
    ["says much", { exitCode: 1, stderr: "x".repeat(401) }, `${"x".repeat(400)}…`],
    ["is silent", { exitCode: 9 }, "a test command exited with status 9"],
    ["hangs", { exitCode: 124 }, "a test command did not exit within 10 s"],
    ["cannot be begun", refusal(-32603, "failed to spawn command"), "failed to spawn command"],
  ])("in a sandbox that %s", async (_, end, why) => {
    expect(await outcome({ end })).toEqual({ error: broken(why), warnings: [], tried: [TRIED] });
  });
});

test("a server that is busy, or gone, says nothing about the sandbox", async () => {
  const errors = [refusal(-32001, "try later"), new CliError("server_crashed", "it died")];
  const seen = await Promise.all(
    errors.map((end) =>
      preflight(serverWith({ end }).server, requestWith("read-only"), notes([])).catch(
        (error: unknown) => error,
      ),
    ),
  );
  expect(seen).toEqual(errors);
});

test("a thread that is opened as it is needs the login only", async () => {
  const { server, tried } = serverWith({});
  await preflight(
    server,
    { kind: "reopen", query: { by: "last", anywhere: false }, cwd: "/w" },
    notes([]),
  );
  expect(tried).toEqual([]);
});

interface Setup {
  account?: AccountState;
  end?: SandboxedCommandResult | Error | undefined;
  sandbox?: SandboxMode | null;
}

async function outcome(setup: Setup) {
  const { server, tried } = serverWith(setup);
  const warnings: string[] = [];
  const sandbox = setup.sandbox === undefined ? "read-only" : setup.sandbox;
  const error = await preflight(server, requestWith(sandbox), notes(warnings)).then(
    () => null,
    (thrown: unknown) => {
      const { kind, message, hint } = thrown as CliError;
      return { kind, message, hint };
    },
  );
  return { error, warnings, tried };
}

function serverWith(setup: Setup) {
  const { account = { account: { type: "chatgpt" } } } = setup;
  const end = "end" in setup ? setup.end : WELL;
  const tried: unknown[] = [];
  const server = {
    accounts: () => Promise.resolve({ readAccount: () => Promise.resolve(account) }),
    commands: () =>
      Promise.resolve({
        runCommand(command: readonly string[], place: object) {
          tried.push({ command, ...place });
          return end instanceof Error ? Promise.reject(end) : Promise.resolve(end);
        },
      }),
  } as unknown as AppServer;
  return { server, tried };
}

function TRIED_IN(sandbox: SandboxMode | null) {
  return { command: ["true"], cwd: "/w", sandbox, roots: ["/w", "/more"], withinMs: 10_000 };
}
const TRIED = TRIED_IN("read-only");

function requestWith(sandbox: SandboxMode | null): ThreadRequest {
  const params = { cwd: "/w", workspaceRoots: ["/w", "/more"], sandbox };
  return { kind: "new", params, rules: "own" } as unknown as ThreadRequest;
}

const notes = (warnings: string[]) => ({
  warn: (text: string) => void warnings.push(text),
  note: () => undefined,
});

function refusal(code: number, message: string): RpcError {
  return new RpcError("command/exec", { code, message });
}
