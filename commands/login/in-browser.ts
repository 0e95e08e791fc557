import { platform } from "node:os";

import { browserFor } from "./browser-command.js";
import { CliError } from "../../src/outcome/errors.js";
import { sanitizeForTerminal } from "../../src/text/sanitize-for-terminal.js";
import type { PendingLogin } from "../../src/protocol/account-calls.js";
import type { LoginEvent } from "../../src/dialect/records.js";
import type { Runtime } from "../../src/context.js";
import { finishLogin, refusedLogin } from "../../src/session/login.js";
import { abortable } from "../../src/async/abortable.js";
import { accountRecord } from "../../src/translate/account-record.js";
import type { QueryContext } from "../cli/with-server.js";
import { withServer } from "../cli/with-server.js";
import { accountSentence } from "./account-text.js";
import { withDeadline } from "../../src/async/with-deadline.js";
import { loggedIn } from "./logged-in.js";
import type { LoginOptions } from "./login-options.js";

/** A login that somebody finishes in a browser, on this machine or, with a code, on any. */
export function inBrowser(
  way: "browser" | "device",
  wish: LoginOptions,
  runtime: Runtime,
): Promise<number> {
  const { json, until } = wish;
  const talk = async (context: QueryContext): Promise<number> => {
    const { server, stdout } = context;
    const begun = await abortable(server.startLogin(way), until).catch(
      refusedLogin(OTHER_WAYS[way]),
    );
    if (json) await stdout.record(eventOf(begun));
    const opens = way === "browser" && wish.browser && opened(begun.url, runtime);
    if (!json) show(begun, { opens, level: wish.level }, runtime);
    await finishLogin(server, begun.loginId, until);
    const method = way === "browser" ? "chatgpt" : "device";
    const sentence = json ? "" : await whoIsIn(context, until);
    return loggedIn({ method, sentence }, context, { json, env: runtime.env });
  };
  return withServer(wish, runtime, talk, { stopping: "in order" });
}

const OTHER_WAYS = {
  browser: "without a browser here: turnpipe login --device-auth",
  device: "with a browser on this machine: turnpipe login",
};

const eventOf = ({ url, code }: PendingLogin): LoginEvent =>
  code === null ? { type: "login.browser", url } : { type: "login.device", url, code };

function opened(url: string, { env, stderr, launcher }: Runtime): boolean {
  const command = browserFor(url, { env, platform: platform(), isTTY: stderr.isTTY === true });
  if (command === undefined) return false;
  launcher.startDetached(command, env);
  return true;
}

/** Also when quiet: without the address nobody can log in. */
function show(
  { url, code }: PendingLogin,
  { opens, level }: { opens: boolean; level: LoginOptions["level"] },
  { stderr }: Runtime,
): void {
  const lead = opens
    ? "a browser is being opened to log in; if there is none, open this address:"
    : "to log in, open this address in a browser:";
  const parts = [
    ...(level === "quiet" ? [] : [lead]),
    `  ${url}`,
    ...(code === null ? [] : [level === "quiet" ? "" : "and type in this code:", `  ${code}`]),
    ...(level === "quiet" ? [] : ["waiting for it; Ctrl-C gives up"]),
  ];
  stderr.write(`${sanitizeForTerminal(parts.filter((part) => part !== "").join("\n"))}\n`);
}

/** A provider without logins does not say who is in; and it is no reason to wait for long. */
async function whoIsIn({ server }: QueryContext, stop: AbortSignal): Promise<string> {
  const late = new CliError("timeout", "the server does not say who is logged in");
  const state = await withDeadline({ stop, ms: WHO_MS, late }, (until) =>
    abortable(server.readAccount(), until),
  ).catch(() => ({ account: null }));
  const account = accountRecord(state, { showEmail: false, environmentKey: false });
  return account.logged_in ? accountSentence(account) : "logged in with ChatGPT";
}

const WHO_MS = 5000;
