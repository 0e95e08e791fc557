/**
 * The first codex version with each thing that we use and older servers lack. Only `checkVersion`
 * compares versions; the adapters try a call and react to its error, so that they also work for
 * builds between two versions.
 */
export const SINCE = {
  /** Before, a declined approval hangs the turn: `check-version.ts`. */
  declinedApprovals: "0.105",
  /** From here on every core call has its present shape: the oldest version we support. */
  support: "0.118",
  /** A kind of login: `unknown-method.ts`. */
  chatgptDeviceCode: "0.118",
  /** Before, all turns of a thread or none: `older-calls.ts`. */
  "thread/turns/list": "0.122",
  /** `unknown-method.ts`. */
  "thread/delete": "0.140",
  /** Before, `thread/rollback` with a number of turns: `older-calls.ts`. */
  "thread/revert": "0.151",
  /** Before, only the text distinguishes a usage limit from a rate limit: `error-text.ts`. */
  rateLimitExceeded: "0.151",
  /** In `codexErrorInfo` of most HTTP failures; before, only in the text: `error-text.ts`. */
  httpStatusCode: "0.166",
} as const;

/** The hint for a response of an unexpected shape. */
export const SUPPORT_HINT = `is this a codex app-server of version ${SINCE.support} or newer?`;
