import type { AppServer } from "../protocol/app-server.js";
import type { ThreadParams } from "../protocol/params.js";
import type { Settings } from "../protocol/results.js";
import { repositoryRoot } from "../repository.js";

export type Trust = "trusted" | "untrusted";

interface Wish {
  kind: "new" | "resume" | "fork";
  params: ThreadParams;
  trust?: Trust | undefined;
}

/**
 * The parameters with a word about how far the directory is trusted. Without one, a thread that may
 * write makes codex trust it: the repository's own config, hooks and MCP servers are then run, and the
 * user's config.toml is changed (seen on 0.166). A directory the user has judged keeps that judgement.
 */
export async function withTrust(
  { kind, params, trust }: Wish,
  readSettings: () => ReturnType<AppServer["readConfig"]>,
): Promise<ThreadParams> {
  const writes = params.sandbox !== null && params.sandbox !== "read-only";
  if (trust === undefined && !writes) return params;
  const settings = await readSettings();
  const places = [...new Set([params.cwd, repositoryRoot(params.cwd) ?? params.cwd])];
  const judged = places.some((place) => (settings.projects?.[place]?.trust_level ?? null) !== null);
  if (trust === undefined && judged) return params;
  const level = { trust_level: trust ?? "untrusted" };
  return {
    ...params,
    config: {
      ...params.config,
      projects: Object.fromEntries(places.map((place) => [place, level])),
    },
    // A directory that is judged at all may be written to, unless a sandbox is named.
    sandbox:
      params.sandbox ?? (kind === "new" && !judged && !isNamed(settings) ? "read-only" : null),
  };
}

const isNamed = ({ sandbox_mode, default_permissions }: Settings): boolean =>
  (sandbox_mode ?? default_permissions ?? null) !== null;
