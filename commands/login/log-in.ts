import { parseDuration } from "../../src/text/duration.js";
import { CliError, failureOf } from "../../src/outcome/errors.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import type { LoginEvent } from "../../src/dialect/records.js";
import type { Runtime } from "../../src/context.js";
import type { ParsedArguments } from "../cli/parse.js";
import type { QueryOptions } from "../cli/server-options.js";
import { queryOptions } from "../cli/server-options.js";
import { openOutput } from "../cli/with-server.js";
import { withDeadline } from "../../src/async/with-deadline.js";
import { LOGIN_FLAGS } from "./flags.js";
import { inBrowser } from "./in-browser.js";
import type { LoginOptions } from "./login-options.js";
import { withAccessToken } from "./with-access-token.js";
import { withApiKey } from "./with-api-key.js";

/** `turnpipe login`: in a browser, with a code, or with a secret from stdin. */
export async function logIn(argv: ParsedArguments, runtime: Runtime): Promise<number> {
  const options = { ...(await queryOptions(argv, LOGIN_FLAGS, runtime)), storedLogin: true };
  const go = WAYS[wayOf(argv)];
  const time = (argv["timeout"] as string | undefined) ?? "15m";
  const ms = parseDuration("--timeout", time);
  const late = new CliError("timeout", `not logged in within ${time}`, {
    hint: "--timeout sets how long to wait",
  });
  return telling(options, runtime, () =>
    withDeadline({ stop: runtime.stop.signal, ms, late }, (until) =>
      go({ ...options, browser: argv["browser"] !== false, until }, runtime),
    ),
  );
}

const WAYS = {
  browser: (wish: LoginOptions, runtime: Runtime) => inBrowser("browser", wish, runtime),
  "device-auth": (wish: LoginOptions, runtime: Runtime) => inBrowser("device", wish, runtime),
  "with-api-key": withApiKey,
  "with-access-token": withAccessToken,
};

function wayOf(argv: ParsedArguments): keyof typeof WAYS {
  const ways = ["device-auth", "with-api-key", "with-access-token"] as const;
  const [way = "browser", other] = ways.filter((flag) => argv[flag] === true);
  if (other === undefined) return way;
  throw new CliError("usage", `--${way} and --${other} exclude each other`);
}

/** A program that reads along learns of every end, but for a mistake on the command line. */
async function telling(
  options: QueryOptions,
  runtime: Runtime,
  act: () => Promise<number>,
): Promise<number> {
  try {
    return await act();
  } catch (error) {
    const { cause, message } = failureOf(error);
    const exit_code = exitCodeOf(cause);
    const failed: LoginEvent = { type: "login.failed", message, exit_code };
    const reads = cause !== "stdout_closed" && exit_code !== exitCodeOf("usage");
    if (options.json && reads) await openOutput(options, runtime).stdout.record(failed);
    throw error;
  }
}
