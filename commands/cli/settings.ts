import { resolve } from "node:path";

import { findConfig } from "../../config/find.js";
import type { Purpose } from "../../config/policy.js";
import type { EffectiveSettings } from "../../config/resolve.js";
import type { ConfigFile } from "../../config/schema.js";
import { reasonOf } from "../../src/outcome/errors.js";
import type { Runtime } from "../../src/context.js";
import { diagnostic } from "../../src/text/diagnostic.js";
import type { ParsedArguments } from "./parse.js";

interface SettingsRequest {
  workdir: string;
  trustProject: boolean;
  purpose: Purpose;
}

/** What the config files say, each and together. */
export interface Settings {
  /** Together, as it counts. */
  settings: EffectiveSettings;
  user: { path: string; says: ConfigFile } | undefined;
  project: { path: string; says: ConfigFile } | undefined;
  /** What a project may not decide. */
  ignored: readonly string[];
}

/** The settings where a command line works. */
export async function settingsFor(
  argv: ParsedArguments,
  runtime: Runtime,
  purpose: Purpose = "turn",
): Promise<EffectiveSettings> {
  const { settings } = await everySetting(argv, runtime, purpose);
  const named = ((argv["redact-env"] as string[] | undefined) ?? []).flatMap((list) =>
    list.split(",").map((name) => name.trim()),
  );
  const unset = runtime.secrets.addVariables(named.filter((name) => name !== ""));
  // A name with a mistake in it would hide nothing, and nobody would know.
  if (unset.length > 0 && argv["quiet"] !== true) {
    warn(`--redact-env: ${unset.join(", ")}: not set, nothing to hide`, runtime);
  }
  return settings;
}

/** The same, with where each comes from. */
export function everySetting(
  argv: ParsedArguments,
  runtime: Runtime,
  purpose: Purpose = "turn",
): Promise<Settings> {
  const workdir = resolve(runtime.cwd, typeof argv["cd"] === "string" ? argv["cd"] : ".");
  const trustProject = argv["trust-project-config"] === true;
  return readEvery({ workdir, trustProject, purpose }, runtime);
}

/** What the config files say about a run. */
export const readSettings = async (
  request: SettingsRequest,
  runtime: Runtime,
): Promise<EffectiveSettings> => (await readEvery(request, runtime)).settings;

/** One warning names what a project may not decide, and one what of its file is not read. */
async function readEvery(request: SettingsRequest, runtime: Runtime): Promise<Settings> {
  const { workdir, trustProject, purpose } = request;
  const { env } = runtime;
  const found = findConfig({ env, workdir });
  if (found.user === undefined && found.project === undefined) return NOTHING;
  const [{ loadConfig }, { resolveConfig }] = await Promise.all([
    import("../../config/load.js"),
    import("../../config/resolve.js"),
  ]);
  const own = found.user === undefined ? {} : loadConfig(found.user);
  const says =
    found.project === undefined ? undefined : await projectSays(found.project, purpose, runtime);
  const project =
    found.project === undefined || says === undefined
      ? undefined
      : { path: found.project, says, trusted: trustProject };
  const { settings, ignored } = resolveConfig(own, project, purpose);
  if (project !== undefined && ignored.length > 0) {
    warn(
      `${project.path}: ignored ${ignored.join(", ")} (a project file may not loosen this; --trust-project-config allows it)`,
      runtime,
    );
  }
  hide(own.redact_env ?? [], settings.redact_env ?? [], request, runtime);
  // The environment wins over files; only the flag wins over it.
  if ((env["TURNPIPE_CODEX"] ?? "") !== "") delete settings.codex;
  return {
    settings,
    user: found.user === undefined ? undefined : { path: found.user, says: own },
    project,
    ignored,
  };
}

const NOTHING: Settings = { settings: {}, user: undefined, project: undefined, ignored: [] };

/**
 * What the project's file says. One that is no plain file is left alone: it must not keep anybody from
 * working. A mistake in it is an error, but no reason for a review not to take place.
 */
async function projectSays(
  path: string,
  purpose: Purpose,
  runtime: Runtime,
): Promise<ConfigFile | undefined> {
  const [{ loadConfig, loadValidPart }, { readConfigFile }] = await Promise.all([
    import("../../config/load.js"),
    import("../../config/read-file.js"),
  ]);
  const { problem } = readConfigFile(path, "project");
  if (problem !== undefined) {
    warn(`${path}: not read: ${problem}`, runtime);
    return undefined;
  }
  if (purpose === "turn") return loadConfig(path, "project");
  const { says, problems } = loadValidPart(path);
  if (problems.length > 0) {
    const more = problems.length > MOST_NAMED ? [`${problems.length - MOST_NAMED} more`] : [];
    const named = [...problems.slice(0, MOST_NAMED).map(shortened), ...more].join("; ");
    warn(`${path}: invalid, and ignored: ${named}`, runtime);
  }
  return says;
}

const MOST_NAMED = 5;
const MOST_CHARACTERS = 200;

const shortened = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;

/** A file of the repository, and so its name and its keys, may hold anything. */
function warn(text: string, { stderr }: Runtime): void {
  stderr.write(`warning: ${diagnostic(text)}\n`);
}

/** Hides what the files name; in a review, a name of the project's that cannot be hidden is left out. */
function hide(
  own: readonly string[],
  all: readonly string[],
  { purpose }: SettingsRequest,
  runtime: Runtime,
): void {
  const { secrets } = runtime;
  if (purpose === "turn") {
    secrets.addVariables(all);
    return;
  }
  secrets.addVariables(own);
  for (const name of all.filter((each) => !own.includes(each))) {
    try {
      secrets.addVariables([name]);
    } catch (error) {
      warn(`the project's redact_env is ignored: ${shortened(reasonOf(error))}`, runtime);
    }
  }
}
