import * as z from "zod/mini";

import type { Peer } from "../rpc/peer.js";
import type { ServerRateLimits } from "./limits.js";
import { LimitsResult } from "./limits.js";
import { METHOD } from "./methods.js";
import { readResponse } from "./results.js";
import type { Features } from "./versions/features.js";
import { needsVersion } from "./versions/unknown-method.js";

/** Requests about the account: login, logout, limits. */
export interface AccountCalls {
  readAccount(): Promise<AccountState>;
  startLogin(method: "browser" | "device"): Promise<PendingLogin>;
  cancelLogin(loginId: string): Promise<void>;
  logOut(): Promise<void>;
  /** The account's own limits first. */
  readLimits(): Promise<ServerRateLimits[]>;
}

const text = z.optional(z.nullable(z.string()));

const AccountResult = z.looseObject({
  account: z.optional(
    z.nullable(
      z.looseObject({ type: z.string(), email: text, planType: text, workspaceName: text }),
    ),
  ),
  requiresOpenaiAuth: z.optional(z.nullable(z.boolean())),
});

export type AccountState = z.infer<typeof AccountResult>;

const LoginResult = z.looseObject({
  loginId: z.string(),
  authUrl: text,
  verificationUrl: text,
  userCode: text,
});

/** A login that the user has to complete in a browser. */
export interface PendingLogin {
  loginId: string;
  url: string;
  /** The code to type in there; null for a browser that redirects back by itself. */
  code: string | null;
}

export const accountCalls = (peer: Peer, features: Features): AccountCalls => ({
  async readAccount() {
    const response = await peer.request(METHOD.readAccount, { refreshToken: false });
    return readResponse(METHOD.readAccount, AccountResult, response);
  },
  async startLogin(method) {
    const params = { type: method === "browser" ? "chatgpt" : "chatgptDeviceCode" };
    const request = peer.request(METHOD.logIn, params);
    const response = await (method === "browser"
      ? request
      : request.catch(needsVersion("chatgptDeviceCode", features)));
    const { loginId, authUrl, verificationUrl, userCode } = readResponse(
      METHOD.logIn,
      LoginResult,
      response,
    );
    return { loginId, url: authUrl ?? verificationUrl ?? "", code: userCode ?? null };
  },
  async cancelLogin(loginId) {
    await peer.request(METHOD.cancelLogin, { loginId }, CANCEL_MS);
  },
  async logOut() {
    await peer.request(METHOD.logOut, undefined);
  },
  async readLimits() {
    const response = await peer.request(METHOD.readLimits, undefined, LIMITS_MS);
    const { rateLimits, rateLimitsByLimitId } = readResponse(
      METHOD.readLimits,
      LimitsResult,
      response,
    );
    const others = Object.entries(rateLimitsByLimitId ?? {}).flatMap(([id, limits]) =>
      limits === undefined || id === rateLimits.limitId ? [] : [limits],
    );
    return [rateLimits, ...others];
  },
});

const CANCEL_MS = 2000;
/** The server asks its own backend; a run should not wait a minute for that before it starts. */
const LIMITS_MS = 10_000;
