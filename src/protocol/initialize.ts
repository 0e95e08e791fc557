import { VERSION } from "../version.js";
import { METHOD } from "./methods.js";
import type { NotificationOptions } from "./subscriptions.js";
import { optOutMethods } from "./subscriptions.js";

/**
 * Params of `initialize`. The client name becomes the thread's originator: the name that codex exec
 * uses keeps model requests identical to its own.
 */
export const initializeParams = (wanted: NotificationOptions) => ({
  clientInfo: { name: "codex_exec", title: null, version: VERSION },
  capabilities: {
    experimentalApi: true,
    requestAttestation: false,
    optOutNotificationMethods: optOutMethods(wanted),
  },
});

/** `initialize` as a line, so that it can be sent before the rest of the program is loaded. */
export const initializeLine = (wanted: NotificationOptions): string =>
  JSON.stringify({ id: 0, method: METHOD.initialize, params: initializeParams(wanted) });
