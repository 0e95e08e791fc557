import { CliError } from "../outcome/errors.js";
import type { AccountState } from "../protocol/account-calls.js";
import type { AppServer } from "../protocol/app-server.js";
import type { ServerRateLimits } from "../protocol/limits.js";
import { RpcError } from "../rpc/peer.js";
import { abortable } from "../async/abortable.js";

/**
 * Waits for a browser login to complete. When `until` is aborted first, cancels the login on the
 * server and throws the reason.
 */
export async function finishLogin(
  server: Pick<AppServer, "events" | "accounts">,
  loginId: string,
  until: AbortSignal,
): Promise<void> {
  const accounts = await server.accounts();
  try {
    const problem = await abortable(waitForLogin(server, loginId), until);
    if (problem !== null) throw new CliError("unauthorized", `not logged in: ${problem}`);
  } catch (error) {
    // This call has a timeout, and the server is stopped next.
    if (until.aborted) await accounts.cancelLogin(loginId).catch(() => undefined);
    throw error;
  }
}

/** Resolves to null when the login succeeded, else to the error message. */
async function waitForLogin(
  server: Pick<AppServer, "events">,
  loginId: string,
): Promise<string | null> {
  for await (const event of server.events()) {
    if (event.kind !== "notification" || event.notification.kind !== "loginCompleted") continue;
    const { loginId: completedId, success, error } = event.notification;
    if (completedId !== loginId) continue;
    return success ? null : (error ?? "the server gave no reason");
  }
  throw new CliError("protocol", "the server's messages ended before the login completed");
}

/** Creates a handler that reports a rejected login call as `unauthorized`. */
export const throwLoginError =
  (hint?: string) =>
  (error: unknown): never => {
    if (!(error instanceof RpcError)) throw error;
    throw new CliError("unauthorized", `not logged in: ${error.error.message}`, { hint });
  };

/** Reads who is logged in. For a ChatGPT login codex has to ask its backend. */
export async function readLogin(server: AppServer): Promise<AccountState> {
  try {
    return await (await server.accounts()).readAccount();
  } catch (error) {
    if (!(error instanceof RpcError) || !/^workspace (routing|backend)/.test(error.error.message))
      throw error;
    throw new CliError("connection", `codex cannot check the login: ${error.error.message}`, {
      hint: "a ChatGPT login is stored; check the network connection",
    });
  }
}

/** Reads the rate limits of the login; explains why there are none. */
export async function loginLimits(server: AppServer): Promise<ServerRateLimits[]> {
  try {
    return await (await server.accounts()).readLimits();
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { message } = error.error;
    if (/^codex account authentication required/i.test(message)) {
      throw new CliError("unauthorized", "not logged in", { hint: "log in with: turnpipe login" });
    }
    if (/^chatgpt authentication required/i.test(message)) {
      throw new CliError("unauthorized", "limits are known for ChatGPT logins only", {
        hint: "an API key has no such limits; to log in with ChatGPT: turnpipe login",
      });
    }
    throw error;
  }
}
