import { redactErrors } from "../../src/redact/redact-errors.js";
import type { Runtime } from "../../src/context.js";
import { refusedLogin } from "../../src/session/login.js";
import { abortable } from "../../src/async/abortable.js";
import { withServer } from "../cli/with-server.js";
import { loggedIn } from "./logged-in.js";
import { readSecret } from "./read-secret.js";
import { KEY_EXAMPLE } from "./refuse-secrets.js";
import type { LoginOptions } from "./login-options.js";

/** Stores an API key from stdin. The server does not try it out. */
export async function withApiKey(wish: LoginOptions, runtime: Runtime): Promise<number> {
  const { json, until } = wish;
  const key = await readSecret({ name: "the API key", example: KEY_EXAMPLE }, runtime, wish);
  return redactErrors(key, () =>
    withServer(wish, runtime, async (context) => {
      await abortable(context.server.logIn(key), until).catch(refusedLogin());
      const done = { method: "api_key", sentence: "logged in with an API key" };
      return loggedIn(done, context, { json, env: runtime.env });
    }),
  );
}
