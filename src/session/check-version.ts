import { CliError } from "../outcome/errors.js";

/** Refuses a server that is too old to end a turn safely; says so when it is only untested. */
export function checkVersion(version: string, warn: (text: string) => void): void {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (Number.isNaN(major) || Number.isNaN(minor) || major > 0) return;
  if (minor < REFUSED_BELOW) {
    throw new CliError("server_unreachable", `codex ${version} is too old for turnpipe`, {
      hint: "update it with: npm i -g @openai/codex@latest (0.118.0 or newer)",
    });
  }
  if (minor < PROMISED_FROM) warn(`codex ${version} is older than 0.118.0: expect rough edges`);
}

// Below 0.105 a declined approval hangs the turn; from 0.118 every core call has its present shape.
const REFUSED_BELOW = 105;
const PROMISED_FROM = 118;
