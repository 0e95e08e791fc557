import { CliError } from "../outcome/errors.js";
import type { AppServer } from "../protocol/app-server.js";
import type { CodexSettings } from "../protocol/results.js";
import { RpcError } from "../rpc/peer.js";
import { brokenConfig, noticeAction } from "./config-notices.js";

/**
 * Reads codex's settings for a directory, with the warnings of a server whose notifications have
 * not been read yet. A broken file is an error, though such a server goes on with its defaults.
 */
export async function readCodexConfig(
  server: Pick<AppServer, "readConfig" | "waiting">,
  cwd: string,
): Promise<{ settings: CodexSettings; warnings: string[] }> {
  const settings = await server.readConfig(cwd).catch(returnRpcError);
  const notifications = server
    .waiting()
    .flatMap((event) => (event.kind === "notification" ? [event.notification] : []));
  const broken = notifications.find((each) => noticeAction(each) === "refuse");
  if (broken !== undefined) throw brokenConfig(broken);
  if (settings instanceof RpcError) throw new CliError("config", settings.error.message.trim());
  const warnings = notifications.flatMap((each) =>
    each.kind === "configWarning" && noticeAction(each) === "show"
      ? [`${each.summary} ${each.details ?? ""}`.trim()]
      : [],
  );
  return { settings, warnings };
}

/** Returned, not thrown: a config warning that came before it is more specific. */
function returnRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  throw error;
}
