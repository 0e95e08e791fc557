import { CliError } from "../outcome/errors.js";
import type { AppServer } from "../protocol/app-server.js";
import type { Settings } from "../protocol/results.js";
import { RpcError } from "../rpc/peer.js";
import { brokenConfig, noticeAction } from "./config-notices.js";

/**
 * The settings of codex in a directory, and what a server that nobody has listened to yet warns of. A
 * broken file is an error, though such a server goes on with its defaults.
 */
export async function readCodexConfig(
  server: Pick<AppServer, "readConfig" | "waiting">,
  cwd: string,
): Promise<{ settings: Settings; warnings: string[] }> {
  const settings = await server.readConfig(cwd).catch(rpcError);
  const notification = server
    .waiting()
    .flatMap((event) => (event.kind === "notification" ? [event.notification] : []));
  const broken = notification.find((each) => noticeAction(each) === "refuse");
  if (broken !== undefined) throw brokenConfig(broken);
  if (settings instanceof RpcError) throw new CliError("config", settings.error.message.trim());
  const warnings = notification.flatMap((each) =>
    each.kind === "configWarning" && noticeAction(each) === "show"
      ? [`${each.summary} ${each.details ?? ""}`.trim()]
      : [],
  );
  return { settings, warnings };
}

/** The warning that came before it says more. */
function rpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  throw error;
}
