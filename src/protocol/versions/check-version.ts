import { CliError } from "../../outcome/errors.js";
import { SINCE } from "./since.js";

/**
 * Rejects a server that is too old to end a turn safely, and warns of one that is not supported.
 */
export function checkVersion(version: string, warn: (text: string) => void): void {
  if (isBefore(version, SINCE.declinedApprovals)) {
    throw new CliError("server_unreachable", `codex ${version} is too old for turnpipe`, {
      hint: `update it with: npm i -g @openai/codex@latest (${SINCE.support}.0 or newer)`,
    });
  }
  if (isBefore(version, SINCE.support))
    warn(`codex ${version} is older than ${SINCE.support}.0 and not supported`);
}

/** Whether `version` precedes `since`. One that cannot be read, such as `nightly`, does not. */
function isBefore(version: string, since: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [sinceMajor = 0, sinceMinor = 0] = since.split(".").map(Number);
  return major === sinceMajor ? minor < sinceMinor : major < sinceMajor;
}
