import { resolve } from "node:path";

import { initializeLine } from "../protocol/initialize.js";
import type { NotificationOptions } from "../protocol/subscriptions.js";
import { locateCodex } from "../process/find-codex.js";
import type { LaunchSpec } from "../process/launcher.js";
import type { ConnectOptions } from "./server-address.js";

export type ServerSpec = LaunchSpec;

/** The options that decide which server is started, and how. */
export interface ServerOptions {
  codex: string | undefined;
  /** A running server to use instead of starting one. */
  connect?: ConnectOptions | undefined;
  config: readonly string[];
  enable: readonly string[];
  disable: readonly string[];
  include: readonly string[];
  diffFile: string | undefined;
  /**
   * Whether to subscribe to the agent's text as it is generated: a limit may cut the turn short.
   */
  messageDeltas?: boolean | undefined;
  /** The server's codex home, if not that of the environment. */
  codexHome?: string | undefined;
  /** The server's working directory, if not ours. */
  cd?: string | undefined;
  /** Whether commands see only the variables they see under codex, without our process mark. */
  unmarked?: boolean | undefined;
  strictConfig?: boolean | undefined;
  /** How long the server may take to start. */
  startupMs?: number | undefined;
  /** Use the stored login, not a key from the environment. */
  storedLogin?: boolean | undefined;
}

interface World {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
}

/** Builds the launch spec of the server. Used by the early start and the regular one. */
export function serverSpec(options: ServerOptions, { env, cwd }: World): LaunchSpec {
  const { config, enable, disable } = options;
  return {
    file: codexProgram(options, { env, cwd }).native,
    args: [
      "app-server",
      ...config.flatMap((override) => ["-c", override]),
      // After the user's overrides: a key from the environment must never be stored.
      ...(options.storedLogin === true || apiKeyIn(env) === undefined
        ? []
        : ["-c", 'cli_auth_credentials_store="ephemeral"']),
      ...enable.flatMap((feature) => ["--enable", feature]),
      ...disable.flatMap((feature) => ["--disable", feature]),
      ...(options.strictConfig === true ? ["--strict-config"] : []),
    ],
    cwd: resolve(cwd, options.cd ?? "."),
    env: options.codexHome === undefined ? env : { ...env, CODEX_HOME: options.codexHome },
    initialInput: initializeLine(wantedBy(options)),
    ...(options.unmarked === true ? { unmarked: true } : {}),
  };
}

/** The first codex found, and the native program started for it. */
export const codexProgram = (
  { codex, except }: Pick<ServerOptions, "codex"> & { except?: readonly string[] },
  { env, cwd }: World,
): { program: string; native: string } => {
  const named = codex ?? (env["TURNPIPE_CODEX"] || undefined);
  return locateCodex({ named, path: env["PATH"], cwd, except });
};

/** The API key codex exec reads from the environment; the server itself does not read it. */
export function apiKeyIn(env: World["env"]): string | undefined {
  const key = env["CODEX_API_KEY"]?.trim() ?? "";
  return key === "" ? undefined : key;
}

/** The notifications that the flags need. */
export const wantedBy = ({
  include,
  diffFile,
  messageDeltas = false,
}: Pick<ServerOptions, "include" | "diffFile" | "messageDeltas">): NotificationOptions => ({
  messageDeltas,
  deltas: include.includes("deltas"),
  diff: include.includes("diff") || diffFile !== undefined,
  mcp: include.includes("mcp"),
  raw: include.includes("raw"),
});
