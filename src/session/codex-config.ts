import { CliError } from "../outcome/errors.js";
import type { AppServer } from "../protocol/app-server.js";
import type { Settings } from "../protocol/results.js";
import { Refusal } from "../rpc/peer.js";
import { brokenConfig, fateOf } from "./config-notices.js";

/**
 * The settings of codex in a directory, and what a server that nobody has listened to yet warns of. A
 * broken file is an error, though such a server goes on with its defaults.
 */
export async function readCodexConfig(
  server: Pick<AppServer, "readConfig" | "waiting">,
  cwd: string,
): Promise<{ settings: Settings; warnings: string[] }> {
  const settings = await server.readConfig(cwd).catch(refusal);
  const news = server.waiting().flatMap((event) => (event.kind === "news" ? [event.news] : []));
  const broken = news.find((each) => fateOf(each) === "refuse");
  if (broken !== undefined) throw brokenConfig(broken);
  if (settings instanceof Refusal) throw new CliError("config", settings.error.message.trim());
  const warnings = news.flatMap((each) =>
    each.kind === "configWarning" && fateOf(each) === "show"
      ? [`${each.summary} ${each.details ?? ""}`.trim()]
      : [],
  );
  return { settings, warnings };
}

/** The warning that came before it says more. */
function refusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}
