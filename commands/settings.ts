import { resolve } from "node:path";

import { oddity } from "../config/bounds.js";
import { findConfig } from "../config/find.js";
import type { ConfigFile } from "../config/schema.js";
import { CliError } from "../src/errors.js";
import type { Runtime } from "../src/runtime.js";
import { diagnostic } from "../src/text/diagnostic.js";
import type { Parsed } from "./quick.js";

interface Wish {
  workdir: string;
  trustProject: boolean;
}

/** What the config files say, each and together. */
export interface Settings {
  /** Together, as it counts. */
  settings: ConfigFile;
  user: { path: string; says: ConfigFile } | undefined;
  project: { path: string; says: ConfigFile } | undefined;
  /** What a project may not decide. */
  ignored: readonly string[];
}

/** The settings where a command line works. */
export async function settingsFor(argv: Parsed, runtime: Runtime): Promise<ConfigFile> {
  const { settings } = await everySetting(argv, runtime);
  const named = ((argv["redact-env"] as string[] | undefined) ?? []).flatMap((list) =>
    list.split(",").map((name) => name.trim()),
  );
  const unset = runtime.secrets.addVariables(named.filter((name) => name !== ""));
  // A name with a mistake in it would hide nothing, and nobody would know.
  if (unset.length > 0 && argv["quiet"] !== true) {
    warn(runtime, `--redact-env: ${unset.join(", ")}: not set, nothing to hide`);
  }
  return settings;
}

/** The same, with where each comes from. */
export function everySetting(argv: Parsed, runtime: Runtime): Promise<Settings> {
  const workdir = resolve(runtime.cwd, typeof argv["cd"] === "string" ? argv["cd"] : ".");
  return readEvery({ workdir, trustProject: argv["trust-project-config"] === true }, runtime);
}

/** What the config files say about a run. */
export const readSettings = async (wish: Wish, runtime: Runtime): Promise<ConfigFile> =>
  (await readEvery(wish, runtime)).settings;

/** One warning names what a project may not decide, and one a file of it that is not read at all. */
async function readEvery({ workdir, trustProject }: Wish, runtime: Runtime): Promise<Settings> {
  const { env } = runtime;
  const found = findConfig({ env, workdir });
  const project = found.project === undefined ? undefined : readable(found.project, runtime);
  if (found.user === undefined && project === undefined) return NOTHING;
  const [{ loadConfig }, { resolveConfig }] = await Promise.all([
    import("../config/load.js"),
    import("../config/resolve.js"),
  ]);
  const own = found.user === undefined ? {} : await loadConfig(bounded(found.user));
  const says = project === undefined ? undefined : await loadConfig(project);
  const theirs =
    project === undefined || says === undefined
      ? undefined
      : { path: project, says, trusted: trustProject };
  const { settings, ignored } = resolveConfig(own, theirs);
  if (project !== undefined && ignored.length > 0) {
    warn(
      runtime,
      `${project}: ignored ${ignored.join(", ")} (a project file may not loosen this; --trust-project-config allows it)`,
    );
  }
  runtime.secrets.addVariables(settings.redact_env ?? []);
  // The environment wins over files; only the flag wins over it.
  if ((env["TURNPIPE_CODEX"] ?? "") !== "") delete settings.codex;
  return {
    settings,
    user: found.user === undefined ? undefined : { path: found.user, says: own },
    project: theirs,
    ignored,
  };
}

const NOTHING: Settings = { settings: {}, user: undefined, project: undefined, ignored: [] };

/** A project's file that is odd is left alone: it must not keep anybody from working. */
function readable(path: string, runtime: Runtime): string | undefined {
  const odd = oddity(path, "project");
  if (odd === null) return path;
  warn(runtime, `${path}: not read: ${odd}`);
  return undefined;
}

const warn = ({ stderr }: Runtime, text: string): void =>
  void stderr.write(`warning: ${diagnostic(text)}\n`);

function bounded(path: string): string {
  const odd = oddity(path, "user");
  if (odd === null) return path;
  throw new CliError("config", `${path}: not read: ${odd}`);
}
