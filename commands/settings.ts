import { resolve } from "node:path";

import { findConfig } from "../config/find.js";
import type { ConfigFile } from "../config/schema.js";
import type { Runtime } from "../src/runtime.js";
import type { Parsed } from "./quick.js";

interface Wish {
  workdir: string;
  trustProject: boolean;
}

/** The settings where a command line works. */
export function settingsFor(argv: Parsed, runtime: Runtime): Promise<ConfigFile> {
  const workdir = resolve(runtime.cwd, typeof argv["cd"] === "string" ? argv["cd"] : ".");
  return readSettings({ workdir, trustProject: argv["trust-project-config"] === true }, runtime);
}

/** What the config files say about this run; one warning names what a project may not decide. */
export async function readSettings(
  { workdir, trustProject }: Wish,
  { env, stderr }: Runtime,
): Promise<ConfigFile> {
  const { user, project } = findConfig({ env, workdir });
  if (user === undefined && project === undefined) return {};
  const [{ loadConfig }, { resolveConfig }] = await Promise.all([
    import("../config/load.js"),
    import("../config/resolve.js"),
  ]);
  const own = user === undefined ? {} : await loadConfig(user);
  const theirs =
    project === undefined
      ? undefined
      : { path: project, says: await loadConfig(project), trusted: trustProject };
  const { settings, ignored } = resolveConfig(own, theirs);
  if (project !== undefined && ignored.length > 0) {
    stderr.write(
      `warning: ${project}: ignored ${ignored.join(", ")} (a project file may not loosen this; --trust-project-config allows it)\n`,
    );
  }
  // The environment wins over files; only the flag wins over it.
  if ((env["TURNPIPE_CODEX"] ?? "") !== "") delete settings.codex;
  return settings;
}
