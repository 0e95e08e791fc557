import type { AppServer } from "../protocol/app-server.js";
import type { ThreadParams } from "../protocol/params.js";
import type { Settings } from "../protocol/results.js";
import { repositoryRoot } from "../files/repository-root.js";

export type Trust = "trusted" | "untrusted";

interface TrustRequest {
  kind: "new" | "resume" | "fork";
  params: ThreadParams;
  trust?: Trust | undefined;
}

/**
 * The parameters with a word about how far the directory is trusted, if there is one to say. Without
 * it the user's own config decides alone. A new thread that may write and names its directory would
 * make codex trust one that is not judged there: run the repository's own hooks and MCP servers, and
 * change config.toml (seen on 0.166, with codex exec as well). So it is not named: the server is there.
 * To call it untrusted would be too much: the repository's AGENTS.md would not be read.
 */
export async function withTrust(
  { kind, params, trust }: TrustRequest,
  readSettings: () => ReturnType<AppServer["readConfig"]>,
): Promise<ThreadParams> {
  if (trust === undefined) return kind === "new" ? { ...params, serverIsThere: true } : params;
  const settings = await readSettings();
  const places = [...new Set([params.cwd, repositoryRoot(params.cwd) ?? params.cwd])];
  const judged = places.some((place) => (settings.projects?.[place]?.trust_level ?? null) !== null);
  const level = { trust_level: trust };
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
