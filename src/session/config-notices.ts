import { CliError } from "../outcome/errors.js";
import type { ServerNotification } from "../protocol/notifications.js";

/**
 * What to do with a configWarning. A standalone server warns of things that the one inside codex
 * exec rejects or does not mention. No field tells them apart, so they are matched by their text.
 */
export type NoticeAction = "show" | "hide" | "refuse" | "warn";

/** Decides what to do with a configWarning so that our runs behave as codex exec's do. */
export function noticeAction(notification: ServerNotification): NoticeAction {
  if (notification.kind !== "configWarning") return "show";
  if (REFUSE.some((prefix) => notification.summary.startsWith(prefix))) return "refuse";
  if (notification.summary.startsWith(UNTRUSTED)) return "warn";
  return NO_BUBBLEWRAP.test(notification.summary) ? "hide" : "show";
}

/** The error for a config that the server would replace by its defaults. */
export function brokenConfig(notification: ServerNotification): CliError {
  const { summary, details } = notification as { summary: string; details?: string | null };
  return new CliError("config", `${summary} ${details ?? ""}`.trim(), {
    hint: "fix the file; turnpipe does not fall back to defaults",
  });
}

const REFUSE = ["Invalid configuration; using defaults", "Error parsing rules"];
/** Older servers call it "system bubblewrap". */
const NO_BUBBLEWRAP = /^Codex could not find (?:system )?bubblewrap on PATH/;
const UNTRUSTED = "Project-local config, hooks, and exec policies are disabled";

/** The warning for a repository whose own codex settings were not loaded. */
export const PROJECT_CONFIG_IGNORED =
  "the repository's own .codex (config, hooks, MCP servers, rules) is not loaded: it is not trusted" +
  " (--trust trusted loads it)";
