import type { AppServer } from "../protocol/app-server.js";
import type { ThreadParams } from "../protocol/params.js";
import type { CodexSettings } from "../protocol/results.js";
import { repositoryRoot } from "../files/repository-root.js";

export type Trust = "trusted" | "untrusted";

interface TrustRequest {
  kind: "new" | "resume" | "fork";
  params: ThreadParams;
  trust?: Trust | undefined;
  connected?: boolean | undefined;
}

/**
 * Adds the trust level of `--trust` to the thread parameters. Without it the user's config decides
 * alone. A new thread that may write and passes a cwd which that config does not mention would make
 * codex trust it: run the repository's own hooks and MCP servers, and change config.toml (seen on
 * 0.166, with codex exec as well). So no cwd is passed: the server runs there already. Marking the
 * directory untrusted would be too much: the repository's AGENTS.md would not be read.
 */
export async function withTrust(
  { kind, params, trust, connected = false }: TrustRequest,
  readSettings: () => ReturnType<AppServer["readConfig"]>,
): Promise<ThreadParams> {
  if (trust === undefined)
    return kind === "new" && !connected ? { ...params, serverIsThere: true } : params;
  const settings = await readSettings();
  const places = [...new Set([params.cwd, repositoryRoot(params.cwd) ?? params.cwd])];
  const hasTrustLevel = places.some(
    (place) => (settings.projects?.[place]?.trust_level ?? null) !== null,
  );
  const level = { trust_level: trust };
  return {
    ...params,
    config: {
      ...params.config,
      projects: Object.fromEntries(places.map((place) => [place, level])),
    },
    // Any trust level makes a directory writable, unless a sandbox is set.
    sandbox:
      params.sandbox ??
      (kind === "new" && !hasTrustLevel && !namesSandbox(settings) ? "read-only" : null),
  };
}

const namesSandbox = ({ sandbox_mode, default_permissions }: CodexSettings): boolean =>
  (sandbox_mode ?? default_permissions ?? null) !== null;
