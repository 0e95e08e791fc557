import { CliError } from "../../src/outcome/errors.js";
import { redactErrors } from "../../src/redact/redact-errors.js";
import { redactWord } from "../../src/redact/settings.js";
import type { Runtime } from "../../src/context.js";
import { afterOutput } from "../cli/output-errors.js";
import type { ServerOptions, ServerSpec } from "../../src/session/server-spec.js";
import { serverSpec } from "../../src/session/server-spec.js";
import { openOutput } from "../cli/with-server.js";
import { withDeadline } from "../../src/async/with-deadline.js";
import { loggedIn } from "./logged-in.js";
import { readSecret } from "./read-secret.js";
import { TOKEN_EXAMPLE } from "./refuse-secrets.js";
import type { LoginOptions } from "./login-options.js";

/**
 * Stores an access token from stdin. The app-server keeps such a token to itself, so `codex login`
 * is asked to do it; the token goes through its stdin.
 */
export async function withAccessToken(wish: LoginOptions, runtime: Runtime): Promise<number> {
  const { json, until } = wish;
  const secret = { name: "the access token", example: TOKEN_EXAMPLE };
  const token = await readSecret(secret, runtime, wish);
  return redactErrors(token, async () => {
    const output = openOutput(wish, runtime);
    const spec = loginSpec(wish, token, runtime);
    output.notes.note(`running: ${[spec.file, ...spec.args].map(redactWord).join(" ")}`);
    const late = new CliError("timeout", "codex login did not end within a minute");
    const end = await withDeadline({ stop: until, ms: LOGIN_MS, late }, (signal) =>
      runtime.launcher.run(spec, signal),
    );
    if (end.exitCode !== 0) throw refused(end);
    const done = { method: "access_token", sentence: "logged in with an access token" };
    return afterOutput(await loggedIn(done, output, { json, env: runtime.env }), runtime);
  });
}

const LOGIN_MS = 60_000;

/** The same codex, with the same settings, as a server would be. */
function loginSpec(options: ServerOptions, token: string, runtime: Runtime): ServerSpec {
  const spec = serverSpec(options, runtime);
  const [, ...settings] = spec.args;
  return { ...spec, args: ["login", "--with-access-token", ...settings], greeting: token };
}

/** Why codex did not take it, in its last words. */
export function refused({
  exitCode,
  stderrTail,
}: {
  exitCode: number | null;
  stderrTail: string;
}): CliError {
  if (exitCode === null) {
    return new CliError("server_crashed", `codex login ended early: ${stderrTail}`);
  }
  if (stderrTail.includes("unexpected argument")) {
    return new CliError("refused", "this codex does not know login --with-access-token", {
      hint: "it takes a newer one: npm i -g @openai/codex@latest",
    });
  }
  const [said = ""] = /^Error[^]*/m.exec(stderrTail) ?? stderrTail.split("\n").slice(-1);
  const why = said.replace(/^Error logging in with access token: /, "").trim();
  return new CliError(
    "unauthorized",
    `not logged in: ${why || `codex login exited with status ${String(exitCode)}`}`,
  );
}
