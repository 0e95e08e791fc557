import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

import { CliError } from "../../src/outcome/errors.js";
import type { OmittedEntry } from "../../src/files/linked-home.js";
import { linkedHome } from "../../src/files/linked-home.js";
import { repositoryRoot } from "../../src/files/repository-root.js";
import { assignedValue } from "./assignment.js";
import type { ExecOptions } from "./options.js";
import { topSetting } from "./profile.js";

/** The place of a run. */
interface Place {
  codexHome: string;
  workdir: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** What a run needs from the server's options, and after its end, to ignore files. */
export interface IgnoringServer {
  codexHome?: string;
  /** The server's directory, if not the caller's, as in codex exec. */
  cd: string | undefined;
  config: readonly string[];
  publish?: () => void;
}

/**
 * Starts the server in a home without the files to ignore, if they exist: an app-server has no flags
 * for that.
 */
export function ignoringServer(options: IgnoreOptions, place: Place): IgnoringServer {
  if (options.ignoreRules) refuseProjectRules(options, place.workdir);
  const { codexHome, workdir } = place;
  // Then the thread need not name it: a server that is told to write to a directory trusts it.
  const cd = options.ignoreUserConfig ? workdir : undefined;
  const omitted: readonly OmittedEntry[] = [
    ...(options.ignoreUserConfig && existsSync(join(codexHome, CONFIG)) ? [CONFIG] : []),
    ...(options.ignoreRules && rulesIn(join(codexHome, "rules")).length > 0 ? [RULES] : []),
  ];
  if (omitted.length === 0) return { cd, config: [] };
  refuseKeyring(options, codexHome);
  const { path, publish } = linkedHome(codexHome, omitted);
  return { codexHome: path, cd, config: homeSettings(options, place), publish };
}

type IgnoreOptions = Pick<ExecOptions, "ignoreUserConfig" | "ignoreRules" | "config">;

const CONFIG = "config.toml" as const;
const RULES = "rules" as const;

/** Databases stay in the real home, and commands see the real home. */
function homeSettings(options: IgnoreOptions, { codexHome, env }: Place): string[] {
  const isSet =
    (env["CODEX_SQLITE_HOME"] ?? "") !== "" ||
    (!options.ignoreUserConfig && topSetting(join(codexHome, CONFIG), "sqlite_home") !== undefined);
  const home = JSON.stringify(codexHome);
  return [
    ...(isSet ? [] : [`sqlite_home=${home}`]),
    `shell_environment_policy.set.CODEX_HOME=${home}`,
  ];
}

/** codex finds a login in the system's keyring by the path of its home. */
function refuseKeyring(options: IgnoreOptions, codexHome: string): void {
  const given = options.config.findLast((each) => /^\s*cli_auth_credentials_store\s*=/.test(each));
  const store =
    given !== undefined
      ? assignedValue(given)
      : options.ignoreUserConfig
        ? undefined
        : topSetting(join(codexHome, CONFIG), "cli_auth_credentials_store");
  if (store !== "keyring" && store !== "auto") return;
  throw new CliError(
    "usage",
    `${flagOf(options)}: a login stored in the keyring cannot be used with it`,
    { hint: 'store it in a file: cli_auth_credentials_store="file", then `codex login`' },
  );
}

const flagOf = ({ ignoreUserConfig }: IgnoreOptions): string =>
  ignoreUserConfig ? "--ignore-user-config" : "--ignore-rules";

/**
 * Rejects `--ignore-rules` where a project has rules that count: the server has no way to leave them
 * out. It reads those of trusted projects only, and none is trusted without the user's config.
 */
function refuseProjectRules({ ignoreUserConfig, config }: IgnoreOptions, workdir: string): void {
  if (ignoreUserConfig && !config.some((each) => /^\s*projects\b/.test(each))) return;
  const rules = projectRules(workdir);
  if (rules === undefined) return;
  throw new CliError("usage", `--ignore-rules: the codex app-server always reads ${rules}`, {
    hint: "add --ignore-user-config, without which the project may be a trusted one",
  });
}

/** The first rules file between here and the repository's root. */
function projectRules(workdir: string): string | undefined {
  const root = repositoryRoot(workdir) ?? workdir;
  const folders: string[] = [];
  for (let dir = workdir; ; dir = dirname(dir)) {
    folders.push(join(dir, ".codex", "rules"));
    if (dir === root || dirname(dir) === dir) break;
  }
  return folders.flatMap(rulesIn)[0];
}

function rulesIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".rules"));
    return names.map((name) => join(folder, name));
  } catch {
    return [];
  }
}
