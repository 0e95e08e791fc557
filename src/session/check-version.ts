import { CliError } from "../outcome/errors.js";

/**
 * Rejects a server that is too old to end a turn safely, and warns of one that is not supported.
 */
export function checkVersion(version: string, warn: (text: string) => void): void {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (Number.isNaN(major) || Number.isNaN(minor) || major > 0) return;
  if (minor < MIN_MINOR) {
    throw new CliError("server_unreachable", `codex ${version} is too old for turnpipe`, {
      hint: "update it with: npm i -g @openai/codex@latest (0.118.0 or newer)",
    });
  }
  if (minor < MIN_SUPPORTED_MINOR) warn(`codex ${version} is older than 0.118.0 and not supported`);
}

// Below 0.105 a declined approval hangs the turn; from 0.118 every core call has its present shape.
const MIN_MINOR = 105;
const MIN_SUPPORTED_MINOR = 118;
