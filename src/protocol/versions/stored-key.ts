import { CliError } from "../../outcome/errors.js";
import { versionHint } from "./features.js";

/** The error for a server that did not start because it can keep a key from the environment only on disk. */
export const storedKeyError = (startupError: string): CliError | undefined =>
  NO_MEMORY_STORE.test(startupError)
    ? new CliError("refused", "this codex would store the key of CODEX_API_KEY on disk", {
        hint: `${versionHint("keys in memory")}; or log in with: turnpipe login --with-api-key`,
      })
    : undefined;

/** `server-spec.ts` has it kept in memory. */
const NO_MEMORY_STORE = /unknown variant `ephemeral`[^]*cli_auth_credentials_store/;
