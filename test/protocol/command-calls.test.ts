import { expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { commandCalls } from "../../src/protocol/command-calls.js";
import { RpcError } from "../../src/rpc/peer.js";
import {
  NO_SUCH_METHOD,
  scriptedPeer,
  unknownVariant,
  type RpcResponse,
} from "../helpers/memory-transport.js";

const PLACE = { cwd: "/w", sandbox: null, roots: ["/w", "/more"], withinMs: 700 };

test.each([
  ["no sandbox: the server's settings decide", null, {}],
  ["read-only", "read-only", { sandboxPolicy: { type: "readOnly" } }],
  [
    "workspace-write, with its roots",
    "workspace-write",
    { sandboxPolicy: { type: "workspaceWrite", writableRoots: ["/w", "/more"] } },
  ],
  ["no limits", "danger-full-access", { sandboxPolicy: { type: "dangerFullAccess" } }],
] as const)("a command is run with %s", async (_, sandbox, policy) => {
  const { calls, asked } = scripted({ result: { exitCode: 3, stdout: "", stderr: "no" } });
  expect({ end: await calls.runCommand(["true"], { ...PLACE, sandbox }), asked }).toEqual({
    end: { exitCode: 3, stdout: "", stderr: "no" },
    asked: [
      {
        method: "command/exec",
        params: { command: ["true"], cwd: "/w", timeoutMs: 700, ...policy },
      },
    ],
  });
});

test.each([unknownVariant("command/exec"), NO_SUCH_METHOD])(
  "a server that does not know the call has no answer: %j",
  async (error) => {
    expect(await scripted({ error }).calls.runCommand(["true"], PLACE)).toBeUndefined();
  },
);

test("a refusal is handed on", async () => {
  const error = { code: -32603, message: "failed to spawn command" };
  await expect(scripted({ error }).calls.runCommand(["true"], PLACE)).rejects.toEqual(
    new RpcError("command/exec", error),
  );
});

test("an end without a status breaks the protocol", async () => {
  const asking = scripted({ result: {} }).calls.runCommand(["true"], PLACE);
  const error = (await asking.catch((thrown: unknown) => thrown)) as CliError;
  expect([error instanceof CliError, error.kind]).toEqual([true, "protocol"]);
});

function scripted(response: RpcResponse) {
  const { peer, asked } = scriptedPeer([response]);
  return { calls: commandCalls(peer), asked };
}
