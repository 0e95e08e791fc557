import { CliError } from "../../src/outcome/errors.js";
import type { ServerOptions } from "../../src/session/server-spec.js";
import { tomlValue } from "./toml-value.js";

/**
 * The settings as `config` of a thread, which a running server takes instead. Throws for one that belongs
 * to the whole server.
 */
export function connectedSettings(options: CodexOptions): ThreadConfig | null {
  const settings = threadSettings(options);
  for (const key of Object.keys(settings ?? {}))
    if (SERVER_WIDE.has(key.split(".")[0] ?? "")) throw serverWide(key);
  return settings;
}

/** The settings that a server is started with, as `config` of a thread. */
export function threadSettings({ config, enable, disable }: CodexOptions): ThreadConfig | null {
  const assigned = config.map((override) => {
    const [, key = "", value = ""] = /^([^=]*)=([^]*)$/.exec(override) ?? [];
    return [key.trim(), tomlValue(value)] as const;
  });
  const entries = [
    ...assigned,
    ...enable.map((feature) => [`features.${feature}`, true] as const),
    ...disable.map((feature) => [`features.${feature}`, false] as const),
  ];
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

type CodexOptions = Pick<ServerOptions, "config" | "enable" | "disable">;
type ThreadConfig = Readonly<Record<string, unknown>>;

/** Read once, when a server starts. */
const SERVER_WIDE: ReadonlySet<string> = new Set([
  "chatgpt_base_url",
  "cli_auth_credentials_store",
  "forced_chatgpt_workspace_id",
  "forced_login_method",
  "log_dir",
  "mcp_oauth_credentials_store",
  "otel",
  "profile",
  "profiles",
  "sqlite_home",
]);

const serverWide = (key: string): CliError =>
  new CliError("usage", `-c ${key} with --connect: it is a setting of the whole server`, {
    hint: "set it in the config.toml of the server, and restart that",
  });
