import { parseDuration } from "../../src/text/duration.js";
import { CliError, failureOf } from "../../src/outcome/errors.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import type { LoginEvent } from "../../src/dialect/records.js";
import type { RunContext } from "../../src/context.js";
import type { ParsedArguments } from "../cli/parse.js";
import type { QueryOptions } from "../cli/server-options.js";
import { queryOptions } from "../cli/server-options.js";
import { openOutput } from "../cli/with-server.js";
import { withDeadline } from "../../src/async/with-deadline.js";
import { inBrowser } from "./in-browser.js";
import type { LoginOptions } from "./login-options.js";
import { withAccessToken } from "./with-access-token.js";
import { withApiKey } from "./with-api-key.js";

/** `turnpipe login`: logs in with a browser, a device code, or a secret from stdin. */
export async function logIn(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const options = { ...(await queryOptions(argv, runContext)), storedLogin: true };
  const logInWith = METHODS[methodOf(argv)];
  const time = (argv["timeout"] as string | undefined) ?? "15m";
  const ms = parseDuration("--timeout", time);
  const late = new CliError("timeout", `not logged in within ${time}`, {
    hint: "--timeout sets how long to wait",
  });
  return withFailureRecord(options, runContext, () =>
    withDeadline({ stop: runContext.stop.signal, ms, late }, (until) =>
      logInWith({ ...options, browser: argv["browser"] !== false, until }, runContext),
    ),
  );
}

const METHODS = {
  browser: (options: LoginOptions, runContext: RunContext) =>
    inBrowser("browser", options, runContext),
  "device-auth": (options: LoginOptions, runContext: RunContext) =>
    inBrowser("device", options, runContext),
  "with-api-key": withApiKey,
  "with-access-token": withAccessToken,
};

function methodOf(argv: ParsedArguments): keyof typeof METHODS {
  const flags = ["device-auth", "with-api-key", "with-access-token"] as const;
  const [method = "browser", other] = flags.filter((flag) => argv[flag] === true);
  if (other === undefined) return method;
  throw new CliError("usage", `--${method} and --${other} exclude each other`);
}

/** With --json, prints `login.failed` for every failure except a usage error. */
async function withFailureRecord(
  options: QueryOptions,
  runContext: RunContext,
  act: () => Promise<number>,
): Promise<number> {
  try {
    return await act();
  } catch (error) {
    const { cause, message } = failureOf(error);
    const exit_code = exitCodeOf(cause);
    const failed: LoginEvent = { type: "login.failed", message, exit_code };
    const isReported = cause !== "stdout_closed" && exit_code !== exitCodeOf("usage");
    if (options.json && isReported) await openOutput(options, runContext).stdout.record(failed);
    throw error;
  }
}
