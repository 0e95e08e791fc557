import { CliError } from "../outcome/errors.js";
import type { AccountState } from "../protocol/account-calls.js";
import type { AppServer } from "../protocol/app-server.js";
import type { RateLimits } from "../protocol/limits.js";
import { RpcError } from "../rpc/peer.js";
import { abortable } from "../async/abortable.js";

/**
 * Waits until a login that was begun is over, which somebody decides in a browser. When `until` is
 * aborted first the server is told to give it up, and the reason is thrown.
 */
export async function finishLogin(
  server: Pick<AppServer, "events" | "cancelLogin">,
  loginId: string,
  until: AbortSignal,
): Promise<void> {
  try {
    const problem = await abortable(endOfLogin(server, loginId), until);
    if (problem !== null) throw new CliError("unauthorized", `not logged in: ${problem}`);
  } catch (error) {
    // Bounded; and a server that does not answer is ended next.
    if (until.aborted) await server.cancelLogin(loginId).catch(() => undefined);
    throw error;
  }
}

/** Null for a login that succeeded, else what is wrong with it. */
async function endOfLogin(
  server: Pick<AppServer, "events">,
  loginId: string,
): Promise<string | null> {
  for await (const event of server.events()) {
    if (event.kind !== "notification" || event.notification.kind !== "loginCompleted") continue;
    const { loginId: about, success, error } = event.notification;
    if (about !== loginId) continue;
    return success ? null : (error ?? "the server does not say why");
  }
  throw new CliError("protocol", "the server ended the login without a word");
}

/** A login that the server refuses is one that is not there. */
export const refusedLogin =
  (hint?: string) =>
  (error: unknown): never => {
    if (!(error instanceof RpcError)) throw error;
    throw new CliError("unauthorized", `not logged in: ${error.error.message}`, { hint });
  };

/** Who is logged in. Codex asks its backend about a ChatGPT login, and cannot tell without it. */
export async function readLogin(server: AppServer): Promise<AccountState> {
  try {
    return await server.readAccount();
  } catch (error) {
    if (!(error instanceof RpcError) || !/^workspace (routing|backend)/.test(error.error.message))
      throw error;
    throw new CliError("connection", `codex cannot ask about the login: ${error.error.message}`, {
      hint: "a ChatGPT login is stored; is there a connection?",
    });
  }
}

/** The limits of the login; that there are none to tell is explained. */
export async function loginLimits(server: AppServer): Promise<RateLimits[]> {
  try {
    return await server.readLimits();
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { message } = error.error;
    if (/^codex account authentication required/i.test(message)) {
      throw new CliError("unauthorized", "not logged in", { hint: "log in with: turnpipe login" });
    }
    if (/^chatgpt authentication required/i.test(message)) {
      throw new CliError("unauthorized", "limits are known for ChatGPT logins only", {
        hint: "an API key has none to show; to log in with ChatGPT: turnpipe login",
      });
    }
    throw error;
  }
}
