import { repositoryRoot } from "../../src/files/repository-root.js";
import type { TomlTable } from "./overrides.js";

/** The trust level that codex's settings name for a directory, or else for its repository. */
export function projectTrust(settings: TomlTable, workdir: string): unknown {
  const { projects } = settings as Settings;
  return [workdir, repositoryRoot(workdir) ?? workdir]
    .map((place) => projects?.[place]?.trust_level)
    .find((level) => level !== undefined);
}

interface Settings {
  projects?: Readonly<Record<string, { trust_level?: unknown } | undefined>>;
}
