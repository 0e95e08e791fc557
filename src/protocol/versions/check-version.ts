import { CliError } from "../../outcome/errors.js";
import { Features, FEATURES, versionHint } from "./features.js";

/** Rejects a server that is too old to be spoken with. */
export function checkVersion(version: string): void {
  if (new Features(version).has("threads")) return;
  throw new CliError("server_unreachable", `codex ${version} is too old for turnpipe`, {
    final: true,
    hint: `update it with: npm i -g @openai/codex@latest (${FEATURES.threads.since}.0 or newer)`,
  });
}

/** The error for a server that did not start because it can keep a key from the environment only on disk. */
export const storedKeyError = (startupError: string): CliError | undefined =>
  NO_MEMORY_STORE.test(startupError)
    ? new CliError("refused", "this codex would store the key of CODEX_API_KEY on disk", {
        hint: `${versionHint("keys in memory")}; or log in with: turnpipe login --with-api-key`,
      })
    : undefined;

/** `server-spec.ts` has it kept in memory. */
const NO_MEMORY_STORE = /unknown variant `ephemeral`[^]*cli_auth_credentials_store/;
