import { expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import type { ServerEvent } from "../../src/protocol/app-server.js";
import { parseNotification } from "../../src/protocol/notifications.js";
import type { CodexSettings } from "../../src/protocol/results.js";
import { RpcError } from "../../src/rpc/peer.js";
import { readCodexConfig } from "../../src/session/codex-config.js";

const SETTINGS: CodexSettings = { sandbox_mode: "read-only" };
const REFUSAL = new RpcError("config/read", { code: -32603, message: "cannot read it\n" });
const BROKEN = ["Invalid configuration; using defaults.", "config.toml:1:9: no"] as const;

test("settings come with the warnings that are worth showing", async () => {
  const onNotification = [
    warning("Codex could not find bubblewrap on PATH."),
    warning("Unknown key `modle`", "config.toml:1"),
    warning("Old key", null),
    { kind: "notification", notification: parseNotification("brand/new", {}) } as const,
    { kind: "malformed", problem: "no JSON" } as const,
  ];
  expect(await readCodexConfig(server(SETTINGS, onNotification), "/w")).toEqual({
    settings: SETTINGS,
    warnings: ["Unknown key `modle` config.toml:1", "Old key"],
  });
});

test.each([
  ["whose settings are refused", REFUSAL],
  ["that tells its defaults", SETTINGS],
])("a broken file is named in the words of the warning, by a server %s", async (_, response) => {
  await expect(readCodexConfig(server(response, [warning(...BROKEN)]), "/w")).rejects.toEqual(
    new CliError("config", BROKEN.join(" "), {
      hint: "fix the file; turnpipe does not fall back to defaults",
    }),
  );
});

test("settings that are refused without a warning are a broken config", async () => {
  await expect(readCodexConfig(server(REFUSAL, []), "/w")).rejects.toEqual(
    new CliError("config", "cannot read it"),
  );
});

test("a server that is gone is no broken config", async () => {
  const gone = new CliError("server_crashed", "it died");
  await expect(readCodexConfig(server(gone, [warning(...BROKEN)]), "/w")).rejects.toBe(gone);
});

const warning = (summary: string, details: string | null = null): ServerEvent => ({
  kind: "notification",
  notification: parseNotification("configWarning", { summary, details }),
});

const server = (response: CodexSettings | Error, onNotification: ServerEvent[]) => ({
  readConfig: () =>
    response instanceof Error ? Promise.reject(response) : Promise.resolve(response),
  waiting: () => onNotification,
});
