import { expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import type { ServerEvent } from "../../src/protocol/app-server.js";
import { parseNotification } from "../../src/protocol/notifications.js";
import type { AccountCalls } from "../../src/protocol/account-calls.js";
import { finishLogin } from "../../src/session/login.js";

const completed = (params: object): ServerEvent => ({
  kind: "notification",
  notification: parseNotification("account/login/completed", params),
});
const OTHERS: readonly ServerEvent[] = [
  { kind: "malformed", problem: "a line was cut off" },
  {
    kind: "notification",
    notification: parseNotification("account/updated", { authMode: "apikey" }),
  },
  completed({ loginId: null, success: true }),
  completed({ loginId: "other", success: false, error: "not ours" }),
];

test("a login is over when its own end is told", async () => {
  expect(await outcome([...OTHERS, completed({ loginId: "ours", success: true })])).toEqual({
    outcome: undefined,
    cancelled: [],
  });
});

test.each([
  ["with its reason", "access_denied", "not logged in: access_denied"],
  ["without one", null, "not logged in: the server gave no reason"],
])("a login that failed is told %s", async (_, error, message) => {
  const events = [completed({ loginId: "ours", success: false, error })];
  expect(await outcome(events)).toEqual({
    outcome: new CliError("unauthorized", message),
    cancelled: [],
  });
});

test("a server that is gone is told, and nobody is asked to cancel", async () => {
  const gone = new CliError("server_crashed", "the codex app-server exited with status 1");
  expect(await outcome([], { gone })).toEqual({ outcome: gone, cancelled: [] });
});

test("a wait that is stopped cancels the login, whatever the server thinks of it", async () => {
  const stop = new AbortController();
  const reason = new CliError("interrupted", "stopped by SIGINT");
  stop.abort(reason);
  expect(await outcome(OTHERS, { stop })).toEqual({ outcome: reason, cancelled: ["ours"] });
});

/** How the wait ended, and what was cancelled. */
async function outcome(
  events: readonly ServerEvent[],
  { stop = new AbortController(), gone }: { stop?: AbortController; gone?: CliError } = {},
) {
  const cancelled: string[] = [];
  const server = {
    async *events() {
      yield* events;
      if (gone !== undefined) throw gone;
      await new Promise(() => undefined);
    },
    accounts: () =>
      Promise.resolve({
        cancelLogin(loginId: string) {
          cancelled.push(loginId);
          return Promise.reject(new Error("no such login"));
        },
      } as unknown as AccountCalls),
  };
  const end = await finishLogin(server, "ours", stop.signal).catch((error: unknown) => error);
  return { outcome: end, cancelled };
}
