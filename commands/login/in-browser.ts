import { platform } from "node:os";

import { browserFor } from "./browser-command.js";
import { CliError } from "../../src/outcome/errors.js";
import { sanitizeForTerminal } from "../../src/text/sanitize-for-terminal.js";
import type { PendingLogin } from "../../src/protocol/account-calls.js";
import type { LoginEvent } from "../../src/dialect/records.js";
import type { RunContext } from "../../src/context.js";
import { finishLogin, throwLoginError } from "../../src/session/login.js";
import { abortable } from "../../src/async/abortable.js";
import { accountRecord } from "../../src/translate/account-record.js";
import type { QueryContext } from "../cli/with-server.js";
import { withServer } from "../cli/with-server.js";
import { accountSentence } from "./account-text.js";
import { withDeadline } from "../../src/async/with-deadline.js";
import { reportLogin } from "./logged-in.js";
import type { LoginOptions } from "./login-options.js";

/** Logs in through a browser: on this machine, or with a device code on any. */
export function inBrowser(
  method: "browser" | "device",
  options: LoginOptions,
  runContext: RunContext,
): Promise<number> {
  const { json, until } = options;
  const logIn = async (context: QueryContext): Promise<number> => {
    const { server, stdout } = context;
    const accounts = await server.accounts();
    const pending = await abortable(accounts.startLogin(method), until).catch(
      throwLoginError(OTHER_METHODS[method]),
    );
    if (json) await stdout.record(eventOf(pending));
    const isOpened =
      method === "browser" && options.browser && openBrowser(pending.url, runContext);
    if (!json) show(pending, { isOpened, level: options.level }, runContext);
    await finishLogin(server, pending.loginId, until);
    const sentence = json ? "" : await describeLogin(context, until);
    const done = { method: method === "browser" ? "chatgpt" : "device", sentence };
    return reportLogin(done, context, { json, env: runContext.env });
  };
  return withServer(options, runContext, logIn, { stopping: "in order" });
}

const OTHER_METHODS = {
  browser: "without a browser here: turnpipe login --device-auth",
  device: "with a browser on this machine: turnpipe login",
};

const eventOf = ({ url, code }: PendingLogin): LoginEvent =>
  code === null ? { type: "login.browser", url } : { type: "login.device", url, code };

function openBrowser(url: string, { env, stderr, launcher }: RunContext): boolean {
  const command = browserFor(url, { env, platform: platform(), isTTY: stderr.isTTY === true });
  if (command === undefined) return false;
  launcher.startDetached(command, env);
  return true;
}

/** Prints the URL and the code, also when quiet: nobody can log in without them. */
function show(
  { url, code }: PendingLogin,
  { isOpened, level }: { isOpened: boolean; level: LoginOptions["level"] },
  { stderr }: RunContext,
): void {
  const lead = isOpened
    ? "opening a browser to log in; if none opens, go to this address:"
    : "to log in, open this address in a browser:";
  const lines = [
    ...(level === "quiet" ? [] : [lead]),
    `  ${url}`,
    ...(code === null ? [] : [level === "quiet" ? "" : "and enter this code:", `  ${code}`]),
    ...(level === "quiet" ? [] : ["waiting for the login; Ctrl-C cancels"]),
  ];
  stderr.write(`${sanitizeForTerminal(lines.filter((line) => line !== "").join("\n"))}\n`);
}

/** Describes the login. Not every provider reports one, so it is not waited for long. */
async function describeLogin({ server }: QueryContext, stop: AbortSignal): Promise<string> {
  const late = new CliError("timeout", "the server does not report who is logged in");
  const state = await withDeadline({ stop, ms: READ_ACCOUNT_MS, late }, (until) =>
    abortable(
      server.accounts().then((accounts) => accounts.readAccount()),
      until,
    ),
  ).catch(() => ({ account: null }));
  const account = accountRecord(state, { showEmail: false, environmentKey: false });
  return account.logged_in ? accountSentence(account) : "logged in with ChatGPT";
}

const READ_ACCOUNT_MS = 5000;
