import { describe, expect, test, vi } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { appServer } from "../../src/protocol/app-server.js";
import { accountCalls } from "../../src/protocol/account-calls.js";
import { Peer, RpcError } from "../../src/rpc/peer.js";
import {
  memoryTransport,
  CURRENT,
  NO_SUCH_METHOD,
  scriptedPeer,
  tooOld,
  unknownVariant,
  type RpcResponse,
} from "../helpers/memory-transport.js";

const REFUSED = { code: -32600, message: "not now" };
const LIMITS = { limitId: "codex", primary: { usedPercent: 5 }, secondary: null };

describe("the account", () => {
  test.each([
    [{ account: null, requiresOpenaiAuth: true }],
    [{}],
    [{ account: { type: "apiKey" }, requiresOpenaiAuth: false, workspaceRouting: null }],
    [{ account: { type: "chatgpt", email: null, planType: "pro", workspaceName: "W", new: 1 } }],
    [{ account: { type: "somethingNew" }, requiresOpenaiAuth: null }],
  ])("is read as it is, without a fresh token: %j", async (result) => {
    const { calls, asked } = scripted([{ result }]);
    expect({ got: await calls.readAccount(), asked }).toEqual({
      got: result,
      asked: [{ method: "account/read", params: { refreshToken: false } }],
    });
  });

  test.each([
    [null],
    ["nobody"],
    [{ account: {} }],
    [{ account: { type: "chatgpt", email: 5 } }],
    [{ requiresOpenaiAuth: "yes" }],
  ])("that comes back as %j breaks the protocol", async (result) => {
    const { calls } = scripted([{ result }]);
    await expect(calls.readAccount()).rejects.toMatchObject({ name: "CliError", kind: "protocol" });
  });
});

describe("a login", () => {
  test.each([
    [
      "browser",
      { type: "chatgpt", loginId: "l-1", authUrl: "https://example.org/auth" },
      { type: "chatgpt" },
      { loginId: "l-1", url: "https://example.org/auth", code: null },
    ],
    [
      "device",
      { loginId: "l-2", verificationUrl: "https://example.org/device", userCode: "AB-CD" },
      { type: "chatgptDeviceCode" },
      { loginId: "l-2", url: "https://example.org/device", code: "AB-CD" },
    ],
    [
      "device",
      { loginId: "l-3", authUrl: null, verificationUrl: null, userCode: null },
      { type: "chatgptDeviceCode" },
      { loginId: "l-3", url: "", code: null },
    ],
  ] as const)("by %s is begun: %j", async (way, result, params, login) => {
    const { calls, asked } = scripted([{ result }]);
    expect({ got: await calls.startLogin(way), asked }).toEqual({
      got: login,
      asked: [{ method: "account/login/start", params }],
    });
  });

  test.each([{}, null, { loginId: 7, authUrl: "u" }, { loginId: "l", authUrl: {} }])(
    "that comes back as %j breaks the protocol",
    async (result) => {
      const { calls } = scripted([{ result }]);
      await expect(calls.startLogin("browser")).rejects.toMatchObject({ kind: "protocol" });
    },
  );

  test.each([unknownVariant("chatgptDeviceCode"), NO_SUCH_METHOD])(
    "with a device is beyond an old server: %j",
    async (error) => {
      const { calls } = scripted([{ error }]);
      await expect(calls.startLogin("device")).rejects.toMatchObject(
        tooOld("chatgptDeviceCode", "0.118.0"),
      );
    },
  );

  test("with a browser does not fail for want of devices", async () => {
    const { calls } = scripted([{ error: NO_SUCH_METHOD }]);
    const refusal = calls.startLogin("browser");
    await expect(refusal).rejects.not.toMatchObject(tooOld("chatgptDeviceCode", "0.118.0"));
  });

  test.each(["browser", "device"] as const)("by %s may be refused", async (way) => {
    const { calls } = scripted([{ error: REFUSED }]);
    await expect(calls.startLogin(way)).rejects.toEqual(
      new RpcError("account/login/start", REFUSED),
    );
  });

  test("with a key says the key and nothing else, and needs no answer in words", async () => {
    const { peer, asked } = scriptedPeer([{ result: null }]);
    await appServer(peer).logIn("sk-1");
    expect(asked).toEqual([
      { method: "account/login/start", params: { type: "apiKey", apiKey: "sk-1" } },
    ]);
  });

  test("is cancelled by its id, whatever the server calls that", async () => {
    const { calls, asked } = scripted([{ result: { status: "notFound" } }]);
    await calls.cancelLogin("l-1");
    expect(asked).toEqual([{ method: "account/login/cancel", params: { loginId: "l-1" } }]);
  });

  test("whose cancelling is never answered keeps nobody for more than two seconds", async () => {
    vi.useFakeTimers();
    const { transport } = memoryTransport();
    const calls = accountCalls(
      new Peer(transport, () => new CliError("server_crashed", "gone")),
      CURRENT,
    );
    const cancelling = expect(calls.cancelLogin("l-1")).rejects.toEqual(
      new CliError("server_unreachable", "no response to account/login/cancel within 2 s"),
    );
    await vi.advanceTimersByTimeAsync(2000);
    await cancelling.finally(() => vi.useRealTimers());
  });

  test("is given up with no words at all", async () => {
    const { calls, asked } = scripted([{ result: {} }]);
    await calls.logOut();
    expect(asked).toEqual([{ method: "account/logout", params: undefined }]);
  });
});

describe("limits", () => {
  test("are the account's own first, then each that is metered apart", async () => {
    const other = { limitId: "codex_other", limitName: "Other", primary: { usedPercent: 1.5 } };
    const { calls, asked } = scripted([
      {
        result: {
          rateLimits: LIMITS,
          rateLimitsByLimitId: { codex_other: other, codex: { ...LIMITS, limitName: "again" } },
          ordinaryUsageAllowed: true,
        },
      },
    ]);
    expect({ got: await calls.readLimits(), asked }).toEqual({
      got: [LIMITS, other],
      asked: [{ method: "account/rateLimits/read", params: undefined }],
    });
  });

  test.each([
    [{ rateLimits: LIMITS }, [LIMITS]],
    [{ rateLimits: LIMITS, rateLimitsByLimitId: null }, [LIMITS]],
    [{ rateLimits: {}, rateLimitsByLimitId: { a: LIMITS } }, [{}, LIMITS]],
    [
      { rateLimits: { credits: {}, spendControlReached: null } },
      [{ credits: { hasCredits: false, unlimited: false }, spendControlReached: null }],
    ],
  ])("that come back as %j are read loosely", async (result, limits) => {
    const { calls } = scripted([{ result }]);
    expect(await calls.readLimits()).toEqual(limits);
  });

  test.each([
    {},
    null,
    { rateLimits: null },
    { rateLimits: { primary: { usedPercent: "9" } } },
    { rateLimits: { primary: {} } },
    { rateLimits: {}, rateLimitsByLimitId: [1] },
  ])("that come back as %j break the protocol", async (result) => {
    const { calls } = scripted([{ result }]);
    await expect(calls.readLimits()).rejects.toMatchObject({ kind: "protocol" });
  });

  test("may be refused", async () => {
    const { calls } = scripted([{ error: REFUSED }]);
    await expect(calls.readLimits()).rejects.toEqual(
      new RpcError("account/rateLimits/read", REFUSED),
    );
  });
});

function scripted(replies: readonly RpcResponse[]) {
  const { peer, asked } = scriptedPeer(replies);
  return { calls: accountCalls(peer, CURRENT), asked };
}
