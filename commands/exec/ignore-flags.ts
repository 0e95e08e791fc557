import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

import { CliError } from "../../src/outcome/errors.js";
import type { OmittedEntry } from "../../src/files/linked-home.js";
import { linkedHome } from "../../src/files/linked-home.js";
import { repositoryRoot } from "../../src/files/repository-root.js";
import { apiKeyIn } from "../../src/session/server-spec.js";
import type { ExecOptions } from "./options.js";
import { overrideOf } from "./override-of.js";
import { settingsIn, textSetting } from "./profile.js";
import { projectTrust } from "./project-trust.js";

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
  if (options.ignoreRules) refuseProjectRules(options, place);
  const { codexHome, workdir } = place;
  // Then the thread need not name it: a server that is told to write to a directory trusts it.
  const cd = options.ignoreUserConfig ? workdir : undefined;
  const omitted: readonly OmittedEntry[] = [
    ...(options.ignoreUserConfig && existsSync(join(codexHome, CONFIG)) ? [CONFIG] : []),
    ...(options.ignoreRules && rulesIn(join(codexHome, "rules")).length > 0 ? [RULES] : []),
  ];
  if (omitted.length === 0) return { cd, config: [] };
  const login = loginSettings(options, place);
  const { path, publish } = linkedHome(codexHome, omitted);
  return { codexHome: path, cd, config: [...homeSettings(options, place), ...login], publish };
}

type IgnoreOptions = Pick<ExecOptions, "ignoreUserConfig" | "ignoreRules" | "config"> &
  Partial<Pick<ExecOptions, "sandbox" | "approveForMe" | "bypass" | "profile">>;

const CONFIG = "config.toml" as const;
const RULES = "rules" as const;

/** Databases stay in the real home, and commands see the real home. */
function homeSettings(options: IgnoreOptions, { codexHome, env }: Place): string[] {
  const isSet =
    (env["CODEX_SQLITE_HOME"] ?? "") !== "" ||
    textSetting("sqlite_home", options, codexHome) !== undefined;
  const home = JSON.stringify(codexHome);
  return [
    ...(isSet ? [] : [`sqlite_home=${home}`]),
    `shell_environment_policy.set.CODEX_HOME=${home}`,
  ];
}

/**
 * Rejects a login that may be in the system's keyring: codex finds it there by the path of its home. Handing it
 * over would need a second server in the real home for as long as the run lasts, to refresh it.
 */
function loginSettings(options: IgnoreOptions, { codexHome, env }: Place): string[] {
  const store = textSetting("cli_auth_credentials_store", options, codexHome);
  if ((store !== "keyring" && store !== "auto") || apiKeyIn(env) !== undefined) return [];
  // A refreshed login goes to the file again, and not to the keyring under the path of the other home.
  const isInConfig = overrideOf("cli_auth_credentials_store", options.config) === undefined;
  if (store === "auto" && isInConfig && existsSync(join(codexHome, "auth.json"))) {
    return ['cli_auth_credentials_store="file"'];
  }
  throw new CliError(
    "usage",
    `${flagOf(options)}: a login stored in the keyring cannot be used with it`,
    {
      hint:
        'store it in a file: cli_auth_credentials_store="file", then `codex login`; ' +
        "or set CODEX_API_KEY",
    },
  );
}

const flagOf = ({ ignoreUserConfig }: IgnoreOptions): string =>
  ignoreUserConfig ? "--ignore-user-config" : "--ignore-rules";

/**
 * Rejects `--ignore-rules` where the server would read a project's rules. It has no option, variable or setting
 * against that; and marking the project untrusted would take its config, hooks and AGENTS.md along (codex 0.166).
 */
function refuseProjectRules(options: IgnoreOptions, place: Place): void {
  const rules = projectRules(place.workdir);
  if (rules === undefined || !isTrusted(options, place)) return;
  throw new CliError("usage", `--ignore-rules: the codex app-server always reads ${rules}`, {
    hint: "add --ignore-user-config, without which the project may be a trusted one",
  });
}

/** Whether the server trusts the project, or will: it does when the run may write and no config says otherwise. */
function isTrusted(options: IgnoreOptions, { codexHome, workdir }: Place): boolean {
  const { ignoreUserConfig, config, sandbox, profile } = options;
  if (ignoreUserConfig) return config.some((each) => /^\s*projects\b/.test(each));
  const settings = settingsIn(options, codexHome);
  const level = projectTrust(settings, workdir);
  if (level !== undefined) return level !== "untrusted";
  if (options.approveForMe === true || options.bypass === true) return true;
  if (sandbox !== undefined) return sandbox !== "read-only";
  const { sandbox_mode: mode = "read-only", default_permissions: permissions } = settings;
  return profile !== undefined || mode !== "read-only" || permissions !== undefined;
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
