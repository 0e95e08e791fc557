import { CliError } from "../../outcome/errors.js";
import { Features, FEATURES } from "./features.js";

/**
 * Rejects a server that is too old to end a turn safely, and warns of one that is not supported.
 */
export function checkVersion(version: string, warn: (text: string) => void): void {
  const features = new Features(version);
  if (!features.has("declinedApprovals")) {
    throw new CliError("server_unreachable", `codex ${version} is too old for turnpipe`, {
      final: true,
      hint: `update it with: npm i -g @openai/codex@latest (${SUPPORT} or newer)`,
    });
  }
  if (!features.has("support")) {
    warn(`codex ${version} is older than ${SUPPORT} and not supported`);
  }
}

const SUPPORT = `${FEATURES.support.since}.0`;
