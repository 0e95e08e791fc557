import { describe, expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { parseNotification } from "../../src/protocol/notifications.js";
import { brokenConfig, noticeAction } from "../../src/session/config-notices.js";

const configWarning = (summary: string, details: string | null = null) =>
  parseNotification("configWarning", { summary, details });

describe("a config warning", () => {
  test.each([
    ["Invalid configuration; using defaults.", "refuse"],
    ["Error parsing rules; custom rules not applied.", "refuse"],
    ["Codex could not find bubblewrap on PATH. Install bubblewrap.", "hide"],
    ["Codex could not find system bubblewrap on PATH. Please install bubblewrap.", "hide"],
    ["Project-local config, hooks, and exec policies are disabled in /repo", "warn"],
    ["Unknown key `modle` in config.toml", "show"],
    ["", "show"],
    ["Note: Invalid configuration; using defaults.", "show"],
  ])("%j: %s", (summary, fate) => {
    expect(noticeAction(configWarning(summary))).toBe(fate);
  });
});

test.each(["deprecationNotice", "warning", "error", "brand/new"])(
  "%s is always shown, whatever its words",
  (method) => {
    const text = "Invalid configuration; using defaults.";
    const params = {
      summary: text,
      message: text,
      threadId: "t",
      turnId: "u",
      error: { message: text },
    };
    expect(noticeAction(parseNotification(method, params))).toBe("show");
  },
);

test.each([
  ["at line 3", "Invalid configuration; using defaults. at line 3"],
  [null, "Invalid configuration; using defaults."],
])("a broken config with the details %j is an error of its own", (details, text) => {
  expect(brokenConfig(configWarning("Invalid configuration; using defaults.", details))).toEqual(
    new CliError("config", text, {
      hint: "fix the file; turnpipe does not fall back to defaults",
    }),
  );
});
