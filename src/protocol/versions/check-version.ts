import { CliError } from "../../outcome/errors.js";
import { Features, FEATURES } from "./features.js";

/** Rejects a server that is too old to be spoken with. */
export function checkVersion(version: string): void {
  if (new Features(version).has("threads")) return;
  throw new CliError("server_unreachable", `codex ${version} is too old for turnpipe`, {
    final: true,
    hint: `update it with: npm i -g @openai/codex@latest (${FEATURES.threads.since}.0 or newer)`,
  });
}
