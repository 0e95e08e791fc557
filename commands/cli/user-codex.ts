import { findConfig } from "../../config/find.js";
import type { RunContext } from "../../src/context.js";

/** The user's `codex` setting, the only key of turnpipe's config that applies to a codex command line. */
export async function userCodex({
  env,
  cwd,
}: Pick<RunContext, "env" | "cwd">): Promise<string | undefined> {
  const { user } = findConfig({ env, workdir: cwd });
  if (user === undefined || (env["TURNPIPE_CODEX"] ?? "") !== "") return undefined;
  const { loadConfig } = await import("../../config/load.js");
  return loadConfig(user).codex;
}
