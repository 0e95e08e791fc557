import { resolve } from "node:path";

import { findConfig } from "../../config/find.js";
import type { Purpose } from "../../config/policy.js";
import type { EffectiveSettings } from "../../config/resolve.js";
import type { ConfigFile } from "../../config/schema.js";
import { errorMessage } from "../../src/outcome/errors.js";
import type { RunContext } from "../../src/context.js";
import { diagnostic } from "../../src/text/diagnostic.js";
import type { ParsedArguments } from "./parse.js";
import { shorten } from "../../src/text/shorten.js";

interface SettingsRequest {
  workdir: string;
  trustProject: boolean;
  purpose: Purpose;
}

/** The config files, each and merged. */
export interface Settings {
  /** Merged, by precedence. */
  settings: EffectiveSettings;
  user: { path: string; says: ConfigFile } | undefined;
  project: { path: string; says: ConfigFile } | undefined;
  /** Keys of the project file that it may not set. */
  ignored: readonly string[];
}

/** Loads the merged settings for a command line, and redacts the variables it names. */
export async function settingsFor(
  argv: ParsedArguments,
  runContext: RunContext,
  purpose: Purpose = "turn",
): Promise<EffectiveSettings> {
  const { settings } = await loadSettings(argv, runContext, purpose);
  const named = ((argv["redact-env"] as string[] | undefined) ?? []).flatMap((list) =>
    list.split(",").map((name) => name.trim()),
  );
  const unset = runContext.secrets.addVariables(named.filter((name) => name !== ""));
  // A misspelt name would redact nothing, unnoticed.
  if (unset.length > 0 && argv["quiet"] !== true) {
    warn(`--redact-env: ${unset.join(", ")}: not set, nothing to redact`, runContext);
  }
  return settings;
}

/** Loads the settings for a command line, with the file each comes from. */
export function loadSettings(
  argv: ParsedArguments,
  runContext: RunContext,
  purpose: Purpose = "turn",
): Promise<Settings> {
  const workdir = resolve(runContext.cwd, typeof argv["cd"] === "string" ? argv["cd"] : ".");
  const trustProject = argv["trust-project-config"] === true;
  return readConfigFiles({ workdir, trustProject, purpose }, runContext);
}

/** Loads the merged settings for a directory. */
export const readSettings = async (
  request: SettingsRequest,
  runContext: RunContext,
): Promise<EffectiveSettings> => (await readConfigFiles(request, runContext)).settings;

/** Warns once about the keys a project may not set, and once about the invalid ones. */
async function readConfigFiles(
  request: SettingsRequest,
  runContext: RunContext,
): Promise<Settings> {
  const { workdir, trustProject, purpose } = request;
  const { env } = runContext;
  const found = findConfig({ env, workdir });
  if (found.user === undefined && found.project === undefined)
    return { ...NO_SETTINGS, settings: fromEnvironment({}, env) };
  const [{ loadConfig }, { resolveConfig }] = await Promise.all([
    import("../../config/load.js"),
    import("../../config/resolve.js"),
  ]);
  const own = found.user === undefined ? {} : loadConfig(found.user);
  const says =
    found.project === undefined
      ? undefined
      : await loadProjectConfig(found.project, purpose, runContext);
  const project =
    found.project === undefined || says === undefined
      ? undefined
      : { path: found.project, says, trusted: trustProject };
  const { settings, ignored } = resolveConfig(own, project, purpose);
  if (project !== undefined && ignored.length > 0) {
    warn(
      `${project.path}: ignored ${ignored.join(", ")} (a project file may not loosen this; --trust-project-config allows it)`,
      runContext,
    );
  }
  redactVariables(own.redact_env ?? [], settings.redact_env ?? [], request, runContext);
  return {
    settings: fromEnvironment(settings, env),
    user: found.user === undefined ? undefined : { path: found.user, says: own },
    project,
    ignored,
  };
}

/** Applies the two settings of the environment: it wins over files, only a flag wins over it. */
function fromEnvironment(settings: EffectiveSettings, env: RunContext["env"]): EffectiveSettings {
  const address = env["TURNPIPE_CONNECT"] ?? "";
  if (address !== "") return { ...settings, connect: address };
  if ((env["TURNPIPE_CODEX"] ?? "") === "") return settings;
  const others = Object.entries(settings).filter(([key]) => key !== "codex" && key !== "connect");
  return Object.fromEntries(others);
}

const NO_SETTINGS: Settings = { settings: {}, user: undefined, project: undefined, ignored: [] };

/**
 * Loads the project's file. One that is not a regular file is skipped with a warning: it must not
 * keep anybody from working. A mistake in it is an error for a turn, but only a warning for a review.
 */
async function loadProjectConfig(
  path: string,
  purpose: Purpose,
  runContext: RunContext,
): Promise<ConfigFile | undefined> {
  const [{ loadConfig, loadValidPart }, { readConfigFile }] = await Promise.all([
    import("../../config/load.js"),
    import("../../config/read-file.js"),
  ]);
  const { problem } = readConfigFile(path, "project");
  if (problem !== undefined) {
    warn(`${path}: not read: ${problem}`, runContext);
    return undefined;
  }
  if (purpose === "turn") return loadConfig(path, "project");
  const { says, problems } = loadValidPart(path);
  if (problems.length > 0) {
    const more = problems.length > MAX_PROBLEMS ? [`${problems.length - MAX_PROBLEMS} more`] : [];
    const named = problems.slice(0, MAX_PROBLEMS).map((each) => shorten(each, MAX_CHARACTERS));
    warn(`${path}: invalid, and ignored: ${[...named, ...more].join("; ")}`, runContext);
  }
  return says;
}

const MAX_PROBLEMS = 5;
const MAX_CHARACTERS = 200;

/** Prints a warning, sanitized: the repository's file names and keys are untrusted. */
function warn(text: string, { stderr }: RunContext): void {
  stderr.write(`warning: ${diagnostic(text)}\n`);
}

/** Redacts the variables in `redact_env`; in a review, an invalid name of the project's only warns. */
function redactVariables(
  own: readonly string[],
  all: readonly string[],
  { purpose }: SettingsRequest,
  runContext: RunContext,
): void {
  const { secrets } = runContext;
  if (purpose === "turn") {
    secrets.addVariables(all);
    return;
  }
  secrets.addVariables(own);
  for (const name of all.filter((each) => !own.includes(each))) {
    try {
      secrets.addVariables([name]);
    } catch (error) {
      warn(
        `the project's redact_env is ignored: ${shorten(errorMessage(error), MAX_CHARACTERS)}`,
        runContext,
      );
    }
  }
}
