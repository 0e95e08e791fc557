import { CliError } from "../outcome/errors.js";
import type { ServerNotification } from "../protocol/notifications.js";

/**
 * A server of its own warns of things that the one inside codex exec refuses or does not mention.
 * There is no field that tells them apart, so their words must do.
 */
export type NoticeAction = "show" | "hide" | "refuse" | "warn";

/** What to do with a configWarning so that our runs behave as codex exec's do. */
export function noticeAction(notification: ServerNotification): NoticeAction {
  if (notification.kind !== "configWarning") return "show";
  if (REFUSE.some((words) => notification.summary.startsWith(words))) return "refuse";
  if (notification.summary.startsWith(UNTRUSTED)) return "warn";
  return notification.summary.startsWith(NO_BUBBLEWRAP) ? "hide" : "show";
}

/** The error for a config the server would run without. */
export function brokenConfig(notification: ServerNotification): CliError {
  const { summary, details } = notification as { summary: string; details?: string | null };
  return new CliError("config", `${summary} ${details ?? ""}`.trim(), {
    hint: "fix the file; turnpipe does not run on silent defaults",
  });
}

const REFUSE = ["Invalid configuration; using defaults", "Error parsing rules"];
const NO_BUBBLEWRAP = "Codex could not find bubblewrap on PATH";
const UNTRUSTED = "Project-local config, hooks, and exec policies are disabled";

/** What people are told of a repository whose own settings were left alone. */
export const LEFT_ALONE =
  "the repository's own .codex (config, hooks, MCP servers, rules) is not loaded: it is not trusted" +
  " (--trust trusted loads it)";
