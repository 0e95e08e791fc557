import { VERSION } from "../version.js";
import { METHOD } from "./methods.js";
import type { Wanted } from "./subscriptions.js";
import { optOutMethods } from "./subscriptions.js";

/**
 * What a server is told first. The name becomes the thread's originator: codex exec's own keeps
 * requests alike.
 */
export const helloParams = (wanted: Wanted) => ({
  clientInfo: { name: "codex_exec", title: null, version: VERSION },
  capabilities: {
    experimentalApi: true,
    requestAttestation: false,
    optOutNotificationMethods: optOutMethods(wanted),
  },
});

/** The same as a line, so that it can be said to a server before the rest of us is loaded. */
export const helloLine = (wanted: Wanted): string =>
  JSON.stringify({ id: 0, method: METHOD.initialize, params: helloParams(wanted) });
