import { redactErrors } from "../../src/redact/redact-errors.js";
import type { RunContext } from "../../src/context.js";
import { throwLoginError } from "../../src/session/login.js";
import { abortable } from "../../src/async/abortable.js";
import { withServer } from "../cli/with-server.js";
import { reportLogin } from "./logged-in.js";
import { readSecret } from "./read-secret.js";
import { KEY_EXAMPLE } from "./refuse-secrets.js";
import type { LoginOptions } from "./login-options.js";

/** Stores an API key from stdin. The server does not validate it. */
export async function withApiKey(options: LoginOptions, runContext: RunContext): Promise<number> {
  const { json, until } = options;
  const key = await readSecret({ name: "the API key", example: KEY_EXAMPLE }, runContext, options);
  return redactErrors(key, () =>
    withServer(options, runContext, async (context) => {
      await abortable(context.server.logIn(key), until).catch(throwLoginError());
      const done = { method: "api_key", sentence: "logged in with an API key" };
      return reportLogin(done, context, { json, env: runContext.env });
    }),
  );
}
