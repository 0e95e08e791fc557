import { CliError } from "../errors.js";
import type { ServerNews } from "../protocol/notifications.js";

/**
 * A server of its own warns of things that the one inside codex exec refuses or does not mention.
 * There is no field that tells them apart, so their words must do.
 */
export type NoticeFate = "show" | "hide" | "refuse";

/** What to do with a configWarning so that our runs behave as codex exec's do. */
export function fateOf(news: ServerNews): NoticeFate {
  if (news.kind !== "configWarning") return "show";
  if (REFUSE.some((words) => news.summary.startsWith(words))) return "refuse";
  return HIDE.some((words) => news.summary.startsWith(words)) ? "hide" : "show";
}

/** The error for a config the server would run without. */
export function brokenConfig(news: ServerNews): CliError {
  const { summary, details } = news as { summary: string; details?: string | null };
  return new CliError("config", `${summary} ${details ?? ""}`.trim(), {
    hint: "fix the file; turnpipe does not run on silent defaults",
  });
}

const REFUSE = ["Invalid configuration; using defaults", "Error parsing rules"];
const HIDE = [
  "Codex could not find bubblewrap on PATH",
  "Project-local config, hooks, and exec policies are disabled",
];
