import { CliError } from "../../src/outcome/errors.js";
import { redactErrors } from "../../src/redact/redact-errors.js";
import { redactAssignment } from "../../src/redact/settings.js";
import type { RunContext } from "../../src/context.js";
import { exitCodeAfterOutput } from "../cli/output-errors.js";
import type { ServerOptions, ServerSpec } from "../../src/session/server-spec.js";
import { serverSpec } from "../../src/session/server-spec.js";
import { openOutput } from "../cli/with-server.js";
import { withDeadline } from "../../src/async/with-deadline.js";
import { reportLogin } from "./logged-in.js";
import { readSecret } from "./read-secret.js";
import { TOKEN_EXAMPLE } from "./refuse-secrets.js";
import type { LoginOptions } from "./login-options.js";

/**
 * Stores an access token from stdin. The app-server does not store such a token, so `codex login` is
 * run with the token on its stdin.
 */
export async function withAccessToken(
  options: LoginOptions,
  runContext: RunContext,
): Promise<number> {
  const { json, until } = options;
  if (options.connect !== undefined) {
    throw new CliError("usage", "--with-access-token cannot log in a running server", {
      hint: "run codex login --with-access-token where the server runs",
    });
  }
  const secret = { name: "the access token", example: TOKEN_EXAMPLE };
  const token = await readSecret(secret, runContext, options);
  return redactErrors(token, async () => {
    const output = openOutput(options, runContext);
    const spec = loginSpec(options, token, runContext);
    output.notes.note(`running: ${[spec.file, ...spec.args].map(redactAssignment).join(" ")}`);
    const late = new CliError("timeout", "codex login did not finish within a minute");
    const result = await withDeadline({ stop: until, ms: LOGIN_MS, late }, (signal) =>
      runContext.launcher.run(spec, signal),
    );
    if (result.exitCode !== 0) throw loginError(result);
    const done = { method: "access_token", sentence: "logged in with an access token" };
    return exitCodeAfterOutput(
      await reportLogin(done, output, { json, env: runContext.env }),
      runContext,
    );
  });
}

const LOGIN_MS = 60_000;

/** Runs the codex that a server would use, with the same settings. */
function loginSpec(options: ServerOptions, token: string, runContext: RunContext): ServerSpec {
  const spec = serverSpec(options, runContext);
  const [, ...settings] = spec.args;
  return { ...spec, args: ["login", "--with-access-token", ...settings], initialInput: token };
}

/** The error for a failed `codex login`, with codex's own last message. */
export function loginError({
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
    return new CliError("refused", "this codex does not support login --with-access-token", {
      hint: "update it with: npm i -g @openai/codex@latest",
    });
  }
  const [message = ""] = /^Error[^]*/m.exec(stderrTail) ?? stderrTail.split("\n").slice(-1);
  const why = message.replace(/^Error logging in with access token: /, "").trim();
  return new CliError(
    "unauthorized",
    `not logged in: ${why || `codex login exited with status ${String(exitCode)}`}`,
  );
}
